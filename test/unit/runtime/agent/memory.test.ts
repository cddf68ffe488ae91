import { type Execute, type TaskStore, textArtifact, working } from "@a2agen/runtime/agent";
import { describe, expect, test } from "vitest";
import { keptIn, memoryStore, send } from "../../../shared/agent/kept.ts";
import { createGate, start, taskOf, userMessage } from "../../../shared/agent/start-agent.ts";
import { withLeases } from "./store/leased-store.ts";

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
