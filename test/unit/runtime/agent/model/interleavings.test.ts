import { getEventListeners } from "node:events";
import { isDeepStrictEqual } from "node:util";
import { A2AService, type A2AServiceClient, type StreamResponse, type Task } from "@a2agen/a2a-1.0";
import {
  type Agent,
  completed,
  foldEntries,
  inputRequired,
  type TaskEntry,
  type TaskStore,
  type Turn,
  textArtifact,
  working,
} from "@a2agen/runtime/agent";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { taskOf, userMessage } from "../../../../shared/agent/start-agent.ts";
import { chooseSeed } from "../../../../shared/random/seed.ts";
import { runs } from "../../../../shared/runs.ts";
import { type ServedAgent, serveAgent } from "./served-agent.ts";
import { settle } from "./settle.ts";
import { createWatchedStore, type WatchedStore } from "./watched-store.ts";

const seed = Number(chooseSeed());
afterAll(() => console.log(`seed ${seed}`));

/** One who follows the task: begins some time, reads as slowly as it likes, and may go. */
interface Follower {
  /** After how many events it goes; Infinity stays. */
  readonly stays: number;
  /** How it goes: by the end of its loop, or by the signal of its call. */
  readonly leaves: "return" | "abort";
}

interface Scenario {
  readonly events: number;
  readonly ending: "completes" | "ends" | "throws";
  /** After how many events the author asks its client, who answers. */
  readonly asks: number | undefined;
  readonly followers: readonly Follower[];
  readonly isCanceled: boolean;
}

