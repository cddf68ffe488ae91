import { A2AService, type A2AServiceClient } from "@a2agen/a2a-1.0";
import {
  type AgentEvent,
  type Execute,
  inputRequired,
  MemoryTaskStore,
  type TaskStore,
  type Turn,
  textArtifact,
  working,
} from "@a2agen/runtime/agent";
import { describe, expect, test } from "vitest";
import {
  aborted,
  createGate,
  failureOf,
  start,
  taskOf,
  userMessage,
} from "../../../shared/agent/start-agent.ts";
import { withLeases } from "./store/leased-store.ts";

function memoryStore(): MemoryTaskStore {
  return new MemoryTaskStore({ service: A2AService });
}

/** A message to a new task, or to one that waits. */
async function send(client: A2AServiceClient, text: string, taskId?: string) {
  const message = userMessage(text, taskId === undefined ? {} : { taskId });
  return taskOf(await client.sendMessage({ message }));
}

/** The state of a task and of the memory of its context, as a store has them. */
async function keptIn(
  store: TaskStore,
  { id, contextId = "" }: { readonly id: string; readonly contextId?: string },
) {
  const scope = (await store.read(id))?.scope ?? "";
  return {
    state: await store.state?.ofTask(id),
    memory: (await store.state?.ofContext({ scope, contextId }))?.values,
  };
}

/** A store whose appends are watched before they are written. */
function watch(
  store: MemoryTaskStore,
  onAppend: (...given: Parameters<TaskStore["append"]>) => Promise<void>,
) {
  return new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (name !== "append") return typeof member === "function" ? (member.bind(target) as unknown) : member;
      return async (...given: Parameters<TaskStore["append"]>) => {
        await onAppend(...given);
        return target.append(...given);
      };
    },
  });
}

/** An agent that counts its turns in its state, and tells clients. */
async function* counting({ state }: Turn): AsyncGenerator<AgentEvent> {
  const count = ((await state.get<number>("count")) ?? 0) + 1;
  state.set("count", count);
  yield inputRequired(String(count));
}

