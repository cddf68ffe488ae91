import { textArtifact, working } from "@a2agen/runtime/agent";
import { describe, expect, test } from "vitest";
import { keptIn, memoryStore, send } from "../../../shared/agent/kept.ts";
import {
  aborted,
  createGate,
  failureOf,
  start,
  taskOf,
  userMessage,
} from "../../../shared/agent/start-agent.ts";
import { withLeases } from "./store/leased-store.ts";

describe("what a turn keeps", () => {
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
    expect(await keptIn(store, failed)).toEqual({ memory: kept });
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
});
