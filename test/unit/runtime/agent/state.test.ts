import {
  type AgentEvent,
  type Execute,
  inputRequired,
  type MemoryTaskStore,
  type TaskStore,
  type Turn,
  textArtifact,
  working,
} from "@a2agen/runtime/agent";
import { describe, expect, test } from "vitest";
import { keptIn, memoryStore, send } from "../../../shared/agent/kept.ts";
import { aborted, createGate, start, taskOf, userMessage } from "../../../shared/agent/start-agent.ts";
import { withLeases } from "./store/leased-store.ts";

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
    expect(await store.state.ofTask(first.id)).toEqual({ version: 2, values: { count: 2 } });
    const shown = JSON.stringify(await client.getTask({ id: first.id }));
    expect(shown).not.toContain("count");
  });

  test("is written in the append of the event that follows, of a step, and of the end of a turn", async () => {
    const store = memoryStore();
    const appends: unknown[] = [];
    const watched = watch(store, async (_id, _version, entries, _leaseMs, writes) => {
      appends.push([entries.flatMap((entry) => Object.keys(entry)), writes?.state?.values]);
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
    expect(await store.state.ofTask(id)).toEqual({ version: 3, values: { b: { list: [2] }, c: 3 } });
  });

  test("is written with the piece that follows it, and with no piece before, however slow the store is", async () => {
    const seen: unknown[] = [];
    let pieces = 0;
    const watched = watch(memoryStore(), async (_id, _version, entries, _leaseMs, writes) => {
      pieces += entries.filter((entry) => "artifactUpdate" in entry).length;
      if (writes !== undefined)
        seen.push([pieces, writes.state?.values["pieces"], writes.memory?.values["pieces"]]);
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
    await expect.poll(() => store.state.ofTask(id)).toEqual({ version: 1, values: { a: 1 } });
    mayAnswer.open();
    await answered;
    expect(await store.state.ofTask(id)).toEqual({ version: 2, values: { a: 1, b: 1 } });
  });

  test.each<{ readonly name: string; readonly answer: (turn: Turn) => unknown }>([
    { name: "a reply", answer: () => "noted" },
    {
      name: "an update of the memory",
      answer: ({ memory }) => memory.update("m", () => 1).then(() => "noted"),
    },
  ])("keeps what another process writes while $name is made, beside no entry", async ({ answer }) => {
    const store = memoryStore();
    const [asks, mayEnd] = [createGate(), createGate()];
    const one = await start({
      store,
      async *execute({ state }) {
        yield inputRequired("?");
        asks.open();
        await mayEnd.opened;
        state.set("a", 1);
      },
    });
    // The second process has read the state, and then the first one writes it.
    let isFirst = true;
    const late = watch(store, async (_id, _version, _entries, _leaseMs, writes) => {
      if (writes?.state === undefined || !isFirst) return;
      isFirst = false;
      mayEnd.open();
      await expect.poll(async () => (await store.state.ofTask(id))?.values).toEqual({ a: 1 });
    });
    const two = await start({
      store: late,
      async execute(turn) {
        turn.state.set("b", 2);
        return answer(turn) as Promise<string>;
      },
    });
    const { id } = await send(one.client, "go");
    await asks.opened;
    await two.client.sendMessage({ message: userMessage("note", { taskId: id }) });
    expect((await store.state.ofTask(id))?.values).toEqual({ a: 1, b: 2 });
  });

  test("`set` fails when what was read before the task was put back to work has changed since", async () => {
    const store = memoryStore();
    const [asks, mayEnd, hasRead, mayAnswer] = [createGate(), createGate(), createGate(), createGate()];
    const one = await start({
      store,
      async *execute({ state }) {
        yield inputRequired("?");
        asks.open();
        await mayEnd.opened;
        state.set("count", 5);
      },
    });
    const two = await start({
      store,
      async execute({ state }) {
        const before = (await state.get<number>("count")) ?? 0;
        hasRead.open();
        await mayAnswer.opened;
        return (async function* () {
          state.set("count", before + 1);
          yield working();
        })();
      },
    });
    const { id } = await send(one.client, "go");
    await asks.opened;
    const answered = send(two.client, "go on", id);
    await hasRead.opened;
    mayEnd.open();
    await expect.poll(async () => (await store.state.ofTask(id))?.values).toEqual({ count: 5 });
    mayAnswer.open();
    expect((await answered).status.state).toBe("TASK_STATE_FAILED");
    expect((await store.state.ofTask(id))?.values).toEqual({ count: 5 });
    expect(two.reported.map(({ error }) => (error as Error).message)).toEqual([
      'turn.state.set: the value "count" has changed since it was read, by another process that was at work on the task: read it again before you set it',
    ]);
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
});
