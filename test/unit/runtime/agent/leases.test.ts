import { A2AService } from "@a2agen/a2a-1.0";
import {
  createAgent,
  type Execute,
  inputRequired,
  MemoryTaskStore,
  type TaskStore,
  textArtifact,
  working,
} from "@a2agen/runtime/agent";
import type { CallError } from "@a2agen/runtime/service";
import { describe, expect, test } from "vitest";
import {
  aborted,
  createGate,
  failureOf,
  follow,
  inShort,
  outline,
  start,
  stateOf,
  summary,
  taskOf,
  userMessage,
} from "../../../shared/agent/start-agent.ts";
import { type LeasedStore, withLeases } from "./store/leased-store.ts";

// The shortest: each look comes after a third of it, and the time of the store is the test's.
const leaseMs = 30;
const limits = { leaseMs };
const idle: Execute = async function* () {};
const hasStopped = "The agent stopped before the task was done.";

/** A store in memory whose time is set by the test, and in which no lease expires by itself. */
class TimedStore {
  readonly store: LeasedStore;
  time = 0;
  /** Whether the methods for leases fail. */
  isAway = false;
  looks = 0;
  renewals = 0;
  #tell: () => void = () => undefined;
  #told = new Promise<void>((resolve) => {
    this.#tell = resolve;
  });

  constructor() {
    const inner = withLeases(new MemoryTaskStore({ service: A2AService }), () => this.time);
    this.store = {
      ...inner,
      renewLeases: async (ids, leaseMs) => {
        this.renewals++;
        this.#next();
        if (this.isAway) throw new Error("the store is away");
        await inner.renewLeases(ids, leaseMs);
      },
      expiredLeases: async (limit) => {
        this.looks++;
        this.#next();
        if (this.isAway) throw new Error("the store is away");
        return inner.expiredLeases(limit);
      },
    };
  }

  /** Resolves when agents have looked so many times more. */
  async untilLooks(count: number): Promise<void> {
    const end = this.looks + count;
    while (this.looks < end) await this.#told;
  }

  async untilRenewals(count: number): Promise<void> {
    const end = this.renewals + count;
    while (this.renewals < end) await this.#told;
  }

  /** A task that a process has begun which is gone. */
  async leave(id: string): Promise<void> {
    const status = { state: "TASK_STATE_WORKING" as const, timestamp: "2026-01-01T00:00:00.000Z" };
    const task = { id, contextId: "c", status };
    await this.store.create({ task, scope: "[null,null]", leaseMs });
  }

  #next(): void {
    this.#tell();
    this.#told = new Promise((resolve) => {
      this.#tell = resolve;
    });
  }
}

/** An author that works until a gate is opened or it is told to stop. */
function workUntil(gate: Promise<void>, onStop: (reason: unknown) => void = () => undefined): Execute {
  return async function* ({ signal }) {
    yield working();
    await Promise.race([gate, aborted(signal)]);
    if (signal.aborted) onStop(signal.reason);
    yield textArtifact("a", "done");
  };
}

describe("a task that is at work when its process dies", () => {
  test("fails in another one, and those who follow it there are told", async () => {
    const timed = new TimedStore();
    await timed.leave("left");
    const { client } = await start({ store: timed.store, execute: idle, limits });
    const subscribed = await follow(client.subscribeToTask({ id: "left" }));
    const message = userMessage("Are you there?", { taskId: "left" });
    const asked = client.sendMessage({ message });
    while (((await client.getTask({ id: "left" })).history ?? []).length === 0);
    await timed.untilLooks(4);
    expect(stateOf(await client.getTask({ id: "left" }))).toBe("working");
    timed.time += leaseMs;
    expect(outline(await subscribed.all)).toEqual(["task working", `failed: ${hasStopped}`]);
    expect(summary(taskOf(await asked))).toEqual({
      state: "failed",
      says: hasStopped,
      history: ["user: Are you there?"],
    });
  });

  test("fails once, however many look", async () => {
    const timed = new TimedStore();
    const ids = Array.from({ length: 30 }, (_, index) => `left-${index}`);
    for (const id of ids) await timed.leave(id);
    const options = { store: timed.store, execute: idle, limits };
    const one = await start(options);
    const agents = [one, await start(options), await start(options)];
    const streams = await Promise.all(ids.map((id) => follow(one.client.subscribeToTask({ id }))));
    timed.time += leaseMs;
    for (const { all } of streams) await all;
    await timed.untilLooks(12);
    for (const id of ids) {
      const entries = await timed.store.entries(id, 0);
      expect(entries.map((entry) => Object.keys(entry)[0])).toEqual(["statusUpdate"]);
    }
    expect(agents.flatMap(({ reported }) => reported)).toEqual([]);
  });

  test("stays as it is when no lease is wanted", async () => {
    const timed = new TimedStore();
    const begun: (number | undefined)[] = [];
    const store: TaskStore = {
      ...timed.store,
      create(task) {
        begun.push(task.leaseMs);
        return timed.store.create(task);
      },
    };
    const { client } = await start({ store, execute: idle, limits: { leaseMs: 0 } });
    await client.sendMessage({ message: userMessage("hi") });
    expect(begun).toEqual([undefined]);
  });
});

