import { A2AService } from "@a2agen/a2a-1.0";
import { taskStoreCases } from "@a2agen/agent-conformance";
import { MemoryTaskStore, type MemoryTaskStoreOptions } from "@a2agen/runtime/agent";
import { describe, expect, test } from "vitest";
import { beginning, statusOf, textOf } from "../../../../shared/agent/store/samples.ts";

describe("MemoryTaskStore conforms", () => {
  const cases = taskStoreCases(async () => ({ store: new MemoryTaskStore({ service: A2AService }) }));
  test.each(cases.map(({ name, run }) => [name, run] as const))("%s", (_, run) => run());
});

describe("MemoryTaskStore is bounded", () => {
  test("a new task takes the place of the one that ended longest ago", async () => {
    const store = makeStore({ maxTasks: 4 });
    for (const id of ["a", "b", "c", "d"]) await store.create(beginning(id));
    await store.append("c", 0, [statusOf("c", "TASK_STATE_FAILED")]);
    await store.append("b", 0, [statusOf("b", "TASK_STATE_COMPLETED")]);
    await store.create(beginning("e"));
    expect(await idsOf(store)).toEqual(["a", "b", "d", "e"]);
    await store.create(beginning("f"));
    expect(await idsOf(store)).toEqual(["a", "d", "e", "f"]);
  });

  test.each([
    "TASK_STATE_COMPLETED",
    "TASK_STATE_FAILED",
    "TASK_STATE_CANCELED",
    "TASK_STATE_REJECTED",
  ] as const)("%s makes room", async (state) => {
    const store = makeStore({ maxTasks: 1 });
    await store.create(beginning("a"));
    await store.append("a", 0, [statusOf("a", state)]);
    await store.create(beginning("b"));
    expect(await idsOf(store)).toEqual(["b"]);
  });

  test("a new task is refused while none has ended, and a repeated one is still found", async () => {
    const store = makeStore({ maxTasks: 2 });
    const idempotency = { key: "k", since: "2026-01-01T00:00:00Z" };
    await store.create({ ...beginning("a"), idempotency });
    await store.create(beginning("b"));
    await store.append("a", 0, [statusOf("a", "TASK_STATE_INPUT_REQUIRED")]);
    await expect(store.create(beginning("c"))).rejects.toMatchObject({
      code: "ERR_A2AGEN_TASK_STORE",
      problem: "full",
      message: "the store keeps 2 tasks, and none of the scope with the new one has ended",
    });
    expect(await store.create({ ...beginning("d"), idempotency })).toEqual({ existing: "a" });
    expect(await idsOf(store)).toEqual(["a", "b"]);
  });

  test("a scope with very many tasks makes room itself, and evicts none of another scope", async () => {
    const store = makeStore({ maxTasks: 100 });
    await store.create({ ...beginning("bob"), scope: "bob" });
    await store.append("bob", 0, [statusOf("bob", "TASK_STATE_COMPLETED")]);
    for (let index = 0; index < 300; index++) {
      const id = `eve-${index}`;
      await store.create({ ...beginning(id), scope: "eve" });
      await store.append(id, 0, [statusOf(id, "TASK_STATE_COMPLETED")]);
    }
    expect(await store.read("bob")).toBeDefined();
    expect(await store.read("eve-200")).toBeUndefined();
    expect(await store.read("eve-201")).toBeDefined();
    expect(store.size).toBe(100);
  });

  test("open tasks of a scope make room for a smaller scope only", async () => {
    const store = makeStore({ maxTasks: 4 });
    for (const id of ["a", "b", "c", "d"]) await store.create({ ...beginning(id), scope: "eve" });
    await expect(store.create({ ...beginning("e"), scope: "eve" })).rejects.toMatchObject({
      problem: "full",
    });
    for (const id of ["f", "g"]) await store.create({ ...beginning(id), scope: "bob" });
    await expect(store.create({ ...beginning("h"), scope: "bob" })).rejects.toMatchObject({
      problem: "full",
    });
    const left = await Promise.all(["a", "b", "c", "d", "f", "g"].map((id) => store.read(id)));
    expect(left.map((found) => found?.task.id)).toEqual([undefined, undefined, "c", "d", "f", "g"]);
  });

  test("the scope with most text makes room, whether its tasks begin large or grow", async () => {
    const store = makeStore({ maxSize: 100_000 });
    const text = "x".repeat(30_000);
    await store.create({ ...beginning("bob"), scope: "bob" });
    await store.append("bob", 0, [textOf("bob", "a", text), statusOf("bob", "TASK_STATE_COMPLETED")]);
    for (const id of ["a", "b", "c", "d"]) {
      await store.create({ ...beginning(id), scope: "eve" });
      await store.append(id, 0, [textOf(id, "a", text)]);
    }
    const ids = ["bob", "a", "b", "c", "d"];
    const left = await Promise.all(ids.map(async (id) => (await store.read(id))?.task.id));
    expect(left).toEqual(["bob", undefined, undefined, "c", "d"]);
    await store.append("d", 1, [textOf("d", "a", "x".repeat(200_000))]);
    expect(await store.read("d")).toBeDefined();
    expect(store.size).toBe(1);
  });

  test("a task is forgotten when its last status is too old, whatever its state", async () => {
    const clock = { time: 0 };
    const store = makeStore({ maxAgeMs: 100, now: () => clock.time });
    for (const id of ["ended", "waiting", "working"]) await store.create(beginning(id));
    clock.time = 60;
    await store.append("ended", 0, [statusOf("ended", "TASK_STATE_COMPLETED")]);
    await store.append("waiting", 0, [statusOf("waiting", "TASK_STATE_INPUT_REQUIRED")]);
    await store.append("working", 0, [textOf("working", "a", "no status")]);
    clock.time = 100;
    expect(store.size).toBe(3);
    clock.time = 101;
    expect(await idsOf(store)).toEqual(["ended", "waiting"]);
    await expect(store.append("working", 1, [])).rejects.toMatchObject({ problem: "missing" });
    clock.time = 161;
    expect(await store.read("ended")).toBeUndefined();
    expect(store.size).toBe(0);
  });

  test("those who wait for a task that makes room, or is too old, are told", async () => {
    const clock = { time: 0 };
    const store = makeStore({ maxTasks: 1, maxAgeMs: 100, now: () => clock.time });
    const { signal } = new AbortController();
    await store.create(beginning("a"));
    await store.append("a", 0, [statusOf("a", "TASK_STATE_COMPLETED")]);
    const evicted = store.changed("a", 1, signal);
    await store.create(beginning("b"));
    await evicted;
    const aged = store.changed("b", 0, signal);
    clock.time = 101;
    expect(store.size).toBe(0);
    await aged;
  });

  test("idempotency keys are forgotten with their tasks, and one that was used again stays", async () => {
    const store = makeStore({ maxTasks: 2 });
    const send = (id: string, since: string): Promise<{ existing: string | undefined }> =>
      store.create({ ...beginning(id, `2026-01-01T00:00:0${id.length}Z`), idempotency: { key: "k", since } });
    await send("a", "2026-01-01T00:00:00Z");
    await send("bb", "2026-01-01T00:00:02Z");
    await store.delete("a");
    expect(await send("c", "2026-01-01T00:00:00Z")).toEqual({ existing: "bb" });
    await store.delete("bb");
    expect(await send("c", "2026-01-01T00:00:00Z")).toEqual({ existing: undefined });
  });

  test("nothing listens to a signal any more once the wait is over", async () => {
    const store = makeStore({});
    const controller = new AbortController();
    const counted = countListeners(controller.signal);
    await store.create(beginning("a"));
    for (let version = 0; version < 20; version++) {
      const waiting = store.changed("a", version, controller.signal);
      expect(counted()).toBe(1);
      await store.append("a", version, [textOf("a", "x", "y")]);
      await waiting;
      expect(counted()).toBe(0);
    }
    await store.changed("a", 0, controller.signal);
    expect(counted()).toBe(0);
  });
});

function makeStore(options: Omit<MemoryTaskStoreOptions, "service">): MemoryTaskStore {
  return new MemoryTaskStore({ service: A2AService, ...options });
}

async function idsOf(store: MemoryTaskStore): Promise<string[]> {
  const { tasks } = await store.list({ scope: "scope", limit: 100, artifacts: false });
  return tasks.map(({ id }) => id).toSorted();
}

function countListeners(signal: AbortSignal): () => number {
  let count = 0;
  const { addEventListener, removeEventListener } = signal;
  signal.addEventListener = (...given: Parameters<typeof addEventListener>) => {
    count++;
    addEventListener.apply(signal, given);
  };
  signal.removeEventListener = (...given: Parameters<typeof removeEventListener>) => {
    count--;
    removeEventListener.apply(signal, given);
  };
  return () => count;
}
