import type { ListTasksRequest, Task } from "@a2agen/a2a-1.0";
import type { TaskStore } from "@a2agen/runtime/agent";
import fc from "fast-check";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { taskOf, userMessage } from "../../../../shared/agent/start-agent.ts";
import { chooseSeed } from "../../../../shared/random/seed.ts";
import { runs } from "../../../../shared/runs.ts";
import { createPuppetAuthor, type PuppetTurn } from "./puppet-author.ts";
import { serveAgent } from "./served-agent.ts";
import { setClock } from "./session.ts";
import { settle } from "./settle.ts";
import { createWatchedStore } from "./watched-store.ts";

const seed = Number(chooseSeed());
afterAll(() => console.log(`seed ${seed}`));

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "performance"] }));
afterEach(() => void vi.useRealTimers());

/** What happens between two pages. */
interface Change {
  readonly what: "a task begins" | "a task of somebody else begins" | "a task goes on" | "a task ends";
  /** Which task. */
  readonly index: number;
  /** Milliseconds that have passed. */
  readonly after: number;
}

interface Reading {
  readonly tasks: number;
  /** Milliseconds between two tasks: 0 is the same time for all. */
  readonly apart: number;
  readonly pageSize: number;
  readonly changes: readonly (readonly Change[])[];
  readonly isWorkingOnly: boolean;
}

const change: fc.Arbitrary<Change> = fc.record({
  what: fc.constantFrom("a task begins", "a task of somebody else begins", "a task goes on", "a task ends"),
  index: fc.nat(20),
  after: fc.nat(2),
});
const reading: fc.Arbitrary<Reading> = fc.record({
  tasks: fc.integer({ min: 1, max: 14 }),
  apart: fc.nat(2),
  pageSize: fc.integer({ min: 1, max: 5 }),
  changes: fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 6 }),
  isWorkingOnly: fc.boolean(),
});

/** Reads a list page by page while tasks change, and sees that nothing is told twice or left out. */
function pagesHold(broken?: (store: TaskStore) => Partial<TaskStore>): fc.IAsyncPropertyWithHooks<[Reading]> {
  return fc.asyncProperty(reading, async ({ tasks: count, apart, pageSize, changes, isWorkingOnly }) => {
    let now = Date.parse("2026-11-22T00:00:00Z");
    setClock(now);
    const author = createPuppetAuthor();
    const served = await serveAgent("in-process", {
      execute: author.execute,
      store: createWatchedStore(broken),
      limits: { pollMs: 1e9, stopMs: 1e9 },
    });
    try {
      const alice = served.clientOf("alice");
      const turns = new Map<string, PuppetTurn>();
      const wait = (ms: number): void => {
        now += ms;
        setClock(now);
      };
      const begin = async (caller: string): Promise<string> => {
        const request = { message: userMessage("work"), configuration: { returnImmediately: true } };
        const { id } = taskOf(await served.clientOf(caller).sendMessage(request));
        await settle();
        for (const turn of author.takeTurns()) turns.set(turn.turn.taskId, turn);
        await give(turns.get(id), "TASK_STATE_WORKING");
        return id;
      };
      const own: string[] = [];
      for (let index = 0; index < count; index++) {
        wait(apart);
        own.push(await begin("alice"));
      }
      await begin("bob");
      const unchanged = new Set(own);
      const seen: Task[] = [];
      const request: ListTasksRequest = {
        pageSize,
        ...(isWorkingOnly ? { status: "TASK_STATE_WORKING" } : {}),
      };
      let pageToken = "";
      for (let page = 0; page === 0 || pageToken !== ""; page++) {
        const answer = await alice.listTasks({ ...request, pageToken });
        seen.push(...answer.tasks);
        const fitting = isWorkingOnly ? own.filter((id) => turns.get(id)?.isOver === false) : own;
        expect({ total: answer.totalSize, size: answer.pageSize }).toEqual({
          total: fitting.length,
          size: pageSize,
        });
        expect(answer.tasks.length).toBeLessThanOrEqual(pageSize);
        // A page is only short when it is the last.
        if (answer.nextPageToken !== "") expect(answer.tasks.length).toBe(pageSize);
        pageToken = answer.nextPageToken;
        for (const one of changes[page] ?? []) {
          wait(one.after);
          if (one.what === "a task begins") own.push(await begin("alice"));
          else if (one.what === "a task of somebody else begins") await begin("bob");
          else {
            const id = own[one.index % own.length] ?? "";
            const turn = turns.get(id);
            if (turn === undefined || turn.isOver) continue;
            unchanged.delete(id);
            if (one.what === "a task goes on") await give(turn, "TASK_STATE_WORKING");
            else {
              turn.end();
              await settle();
            }
          }
        }
      }
      const ids = seen.map(({ id }) => id);
      expect(ids, "nothing twice").toEqual([...new Set(ids)]);
      expect(ids, "nothing of others").toEqual(ids.filter((id) => own.includes(id)));
      expect(
        [...unchanged].filter((id) => !ids.includes(id)),
        "what has not changed is not left out",
      ).toEqual([]);
      expect(ids, "the latest first").toEqual(seen.toSorted(byPlace).map(({ id }) => id));
    } finally {
      await served.close();
    }
  });
}