describe("a task whose process lives", () => {
  test("is leased as long as it is at work, and has no lease while it waits for its client", async () => {
    const timed = new TimedStore();
    const gate = createGate();
    const execute: Execute = async function* ({ task }) {
      yield working();
      await gate.opened;
      if (task === undefined) yield inputRequired("Which?");
    };
    const one = await start({ store: timed.store, execute, limits });
    const two = await start({ store: timed.store, execute: idle, limits });
    const stream = await follow(one.client.sendStreamingMessage({ message: userMessage("hi") }));
    const { id } = taskOf(stream.first);
    for (let count = 0; count < 8; count++) {
      timed.time += leaseMs - 1;
      await timed.untilRenewals(1);
      await timed.untilLooks(1);
    }
    expect(stateOf(await two.client.getTask({ id }))).toBe("working");
    gate.open();
    expect(outline(await stream.all)).toEqual(["task submitted", "working", "input-required: Which?"]);
    timed.time += 100 * leaseMs;
    await timed.untilLooks(8);
    const answer = userMessage("That", { taskId: id });
    expect(stateOf(taskOf(await two.client.sendMessage({ message: answer })))).toBe("completed");
  });

  test("goes on when the store was away for longer than its lease", async () => {
    const timed = new TimedStore();
    const gate = createGate();
    const one = await start({ store: timed.store, execute: workUntil(gate.opened), limits });
    const two = await start({ store: timed.store, execute: idle, limits });
    const stream = await follow(one.client.sendStreamingMessage({ message: userMessage("hi") }));
    await timed.untilRenewals(1);
    timed.isAway = true;
    timed.time += 10 * leaseMs;
    await timed.untilLooks(6);
    timed.isAway = false;
    await timed.untilLooks(12);
    gate.open();
    expect(outline(await stream.all)).toEqual(["task submitted", "working", "artifact a: done", "completed"]);
    const told = [...one.reported, ...two.reported];
    expect(new Set(told.map(({ error, place }) => `${String(error)} ${place.activity}`))).toEqual(
      new Set(["Error: the store is away store"]),
    );
  });

  test("goes on when nobody else looks, though its lease was not renewed for a time", async () => {
    const timed = new TimedStore();
    const gate = createGate();
    const store: TaskStore = { ...timed.store, renewLeases: () => new Promise<never>(() => undefined) };
    const one = await start({ store, execute: workUntil(gate.opened), limits });
    const stream = await follow(one.client.sendStreamingMessage({ message: userMessage("hi") }));
    timed.time += 10 * leaseMs;
    await timed.untilLooks(8);
    gate.open();
    expect(outline(await stream.all)).toEqual(["task submitted", "working", "artifact a: done", "completed"]);
  });

  test("goes on when that process has written since the others looked", async () => {
    const timed = new TimedStore();
    await timed.leave("slow");
    let found = 0;
    const store: TaskStore = {
      ...timed.store,
      async expiredLeases(limit) {
        const expired = await timed.store.expiredLeases(limit);
        // The look after which it would fail.
        if (expired.length > 0 && ++found === 3) {
          const status = { state: "TASK_STATE_WORKING" as const, timestamp: "2026-01-01T00:00:01.000Z" };
          const update = { taskId: "slow", contextId: "c", status };
          await timed.store.append("slow", 0, [{ statusUpdate: update }], leaseMs);
        }
        return expired;
      },
    };
    const { client } = await start({ store, execute: idle, limits });
    timed.time += leaseMs;
    await timed.untilLooks(8);
    expect(found).toBe(3);
    expect(stateOf(await client.getTask({ id: "slow" }))).toBe("working");
    expect((await timed.store.read("slow"))?.version).toBe(1);
  });

  test("fails when that process does not renew its lease, and its author is told", async () => {
    const timed = new TimedStore();
    const stopped = createGate();
    let reason: unknown;
    const never = new Promise<void>(() => undefined);
    const hanging: TaskStore = { ...timed.store, renewLeases: () => new Promise<never>(() => undefined) };
    const execute = workUntil(never, (given) => {
      reason = given;
      stopped.open();
    });
    const one = await start({ store: hanging, execute, limits });
    await start({ store: timed.store, execute: idle, limits });
    const stream = await follow(one.client.sendStreamingMessage({ message: userMessage("hi") }));
    const { id } = taskOf(stream.first);
    while (stateOf(await one.client.getTask({ id })) !== "working");
    timed.time += leaseMs;
    expect(outline(await stream.all)).toEqual(["task submitted", "working", `failed: ${hasStopped}`]);
    await stopped.opened;
    expect(inShort(reason as CallError)).toEqual({ error: "ABORTED" });
    // What the author gives after that comes too late.
    await one.agent.close(0);
    expect(summary(await timed.store.read(id).then((stored) => taskOf(stored ?? {})))).toEqual({
      state: "failed",
      says: hasStopped,
      history: ["user: hi"],
    });
  });

  test("fails when the store did not take its last word", async () => {
    const timed = new TimedStore();
    const gate = createGate();
    let isDown = false;
    const store: TaskStore = {
      ...timed.store,
      async append(id, version, entries, leaseMs) {
        if (isDown) throw new Error("no disk");
        return timed.store.append(id, version, entries, leaseMs);
      },
    };
    const { client } = await start({ store, execute: workUntil(gate.opened), limits });
    const stream = await follow(client.sendStreamingMessage({ message: userMessage("hi") }));
    const { id } = taskOf(stream.first);
    while (stateOf(await client.getTask({ id })) !== "working");
    isDown = true;
    gate.open();
    expect(inShort(await failureOf(stream.all))).toEqual({ error: "INTERNAL" });
    timed.time += leaseMs;
    await timed.untilLooks(5);
    expect(stateOf(await client.getTask({ id }))).toBe("working");
    const again = await follow(client.subscribeToTask({ id }));
    isDown = false;
    expect(outline(await again.all)).toEqual(["task working", `failed: ${hasStopped}`]);
  });
});