const scenario: fc.Arbitrary<Scenario> = fc.record({
  events: fc.nat(8),
  ending: fc.constantFrom("completes", "ends", "throws"),
  asks: fc.option(fc.nat(4), { nil: undefined }),
  followers: fc.array(
    fc.record({
      stays: fc.oneof(
        { weight: 2, arbitrary: fc.constant(Number.POSITIVE_INFINITY) },
        { weight: 1, arbitrary: fc.nat(5) },
      ),
      leaves: fc.constantFrom("return", "abort"),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  isCanceled: fc.boolean(),
});

/** What one follower has seen. */
interface Seen {
  readonly follower: Follower;
  readonly signal: AbortSignal;
  readonly events: StreamResponse[];
  /** "refused" when there was nothing to follow any more. */
  ending: "end" | "left" | "refused" | undefined;
}

/** A store at which everything takes as long as the scheduler wants. */
function slowStore(store: WatchedStore, scheduler: fc.Scheduler): TaskStore {
  const slow = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    await scheduler.schedule(Promise.resolve(), `${name} begins`);
    const result = await work();
    await scheduler.schedule(Promise.resolve(), `${name} ends`);
    return result;
  };
  return {
    create: (task) => slow("create", () => store.create(task)),
    append: (id, version, entries) => slow("append", () => store.append(id, version, entries)),
    read: (id) => slow("read", () => store.read(id)),
    entries: (id, after, limit) => slow("entries", () => store.entries(id, after, limit)),
    async changed(id, version, signal) {
      await store.changed?.(id, version, signal);
      await scheduler.schedule(Promise.resolve(), "changed");
    },
    list: (query) => slow("list", () => store.list(query)),
    delete: (id) => slow("delete", () => store.delete(id)),
  };
}

interface Run {
  readonly scheduler: fc.Scheduler;
  readonly scenario: Scenario;
  readonly store: WatchedStore;
  readonly served: ServedAgent;
}

async function play({
  scheduler,
  scenario: { followers, isCanceled, asks },
  served,
}: Run): Promise<{ readonly id: string; readonly seen: readonly Seen[] }> {
  const client = served.clientOf("alice");
  const configuration = { returnImmediately: true };
  const first = client.sendMessage({ message: userMessage("begin"), configuration });
  const { id } = taskOf(await scheduler.waitFor(first));
  const acts = followers.map((follower) => begin(scheduler, client, { id, follower }));
  const seen = acts.map((act) => act.seen);
  const others: Promise<unknown>[] = acts.map((act) => act.done);
  if (isCanceled) {
    others.push(scheduler.schedule(Promise.resolve(), "cancel").then(() => client.cancelTask({ id })));
  }
  if (asks !== undefined) {
    const answer = async (): Promise<unknown> => {
      await scheduler.schedule(Promise.resolve(), "answer");
      return client.sendMessage({ message: userMessage("go on", { taskId: id }), configuration });
    };
    others.push(answer());
  }
  // What is refused because it came too late is nothing to wonder at here.
  void Promise.allSettled(others);
  for (let isIdle = false; !isIdle; isIdle = scheduler.count() === 0) {
    await scheduler.waitIdle();
    // The kit gives the event loop a turn now and then.
    await settle();
  }
  return { id, seen };
}

function begin(
  scheduler: fc.Scheduler,
  client: A2AServiceClient,
  { id, follower }: { readonly id: string; readonly follower: Follower },
): { readonly seen: Seen; readonly done: Promise<void> } {
  const controller = new AbortController();
  const seen: Seen = { follower, signal: controller.signal, events: [], ending: undefined };
  const read = async (): Promise<void> => {
    await scheduler.schedule(Promise.resolve(), "subscribe");
    for await (const event of client.subscribeToTask({ id }, { signal: controller.signal })) {
      seen.events.push(event);
      await scheduler.schedule(Promise.resolve(), "read");
      if (seen.events.length > follower.stays) {
        seen.ending = "left";
        if (follower.leaves === "return") return;
        controller.abort();
      }
    }
    seen.ending ??= "end";
  };
  return {
    seen,
    done: read().catch(() => {
      seen.ending ??= "refused";
    }),
  };
}

/** The author of a scenario, each of whose events comes when the scheduler wants. */
function authorOf(scheduler: fc.Scheduler, { events, ending, asks }: Scenario) {
  return async function* ({ text, signal }: Turn) {
    const from = text === "begin" ? 0 : (asks ?? 0);
    for (let index = from; index < events && !signal.aborted; index++) {
      await scheduler.schedule(Promise.resolve(), "author");
      if (text === "begin" && index === asks) {
        yield inputRequired(`question ${index}`);
        return;
      }
      yield index % 3 === 0
        ? working(`working ${index}`)
        : textArtifact(`a${index % 2}`, `part ${index}`, { append: index % 4 > 1 });
    }
    await scheduler.schedule(Promise.resolve(), "author ends");
    if (ending === "completes") yield completed("done");
    if (ending === "throws") throw new Error("thrown");
  };
}

function isUpdate(entry: TaskEntry): boolean {
  return "statusUpdate" in entry || "artifactUpdate" in entry;
}

const terminal = new Set<string>(A2AService.protocol.tasks?.terminalStates);

/** Whether a follower has seen the log from one of its places on, as a task and the updates after it. */
function check(
  { follower, events, ending }: Seen,
  log: readonly TaskEntry[],
  { beginning, isOver }: { readonly beginning: Task; readonly isOver: boolean },
): void {
  if (ending === "refused") {
    expect({ events, isOver }).toEqual({ events: [], isOver: true });
    return;
  }
  const [first, ...updates] = events;
  if (first === undefined) {
    expect({ isOver, ending }).toEqual({ isOver: false, ending: undefined });
    return;
  }
  const snapshot = taskOf(first);
  const versions = Array.from({ length: log.length + 1 }, (_, version) => version);
  const matching = versions.filter((version) =>
    isDeepStrictEqual(foldEntries(beginning, log.slice(0, version)), snapshot),
  );
  // The first event is the task at some version.
  expect(matching).not.toEqual([]);
  const wanted = matching.map((version) => log.slice(version).filter(isUpdate));
  const has = wanted.map((all) => (ending === "left" ? all.slice(0, updates.length) : all));
  expect(has).toContainEqual(updates);
  if (ending === "left") {
    expect(events.length).toBe(follower.stays + 1);
    return;
  }
  expect(ending).toBe(isOver ? "end" : undefined);
  // The messages of the client are no updates.
  const whole = foldEntries(snapshot, updates as TaskEntry[]);
  expect(withoutUser(whole)).toEqual(withoutUser(foldEntries(beginning, log)));
}

function withoutUser({ history = [], ...task }: Task): object {
  return { ...task, history: history.filter(({ role }) => role !== "ROLE_USER") };
}

interface Fault {
  readonly store?: (store: TaskStore) => Partial<TaskStore>;
  readonly change?: (agent: Agent) => Partial<Agent>;
}

/** However everything interleaves, followers see the log from where they begin. */
function followersSeeTheLog({
  store: broken = () => ({}),
  change,
}: Fault = {}): fc.IAsyncPropertyWithHooks<[Scenario, fc.Scheduler]> {
  return fc.asyncProperty(scenario, fc.scheduler(), async (chosen, scheduler) => {
    const store = createWatchedStore();
    const slow = slowStore(store, scheduler);
    const served = await serveAgent(
      "in-process",
      {
        execute: authorOf(scheduler, chosen),
        store: { ...slow, ...broken(slow) },
        limits: { stopMs: 1e9, turnMs: 1e12, pollMs: 1e9 },
      },
      change,
    );
    let seen: readonly Seen[] = [];
    try {
      const played = await play({ scheduler, scenario: chosen, store, served });
      seen = played.seen;
      const { id } = played;
      const log = await store.entries(id, 0);
      const stored = await store.read(id);
      const state = stored?.task.status.state ?? "none";
      const isOver = terminal.has(state);
      // It rests only where the author has asked and nobody has answered.
      if (!isOver) expect(state).toBe("TASK_STATE_INPUT_REQUIRED");
      const beginning = store.beginnings.get(id);
      if (beginning === undefined) throw new Error("expected a task");
      expect(foldEntries(beginning, log)).toEqual(stored?.task);
      for (const one of seen) check(one, log, { beginning, isOver });
    } finally {
      const closed = served.close();
      await scheduler.waitFor(closed);
      await scheduler.waitIdle();
      await settle();
    }
    expect({
      waiting: store.waiting,
      open: served.calls.open,
      listeners: served.calls.contexts.map(({ signal }) => getEventListeners(signal, "abort").length),
    }).toEqual({ waiting: 0, open: 0, listeners: served.calls.contexts.map(() => 0) });
  });
}

test("however all interleaves, followers see the log from where they begin", {
  tags: "thorough",
}, async () => {
  await fc.assert(followersSeeTheLog(), { seed, numRuns: runs(60) });
});

describe("the property finds", () => {
  const faults: readonly (Fault & { readonly name: string })[] = [
    {
      name: "a store that drops an entry",
      store: (store) => ({
        entries: async (id, after, limit) =>
          (await store.entries(id, after, limit)).filter((_, at) => after + at !== 2),
      }),
    },
    {
      name: "a store that gives an entry twice",
      store: (store) => ({
        async entries(id, after, limit) {
          const [first, ...rest] = await store.entries(id, after, limit);
          return first === undefined ? [] : after === 1 ? [first, first, ...rest] : [first, ...rest];
        },
      }),
    },
    {
      name: "a store that turns entries around",
      store: (store) => ({
        entries: async (id, after, limit) => (await store.entries(id, after, limit)).toReversed(),
      }),
    },
    {
      name: "a store whose task is older than its version",
      store: (store) => {
        const before = new Map<string, Task>();
        return {
          async read(id) {
            const stored = await store.read(id);
            if (stored === undefined) return undefined;
            const task = before.get(id) ?? stored.task;
            before.set(id, stored.task);
            return { ...stored, task };
          },
        };
      },
    },
    {
      name: "a stream that ends early",
      change: (agent) => ({
        async *subscribeToTask(request, call) {
          let count = 0;
          for await (const event of agent.subscribeToTask(request, call)) {
            yield event;
            count++;
            if (count === 3) return;
          }
        },
      }),
    },
    {
      name: "a stream that loses what comes between the task and its updates",
      change: (agent) => ({
        async *subscribeToTask(request, call) {
          yield { task: await agent.getTask(request, call) };
          for await (const event of agent.subscribeToTask(request, call))
            if (event.task === undefined) yield event;
        },
      }),
    },
    {
      name: "a listener that stays at the signal of its call",
      change: (agent) => ({
        async *subscribeToTask(request, call) {
          call.signal.addEventListener("abort", () => undefined);
          yield* agent.subscribeToTask(request, call);
        },
      }),
    },
  ];

  // The same runs every time: whether a fault is found is no matter of luck.
  test.each(faults)("$name", async ({ store, change }) => {
    const { failed, errorInstance } = await fc.check(
      followersSeeTheLog({
        ...(store === undefined ? {} : { store }),
        ...(change === undefined ? {} : { change }),
      }),
      {
        seed: 1,
        numRuns: 300,
        endOnFailure: true,
      },
    );
    expect({ failed, text: String(errorInstance) }).toEqual({
      failed: true,
      text: expect.stringContaining("AssertionError"),
    });
  });
});