async function give(turn: PuppetTurn | undefined, state: "TASK_STATE_WORKING"): Promise<void> {
  turn?.give({ status: { state } });
  await settle();
}

function byPlace(one: Task, other: Task): number {
  const [a, b] = [placeOf(one), placeOf(other)];
  return a < b ? 1 : a > b ? -1 : 0;
}

function placeOf({ id, status: { timestamp = "" } }: Task): string {
  return `${timestamp} ${id}`;
}

test("pages hold together however tasks change between them", { tags: "thorough" }, async () => {
  await fc.assert(pagesHold(), { seed, numRuns: runs(24) });
});

describe("the property finds", () => {
  const faults: readonly {
    readonly name: string;
    readonly broken: (store: TaskStore) => Partial<TaskStore>;
  }[] = [
    {
      name: "pages by number",
      broken(store) {
        const numbers = new Map<string, number>();
        return {
          async list({ after, limit, ...query }) {
            const first = after === undefined ? 0 : (numbers.get(after.id) ?? 0);
            const all = await store.list({ ...query, limit: 1000 });
            const tasks = all.tasks.slice(first, first + limit);
            for (const [index, { id }] of tasks.entries()) numbers.set(id, first + index + 1);
            return { tasks, total: all.total, more: first + tasks.length < all.total };
          },
        };
      },
    },
    {
      name: "a cursor that is a time only",
      broken: (store) => ({
        async list({ after, ...query }) {
          const all = await store.list({ ...query, limit: 1000 });
          const rest = all.tasks.filter(
            ({ status: { timestamp = "" } }) => after === undefined || timestamp < after.time,
          );
          return { tasks: rest.slice(0, query.limit), total: all.total, more: rest.length > query.limit };
        },
      }),
    },
    {
      name: "a total of what is left",
      broken: (store) => ({
        async list(query) {
          const page = await store.list(query);
          return { ...page, total: page.tasks.length };
        },
      }),
    },
    {
      name: "tasks of others",
      broken: (store) => ({
        async list(query) {
          const page = await store.list(query);
          const other = await store.list({ ...query, scope: query.scope.replace("alice", "bob") });
          return { ...page, tasks: [...page.tasks, ...other.tasks].slice(0, query.limit) };
        },
      }),
    },
    {
      name: "the oldest first",
      broken: (store) => ({
        async list(query) {
          const page = await store.list(query);
          return { ...page, tasks: page.tasks.toReversed() };
        },
      }),
    },
  ];

  // The same runs every time: whether a fault is found is no matter of luck.
  test.each(faults)("$name", async ({ broken }) => {
    const { failed, errorInstance } = await fc.check(pagesHold(broken), {
      seed: 1,
      numRuns: 250,
      endOnFailure: true,
    });
    expect({ failed, text: String(errorInstance) }).toEqual({
      failed: true,
      text: expect.stringContaining("AssertionError"),
    });
  });
});