describe("the state of a task", () => {
  test("is there in its later turns, and is that of no other task", async () => {
    const store = memoryStore();
    const { client } = await start({ store, execute: counting });
    const first = await send(client, "go");
    await send(client, "go");
    const again = await send(client, "go on", first.id);
    expect(again.status.message?.parts).toEqual([{ text: "2" }]);
    expect(await store.state.ofTask(first.id)).toEqual({ count: 2 });
    const shown = JSON.stringify(await client.getTask({ id: first.id }));
    expect(shown).not.toContain("count");
  });

  test("is written in the append of the event that follows, of a step, and of the end of a turn", async () => {
    const store = memoryStore();
    const appends: unknown[] = [];
    const watched = watch(store, async (_id, _version, entries, _leaseMs, writes) => {
      appends.push([entries.flatMap((entry) => Object.keys(entry)), writes?.state]);
    });
    const { client } = await start({
      store: watched,
      async *execute({ state, step }) {
        state.set("a", 1);
        yield working();
        state.set("b", { list: [2] });
        await step("s", () => null);
        state.set("a", undefined);
        yield textArtifact("x", "text");
        state.set("c", 3);
      },
    });
    const { id } = await send(client, "go");
    expect(appends).toEqual([
      [["statusUpdate"], { a: 1 }],
      [["step"], { a: 1, b: { list: [2] } }],
      [["artifactUpdate", "statusUpdate"], { b: { list: [2] }, c: 3 }],
    ]);
    expect(await store.state.ofTask(id)).toEqual({ b: { list: [2] }, c: 3 });
  });

  test("is written with the piece that follows it, and with no piece before, however slow the store is", async () => {
    const seen: unknown[] = [];
    let pieces = 0;
    const watched = watch(memoryStore(), async (_id, _version, entries, _leaseMs, writes) => {
      pieces += entries.filter((entry) => "artifactUpdate" in entry).length;
      if (writes !== undefined)
        seen.push([pieces, writes.state?.["pieces"], writes.memory?.values["pieces"]]);
      for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    });
    const { client } = await start({
      store: watched,
      async *execute({ state, memory }) {
        for (let piece = 1; piece <= 200; piece++) {
          state.set("pieces", piece);
          memory.set("pieces", piece);
          // Pieces of one packet, and packets.
          if (piece % 7 === 0) await new Promise((resolve) => setImmediate(resolve));
          yield textArtifact("a", "x", { append: piece > 1 });
          if (piece % 50 === 0) yield working();
        }
      },
    });
    await send(client, "go");
    expect(pieces).toBe(200);
    expect(seen.length).toBeGreaterThan(4);
    expect(seen).toEqual(seen.map((one) => Array.from({ length: 3 }, () => (one as number[])[0])));
  });

  test("gives copies, and what was set before it is written", async () => {
    const seen: unknown[] = [];
    const { client } = await start({
      async *execute({ state }) {
        const given = { list: [1] };
        state.set("k", given);
        given.list.push(2);
        const read = await state.get<{ list: number[] }>("k");
        read?.list.push(3);
        seen.push(await state.get("k"), await state.get("__proto__"), await state.get("toString"));
        state.set("k", undefined);
        seen.push(await state.get("k"));
        state.set("__proto__", { own: true });
        yield working();
        seen.push(await state.get("__proto__"));
      },
    });
    await send(client, "go");
    expect(seen).toEqual([{ list: [1] }, undefined, undefined, undefined, { own: true }]);
  });

  test("is what was written when a turn begins again in another process", async () => {
    const shared = withLeases(memoryStore());
    const stuck = createGate();
    const seen: unknown[] = [];
    const execute: Execute = async function* ({ attempt, state, memory, signal }) {
      seen.push([attempt, await state.get("s"), await memory.get("m")]);
      if (attempt > 1) return;
      state.set("s", "written");
      memory.set("m", "written");
      yield working();
      state.set("s", "not written");
      memory.set("m", "not written");
      stuck.open();
      await aborted(signal);
      throw signal.reason;
    };
    const options = { store: shared, execute, resumable: true, limits: { leaseMs: 90 } };
    const first = await start(options);
    const message = userMessage("go");
    const sent = await first.client.sendMessage({ message, configuration: { returnImmediately: true } });
    await stuck.opened;
    const second = await start(options);
    await first.agent.close();
    const { id } = taskOf(sent);
    await expect
      .poll(async () => (await second.client.getTask({ id })).status.state)
      .toBe("TASK_STATE_COMPLETED");
    expect(seen).toEqual([
      [1, undefined, undefined],
      [2, "written", "written"],
    ]);
  });

  test("is not that of before another process has ended the turn that asked", async () => {
    const store = memoryStore();
    const [asks, mayEnd, hasRead, mayAnswer] = [createGate(), createGate(), createGate(), createGate()];
    const one = await start({
      store,
      async *execute({ state }) {
        yield inputRequired("?");
        asks.open();
        await mayEnd.opened;
        state.set("a", 1);
      },
    });
    const two = await start({
      store,
      async execute({ state }) {
        await state.get("a");
        hasRead.open();
        await mayAnswer.opened;
        return (async function* () {
          state.set("b", await state.get("a"));
          yield working();
        })();
      },
    });
    const { id } = await send(one.client, "go");
    await asks.opened;
    const answered = send(two.client, "go on", id);
    await hasRead.opened;
    mayEnd.open();
    await expect.poll(() => store.state.ofTask(id)).toEqual({ a: 1 });
    mayAnswer.open();
    await answered;
    expect(await store.state.ofTask(id)).toEqual({ a: 1, b: 1 });
  });

  test("is written with a reply to a task that waits", async () => {
    const store = memoryStore();
    const { client } = await start({
      store,
      async execute({ text, state, memory }) {
        if (text === "go") {
          return (async function* () {
            yield inputRequired("?");
          })();
        }
        state.set("s", text);
        memory.set("m", text);
        return "noted";
      },
    });
    const task = await send(client, "go");
    const { message } = await client.sendMessage({ message: userMessage("note", { taskId: task.id }) });
    expect(message?.parts).toEqual([{ text: "noted" }]);
    expect(await keptIn(store, task)).toEqual({ state: { s: "note" }, memory: { m: "note" } });
  });

  test("has a limit, which its error names with the size, and `set` throws where it is known", async () => {
    const errors: unknown[] = [];
    const store = memoryStore();
    const { client, reported } = await start({
      store,
      limits: { stateSize: 100, memorySize: 100 },
      async *execute({ state, memory, text }) {
        state.set("a", "x".repeat(50));
        memory.set("a", "x".repeat(50));
        for (const kept of [state, memory]) {
          try {
            kept.set("b", "y".repeat(50));
          } catch (error) {
            errors.push(String(error));
          }
        }
        if (text === "more") memory.set("c", "z".repeat(40));
        yield working();
      },
    });
    const limit = (name: string, size: number, of: string): string =>
      `LimitError: turn.${name}: ${size} UTF-16 code units of JSON, expected at most 100, the limit ${of} of createAgent`;
    const task = await send(client, "go");
    expect(task.status.state).toBe("TASK_STATE_COMPLETED");
    expect(errors).toEqual([limit("state", 116, "stateSize"), limit("memory", 116, "memorySize")]);
    const kept = { a: "x".repeat(50) };
    expect(await keptIn(store, task)).toEqual({ state: kept, memory: kept });
    // What another task has written counts, which is known when it is read.
    const message = userMessage("more", { contextId: task.contextId ?? "" });
    const failed = taskOf(await client.sendMessage({ message }));
    expect(failed.status.message?.parts).toEqual([
      { text: "The agent made more of this task than is kept." },
    ]);
    expect(reported.map(({ error }) => String(error))).toEqual([limit("memory", 106, "memorySize")]);
    expect(await keptIn(store, failed)).toEqual({ state: undefined, memory: kept });
  });

  test.each<{ readonly name: string; readonly value: unknown; readonly found?: string }>([
    { name: "a function", value: () => 1 },
    { name: "a symbol", value: Symbol("s") },
    { name: "a big integer", value: { n: 1n } },
    { name: "a promise", value: Promise.resolve(1), found: "a promise" },
  ])("takes no $name", async ({ value, found = "something else" }) => {
    const { client, reported } = await start({
      async *execute({ state }) {
        yield working();
        state.set("k", value as string);
      },
    });
    expect((await send(client, "go")).status.state).toBe("TASK_STATE_FAILED");
    expect(reported.map(({ error }) => String(error))).toEqual([
      `TypeError: turn.state: expected JSON for "k", found ${found}`,
    ]);
  });

  test("can be read before there is a task, and not written; a reply keeps nothing", async () => {
    const seen: unknown[] = [];
    const { client, reported } = await start({
      async execute({ state, memory }) {
        seen.push(await state.get("k"), await memory.get("k"));
        memory.set("k", 1);
        return "never";
      },
    });
    await failureOf(client.sendMessage({ message: userMessage("go") }));
    expect(seen).toEqual([undefined, undefined]);
    expect(reported.map(({ error }) => (error as Error).message)).toEqual([
      "execute: turn.memory.set needs a task: call it in an async iterable, not before",
    ]);
  });

  test("cannot be set once the task has ended", async () => {
    const caught: unknown[] = [];
    const { client } = await start({
      async *execute({ state, memory }) {
        yield { status: { state: "TASK_STATE_COMPLETED" } };
        for (const kept of [state, memory]) {
          try {
            kept.set("k", 1);
          } catch (error) {
            caught.push((error as Error).message);
          }
        }
      },
    });
    await send(client, "go");
    const said = "the turn is over, or goes on in another process";
    await expect.poll(() => caught).toEqual([said, said]);
  });

  test("fails at its first use over a store that keeps none", async () => {
    const { state: _, ...inner } = withLeases(memoryStore());
    const errors: string[] = [];
    const { client } = await start({
      store: inner,
      async *execute({ state, memory }) {
        yield working();
        const uses = [
          () => state.get("k"),
          async () => state.set("k", 1),
          () => memory.get("k"),
          async () => memory.set("k", 1),
          () => memory.update("k", () => 1),
        ];
        for (const use of uses) await use().catch((error: unknown) => errors.push(String(error)));
      },
    });
    expect((await send(client, "go")).status.state).toBe("TASK_STATE_COMPLETED");
    const said =
      "the store of this agent keeps no state: expected a TaskStore with `state`, such as MemoryTaskStore or that of @a2agen/postgres";
    expect(errors).toEqual(
      ["state.get", "state.set", "memory.get", "memory.set", "memory.update"].map(
        (name) => `TypeError: turn.${name}: ${said}`,
      ),
    );
  });
});