test("an agent that is closed looks no more", async () => {
  const timed = new TimedStore();
  const { agent } = await start({ store: timed.store, execute: idle, limits });
  const other = await start({ store: timed.store, execute: idle, limits });
  await timed.untilLooks(2);
  await Promise.all([agent.close(), other.agent.close()]);
  const { looks } = timed;
  // A timer that was set before this one, and would fire before it.
  await new Promise((resolve) => setTimeout(resolve, leaseMs));
  expect(timed.looks).toBe(looks);
});

test.each([
  ["hold", "renewLeases"],
  ["lapsed", "expiredLeases"],
])("a store that has %s, which is named %s now, is refused", (earlier, name) => {
  const store: TaskStore = { ...new TimedStore().store, [earlier]: () => Promise.resolve([]) };
  expect(() => createAgent({ service: A2AService, execute: idle, store })).toThrow(
    new TypeError(`store.${earlier}: is named ${name} now; rename it`),
  );
});

test.each(["renewLeases", "expiredLeases"] as const)("a store that has %s alone is refused", (name) => {
  const { renewLeases, expiredLeases, ...rest } = new TimedStore().store;
  const store: TaskStore = { ...rest, ...(name === "renewLeases" ? { renewLeases } : { expiredLeases }) };
  const other = name === "renewLeases" ? "expiredLeases" : "renewLeases";
  expect(() => createAgent({ service: A2AService, execute: idle, store })).toThrow(
    new TypeError(
      `store: expected both renewLeases and expiredLeases, or neither; found ${name} without ${other}`,
    ),
  );
});
