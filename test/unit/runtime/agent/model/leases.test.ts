import { A2AService } from "@a2agen/a2a-1.0";
import { type Execute, MemoryTaskStore, type TaskStore, textArtifact, working } from "@a2agen/runtime/agent";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import {
  aborted,
  createGate,
  type Gate,
  type StartedAgent,
  startAgent,
  taskOf,
  textOf,
  userMessage,
} from "../../../../shared/agent/start-agent.ts";
import { chooseSeed } from "../../../../shared/random/seed.ts";
import { runs } from "../../../../shared/runs.ts";
import { withLeases } from "../store/leased-store.ts";

const seed = Number(chooseSeed());
afterAll(() => console.log(`seed ${seed}`));

const leaseMs = 60;
const terminal = ["TASK_STATE_COMPLETED", "TASK_STATE_FAILED", "TASK_STATE_CANCELED"];

type Step =
  | { readonly do: "begin"; readonly at: number }
  /** A client does something to a task that was begun, at whatever agent. */
  | { readonly do: "say" | "cancel" | "finish"; readonly at: number; readonly task: number }
  /** From now on the agent cannot renew, or do anything at all. */
  | { readonly do: "mute" | "cut"; readonly at: number }
  /** A lease goes by, and all look. */
  | { readonly do: "pass" };

const at = fc.nat(2);
const task = fc.nat(5);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("begin" as const), at }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom("say" as const, "cancel" as const, "finish" as const),
      at,
      task,
    }),
  },
  // The last one stays whole, or nobody would be left to look.
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom("mute" as const, "cut" as const), at: fc.nat(1) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("pass" as const) }) },
);

/** An agent, and its line to the store that all share. */
interface Member extends StartedAgent {
  readonly line: Line;
}

interface Line {
  isMute: boolean;
  isCut: boolean;
  looks: number;
}

interface Begun {
  readonly id: string;
  readonly at: Member;
  readonly gate: Gate;
  isCanceled: boolean;
}

class World {
  readonly store: TaskStore & ReturnType<typeof withLeases>;
  readonly members: Member[] = [];
  readonly begun: Begun[] = [];
  readonly #gates = new Map<string, Gate>();
  #time = 0;

  constructor() {
    this.store = withLeases(new MemoryTaskStore({ service: A2AService }), () => this.#time);
  }

  async open(): Promise<void> {
    for (let count = 0; count < 3; count++) {
      const line: Line = { isMute: false, isCut: false, looks: 0 };
      const execute: Execute = async function* (this: World, { message, signal }: Parameters<Execute>[0]) {
        yield working();
        const gate = this.#gates.get(message.messageId);
        if (gate !== undefined) await Promise.race([gate.opened, aborted(signal)]);
        yield textArtifact("a", textOf(message), { append: true });
      }.bind(this);
      const limits = { leaseMs, stopMs: 20, pollMs: 5 };
      const store = connect(this.store, line);
      this.members.push(Object.assign(await startAgent({ execute, store, limits }), { line }));
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.members.map((member) => member.close()));
  }

  async take(step: Step): Promise<void> {
    if (step.do === "pass") return this.pass();
    const member = this.members[step.at];
    if (member === undefined) return;
    if (step.do === "mute") member.line.isMute = true;
    else if (step.do === "cut") member.line.isCut = true;
    else if (step.do === "begin") await this.#begin(member);
    else if ("task" in step) this.#touch(step.do, this.begun[step.task], member);
  }

  /** More time than a lease lasts, while all who can look do so often enough to fail what expired. */
  async pass(): Promise<void> {
    this.#time += leaseMs;
    const ends = this.members.map(({ line }) => line.looks + 4);
    while (this.members.some(({ line }, index) => !line.isCut && line.looks < (ends[index] ?? 0))) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }

  async #begin(member: Member): Promise<void> {
    if (member.line.isCut) return;
    const message = userMessage("work");
    const gate = createGate();
    this.#gates.set(message.messageId, gate);
    const configuration = { returnImmediately: true };
    const { id } = taskOf(await member.client.sendMessage({ message, configuration }));
    this.begun.push({ id, at: member, gate, isCanceled: false });
  }

  #touch(what: "say" | "cancel" | "finish", begun: Begun | undefined, { client }: Member): void {
    if (begun === undefined) return;
    const { id } = begun;
    const configuration = { returnImmediately: true };
    // It may have ended, or the agent may be cut off.
    const ignore = (): void => undefined;
    if (what === "finish") begun.gate.open();
    else if (what === "say") {
      client.sendMessage({ message: userMessage("more", { taskId: id }), configuration }).catch(ignore);
    } else {
      begun.isCanceled = true;
      client.cancelTask({ id }).catch(ignore);
    }
  }
}

function connect(store: ReturnType<typeof withLeases>, line: Line): TaskStore {
  const guard = async <T>(use: () => Promise<T>): Promise<T> => {
    if (line.isCut) throw new Error("the line is cut");
    return use();
  };
  return {
    create: (given) => guard(() => store.create(given)),
    append: (id, version, entries, leaseMs) => guard(() => store.append(id, version, entries, leaseMs)),
    read: (id) => guard(() => store.read(id)),
    entries: (id, after, limit) => guard(() => store.entries(id, after, limit)),
    list: (query) => guard(() => store.list(query)),
    delete: (id) => guard(() => store.delete(id)),
    renewLeases: (ids, leaseMs) =>
      guard(async () => (line.isMute ? undefined : store.renewLeases(ids, leaseMs))),
    expiredLeases: (limit) =>
      guard(async () => {
        line.looks++;
        return store.expiredLeases(limit);
      }),
  };
}

test("every task ends once, whoever dies, and those of whoever lives end as their author wants", {
  tags: "thorough",
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const world = new World();
      await world.open();
      try {
        for (const step of steps) await world.take(step);
        // Those that nobody at work on them has told to finish yet have expired, or their process lives.
        await world.pass();
        for (const { gate } of world.begun) gate.open();
        const ends: unknown[] = [];
        const expected: unknown[] = [];
        for (const { id, at, isCanceled } of world.begun) {
          const entries = await untilEnded(world, id);
          const states = entries.flatMap((entry) =>
            "statusUpdate" in entry ? [entry.statusUpdate.status.state as string] : [],
          );
          const ended = entries.findIndex(
            (entry) => "statusUpdate" in entry && terminal.includes(entry.statusUpdate.status.state),
          );
          expect({ id, after: entries.length - 1 - ended }).toEqual({ id, after: 0 });
          if (isCanceled || at.line.isCut || at.line.isMute) continue;
          ends.push(states.at(-1));
          expected.push("TASK_STATE_COMPLETED");
        }
        expect(ends).toEqual(expected);
      } finally {
        await world.close();
      }
    }),
    { seed, numRuns: runs(6) },
  );
});

/** The log of a task that has ended. */
async function untilEnded(world: World, id: string): ReturnType<TaskStore["entries"]> {
  for (;;) {
    const stored = await world.store.read(id);
    if (stored !== undefined && terminal.includes(stored.task.status.state)) {
      return world.store.entries(id, 0);
    }
    await world.pass();
  }
}