/** Turns of one context, which go on when they are told to. */
async function startTogether(execute: Execute, store = memoryStore()) {
  const started = await start({ store, execute });
  const contextId = "together";
  return {
    ...started,
    store,
    begin: async (text: string) => {
      const message = userMessage(text, { contextId });
      return taskOf(await started.client.sendMessage({ message }));
    },
    memory: async () => (await store.state.ofContext({ scope: "[null,null]", contextId }))?.values,
  };
}

describe("the memory of a context", () => {
  test("is that of all its tasks, of one caller", async () => {
    const { clientOf } = await start({
      async *execute({ memory, text }) {
        const before = (await memory.get<string[]>("said")) ?? [];
        memory.set("said", [...before, text]);
        yield textArtifact("said", before.join(","));
      },
    });
    const said = async (caller: string, text: string): Promise<unknown> => {
      const message = userMessage(text, { contextId: "c" });
      const { artifacts } = taskOf(await clientOf(caller).sendMessage({ message }));
      return artifacts?.[0]?.parts[0]?.text;
    };
    expect(await said("alice", "a")).toBe("");
    expect(await said("alice", "b")).toBe("a");
    expect(await said("bob", "c")).toBe("");
    expect(await said("alice", "d")).toBe("a,b");
  });

  test("`update` is made again of what other tasks have written, and none is lost", async () => {
    const { begin, memory } = await startTogether(async function* ({ memory: kept, text }) {
      yield working();
      for (let round = 0; round < 5; round++) {
        await kept.update<Record<string, number>>("counts", (old = {}) => ({
          ...old,
          all: (old["all"] ?? 0) + 1,
          [text]: (old[text] ?? 0) + 1,
        }));
      }
    });
    await Promise.all(["a", "b", "c"].map(begin));
    expect(await memory()).toEqual({ counts: { all: 15, a: 5, b: 5, c: 5 } });
  });

  test("`set` fails when what was read has changed, and writes nothing of the event", async () => {
    const hasRead = createGate();
    const mayGoOn = createGate();
    const { begin, memory, client, reported } = await startTogether(async function* ({ memory: kept, text }) {
      const before = (await kept.get<string>("k")) ?? "nothing";
      if (text === "slow") {
        hasRead.open();
        await mayGoOn.opened;
      }
      kept.set("k", `${text} after ${before}`);
      yield textArtifact("k", text);
    });
    const slow = begin("slow");
    await hasRead.opened;
    await begin("fast");
    mayGoOn.open();
    const { id, status } = await slow;
    expect(status.state).toBe("TASK_STATE_FAILED");
    expect((await client.getTask({ id })).artifacts).toBeUndefined();
    expect(await memory()).toEqual({ k: "fast after nothing" });
    expect(reported.map(({ error }) => (error as Error).message)).toEqual([
      'turn.memory.set: the value "k" has changed since it was read, by another task of the context: use turn.memory.update',
    ]);
  });

  test("`set` fails when what the turn has set and read has changed since it was written", async () => {
    const isWritten = createGate();
    const mayGoOn = createGate();
    const { begin, memory } = await startTogether(async function* ({ memory: kept, text }) {
      kept.set("n", text);
      await kept.get("n");
      yield working();
      if (text === "fast") return;
      isWritten.open();
      await mayGoOn.opened;
      kept.set("n", "slow again");
      yield working();
    });
    const slow = begin("slow");
    await isWritten.opened;
    await begin("fast");
    mayGoOn.open();
    expect((await slow).status.state).toBe("TASK_STATE_FAILED");
    expect(await memory()).toEqual({ n: "fast" });
  });

  test("a slow read does not bring back what was there before a write", async () => {
    const inner = memoryStore();
    const isWritten = createGate();
    const seen: unknown[] = [];
    let reads = 0;
    const store: TaskStore = {
      ...withLeases(inner),
      state: {
        ofTask: (id) => inner.state.ofTask(id),
        async ofContext(context) {
          const isFirst = ++reads === 1;
          const found = await inner.state.ofContext(context);
          if (isFirst) await isWritten.opened;
          return found;
        },
      },
    };
    const { client } = await start({
      store,
      async *execute({ memory }) {
        const slow = memory.get("n");
        memory.set("n", 1);
        yield working();
        isWritten.open();
        seen.push(await slow);
        memory.set("n", 2);
      },
    });
    const task = await send(client, "go");
    expect(task.status.state).toBe("TASK_STATE_COMPLETED");
    expect(seen).toEqual([1]);
    expect((await keptIn(inner, task)).memory).toEqual({ n: 2 });
  });

  test("what was not read is set whatever others write, and other keys do not matter", async () => {
    const hasRead = createGate();
    const mayGoOn = createGate();
    const { begin, memory } = await startTogether(async function* ({ memory: kept, text }) {
      await kept.get("other");
      if (text === "slow") {
        hasRead.open();
        await mayGoOn.opened;
      }
      kept.set("last", text);
      kept.set(text, true);
      yield working();
      // Its own write is no change by another task.
      await kept.get("last");
      kept.set("last", `${text} again`);
    });
    const slow = begin("slow");
    await hasRead.opened;
    await begin("fast");
    mayGoOn.open();
    expect((await slow).status.state).toBe("TASK_STATE_COMPLETED");
    expect(await memory()).toEqual({ last: "slow again", slow: true, fast: true });
  });

  test("`update` sees what was set, takes it along, and removes a value by undefined", async () => {
    const seen: unknown[] = [];
    const { begin, memory } = await startTogether(async function* ({ memory: kept }) {
      yield working();
      kept.set("n", 1);
      kept.set("other", "set");
      seen.push(await kept.update<number>("n", (old = 0) => old + 1));
      seen.push(await memory(), await kept.get("n"));
      kept.set("n", 9);
      yield working();
      seen.push(await kept.update<number | undefined>("n", () => undefined), await kept.get("n"));
    });
    const { status } = await begin("go");
    expect(status.state).toBe("TASK_STATE_COMPLETED");
    expect(seen).toEqual([2, { n: 2, other: "set" }, 2, undefined, undefined]);
    expect(await memory()).toEqual({ other: "set" });
  });

  test("an error of `change` is that of `update`, which then writes nothing", async () => {
    const { begin, memory } = await startTogether(async function* ({ memory: kept }) {
      yield textArtifact("a", "text");
      await kept.update("k", () => 1);
      await expect(
        kept.update("k", () => {
          throw new Error("no");
        }),
      ).rejects.toThrow("no");
      const change = (async () => 1) as unknown as () => number;
      await expect(kept.update("k", change)).rejects.toThrow(
        'turn.memory: expected JSON for "k", found a promise',
      );
      await expect(kept.update("k", () => "x".repeat(2_000_000))).rejects.toThrow(
        "turn.memory: 2000009 UTF-16 code units of JSON, expected at most 1048576",
      );
    });
    const task = await begin("go");
    expect(task).toMatchObject({
      status: { state: "TASK_STATE_COMPLETED" },
      artifacts: [{ artifactId: "a" }],
    });
    expect(await memory()).toEqual({ k: 1 });
  });

  test("a turn that fails does not write what was set since its last event", async () => {
    const { begin, memory } = await startTogether(async function* ({ memory: kept, state }) {
      kept.set("written", true);
      yield working();
      kept.set("written", false);
      state.set("s", 1);
      throw new Error("no");
    });
    expect((await begin("go")).status.state).toBe("TASK_STATE_FAILED");
    expect(await memory()).toEqual({ written: true });
  });

  test.each<{ readonly name: string; readonly isCanceled: boolean }>([
    { name: "failed", isCanceled: false },
    { name: "canceled", isCanceled: true },
  ])("that is too large does not keep a task from being $name", async ({ isCanceled }) => {
    const store = memoryStore();
    const hasYielded = createGate();
    const { client, reported } = await start({
      store,
      limits: { memorySize: 100 },
      async *execute({ memory, text, signal }) {
        if (text === "first") memory.set("first", "x".repeat(60));
        yield working();
        if (text === "first") return;
        memory.set("second", "x".repeat(60));
        hasYielded.open();
        if (isCanceled) await aborted(signal);
        yield textArtifact("a", "text");
        throw new Error("no");
      },
    });
    const { contextId = "" } = await send(client, "first");
    const message = userMessage("second", { contextId });
    const configuration = { returnImmediately: true };
    const { id } = taskOf(await client.sendMessage({ message, configuration }));
    await hasYielded.opened;
    if (isCanceled) await client.cancelTask({ id });
    const state = isCanceled ? "TASK_STATE_CANCELED" : "TASK_STATE_FAILED";
    await expect.poll(async () => (await client.getTask({ id })).status.state).toBe(state);
    expect(reported.map(({ error }) => (error as Error).message)).toContainEqual(
      expect.stringContaining("the limit memorySize"),
    );
  });

  test("goes with the last task of its context", async () => {
    const { begin, memory, store } = await startTogether(async function* ({ memory: kept, text }) {
      kept.set(text, true);
      yield working();
    });
    const [first, second] = [await begin("a"), await begin("b")];
    await store.delete(second.id);
    expect(await memory()).toEqual({ a: true, b: true });
    await store.delete(first.id);
    expect(await memory()).toBeUndefined();
  });
});
