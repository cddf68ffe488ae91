import { A2AService, type Task as TaskOfOld } from "@a2agen/a2a-1.0";
import { A2AService as NextService, type StreamResponse } from "@a2agen/a2a-1.1-dev";
import {
  completed,
  inputRequired,
  MemoryTaskStore,
  type TaskStore,
  textArtifact,
  working,
} from "@a2agen/runtime/agent";
import { connect } from "@a2agen/runtime/client";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { rest } from "@a2agen/runtime/rest";
import { isCallError } from "@a2agen/runtime/service";
import { describe, expect, test } from "vitest";
import { collect } from "../../../shared/collect.ts";
import { nextCard, startNext } from "../../../shared/versions/start-next.ts";

/** Obeys the letters of a message: work, artifact, more of it, its end, input required; then it is done. */
async function* execute({ text }: { readonly text: string }) {
  for (const letter of text) {
    if (letter === "w") yield working("at it");
    if (letter === "a") yield textArtifact("a", "one");
    if (letter === "m") yield textArtifact("a", "two", { append: true });
    if (letter === "e") yield textArtifact("a", "three", { append: true, lastChunk: true });
    if (letter === "i") yield inputRequired("what next?");
    if (letter === "u") yield { metadata: { usage: 1 } };
  }
  if (!text.includes("i")) yield completed("done");
}

function say(text: string, taskId?: string) {
  return {
    messageId: crypto.randomUUID(),
    role: "ROLE_USER" as const,
    parts: [{ text }],
    ...(taskId === undefined ? {} : { taskId }),
  };
}

async function open(options: Partial<Parameters<typeof startNext>[0]> = {}, binding = jsonRpc()) {
  const { fetch, agent } = startNext({ execute, ...options });
  const next = await connect(NextService, nextCard, { bindings: [binding], fetch });
  const older = await connect(A2AService, nextCard, { bindings: [binding], fetch });
  return { agent, client: next.client, older: older.client };
}

function generationsOf(events: readonly StreamResponse[]): readonly (string | undefined)[] {
  return events.map(
    ({ task, statusUpdate, artifactUpdate }) => (task ?? statusUpdate ?? artifactUpdate)?.generation,
  );
}

describe("a task of 1.1", () => {
  test("counts metadata as a change, and has no step of the timeline for it", async () => {
    const { client } = await open();
    const events = await collect(client.sendStreamingMessage({ message: say("wu") }));
    expect(generationsOf(events)).toEqual(["1", "2", "3", "4"]);
    const task = await client.getTask({ id: events[0]?.task?.id ?? "" });
    expect(task.metadata).toEqual({ usage: 1 });
    expect(task.timeline?.map(({ generation }) => generation)).toEqual(["1", "2", "4"]);
  });

  test("counts each change, in its events and in itself", async () => {
    const { client } = await open();
    const first = await collect(client.sendStreamingMessage({ message: say("wamei") }));
    expect(generationsOf(first)).toEqual(["1", "2", "3", "4", "5", "6"]);
    const id = first[0]?.task?.id ?? "";
    const second = await collect(client.sendStreamingMessage({ message: say("w", id) }));
    // The task goes to work, and the message of the client is no event of its own.
    expect(generationsOf(second)).toEqual(["8", "9", "10"]);
    const task = await client.getTask({ id });
    expect(task.generation).toBe("10");
    expect(task.artifacts).toMatchObject([{ artifactId: "a", startGeneration: "3", endGeneration: "5" }]);
    const steps = task.timeline?.map(({ message, status, generation }) => [
      generation,
      message?.parts[0]?.text ?? status?.state,
    ]);
    expect(steps).toEqual([
      ["1", "wamei"],
      ["2", "TASK_STATE_WORKING"],
      ["6", "TASK_STATE_INPUT_REQUIRED"],
      ["7", "TASK_STATE_WORKING"],
      ["8", "w"],
      ["9", "TASK_STATE_WORKING"],
      ["10", "TASK_STATE_COMPLETED"],
    ]);
    // Deprecated in 1.1, and still filled.
    const { history } = task as TaskOfOld;
    expect(history?.map(({ parts }) => parts[0]?.text)).toEqual([
      "wamei",
      "at it",
      "what next?",
      "w",
      "at it",
    ]);
  });

  test("counts on after the entries of its log were dropped", async () => {
    const store = new MemoryTaskStore({ service: NextService });
    const { client } = await open({ store });
    const { task } = await client.sendMessage({ message: say("wamei") });
    const id = task?.id ?? "";
    const before = await client.getTask({ id });
    const compact = () => store.compact({ before: "2999-01-01T00:00:00Z", limit: 9, entries: 1 });
    expect(await compact()).toEqual([id]);
    expect(await client.getTask({ id })).toEqual(before);
    const configuration = { ifGenerationMatch: "6", timelineLength: 0 };
    const { task: later } = await client.sendMessage({ message: say("w", id), configuration });
    expect(later?.generation).toBe("10");
    const whole = await client.getTask({ id });
    expect(whole.timeline?.slice(0, -4)).toEqual(before.timeline);
    expect(whole.artifacts).toEqual(before.artifacts);
    expect(await compact()).toEqual([id]);
    expect(await client.getTask({ id })).toEqual(whole);
  });

  test("shows as much of its timeline as is asked for", async () => {
    const { client } = await open();
    const { task } = await client.sendMessage({ message: say("w"), configuration: { timelineLength: 1 } });
    expect(task?.timeline).toMatchObject([{ status: { state: "TASK_STATE_COMPLETED" }, generation: "3" }]);
    const id = task?.id ?? "";
    expect("timeline" in (await client.getTask({ id, timelineLength: 0 }))).toBe(false);
    const { tasks } = await client.listTasks({ timelineLength: 2 });
    expect(tasks).toMatchObject([
      { id, generation: "3", timeline: [{ generation: "2" }, { generation: "3" }] },
    ]);
    const [listed] = (await client.listTasks({})).tasks;
    expect([listed?.generation, listed?.timeline, (listed as TaskOfOld).history]).toEqual([
      "3",
      undefined,
      undefined,
    ]);
  });

  test("is read once for a page, where the store says its version", async () => {
    const memory = new MemoryTaskStore({ service: NextService });
    let [reads, isSaid] = [0, true];
    const store: TaskStore = {
      create: memory.create.bind(memory),
      append: memory.append.bind(memory),
      read: (id) => {
        reads++;
        return memory.read(id);
      },
      entries: memory.entries.bind(memory),
      list: async (query) => {
        const { versions, ...page } = await memory.list(query);
        return isSaid && versions !== undefined ? { versions, ...page } : page;
      },
      delete: memory.delete.bind(memory),
    };
    const { client } = await open({ store });
    await client.sendMessage({ message: say("w") });
    const list = async () => {
      reads = 0;
      const { tasks } = await client.listTasks({});
      return [reads, tasks.map(({ generation }) => generation)];
    };
    expect(await list()).toEqual([0, ["3"]]);
    isSaid = false;
    expect(await list()).toEqual([1, ["3"]]);
  });

  test("says nothing of it to clients of 1.0", async () => {
    const { older } = await open();
    const events = await collect(older.sendStreamingMessage({ message: say("wame") }));
    const [first] = events;
    const task = await older.getTask({ id: first?.task?.id ?? "" });
    expect(JSON.stringify([events, task, await older.listTasks({})])).not.toMatch(/generation|timeline/i);
  });
});

describe("a client of 1.1 that knows a generation", () => {
  test("waits until the task is beyond it", async () => {
    const { client } = await open();
    const { task } = await client.sendMessage({ message: say("i") });
    const id = task?.id ?? "";
    expect(task?.generation).toBe("2");
    const behind = await client.getTask({ id, currentGeneration: "1" });
    expect(behind.generation).toBe("2");
    const waiting = client.getTask({ id, currentGeneration: "2" });
    const early = await Promise.race([waiting, new Promise((resolve) => setTimeout(resolve, 30, "held"))]);
    expect(early).toBe("held");
    await client.sendMessage({ message: say("w", id) });
    expect(Number((await waiting).generation)).toBeGreaterThan(2);
    // Nothing follows after the end.
    expect((await client.getTask({ id, currentGeneration: "99" })).status.state).toBe("TASK_STATE_COMPLETED");
  });

  test("gets the task as it is when the time is up", async () => {
    const { client } = await open({ limits: { holdMs: 20 } });
    const { task } = await client.sendMessage({ message: say("i") });
    const id = task?.id ?? "";
    const held = await Promise.all([1, 2, 3].map(() => client.getTask({ id, currentGeneration: "2" })));
    expect(held.map(({ generation }) => generation)).toEqual(["2", "2", "2"]);
  });

  test("is answered over a store that cannot tell, and leaves nothing behind", async () => {
    const memory = new MemoryTaskStore({ service: NextService });
    const store = {
      create: memory.create.bind(memory),
      append: memory.append.bind(memory),
      read: memory.read.bind(memory),
      entries: memory.entries.bind(memory),
      list: memory.list.bind(memory),
      delete: memory.delete.bind(memory),
    };
    const { client } = await open({ store, limits: { pollMs: 10 } });
    const { task } = await client.sendMessage({ message: say("i") });
    const id = task?.id ?? "";
    const waiting = client.getTask({ id, currentGeneration: "2" });
    await client.sendMessage({ message: say("w", id) });
    expect(Number((await waiting).generation)).toBeGreaterThan(2);
  });
});

describe.each([jsonRpc(), rest()])("a message for one generation over $binding", (binding) => {
  test("is taken when the task is at it, and refused when it is not", async () => {
    const { client, older } = await open({}, binding);
    const { task } = await client.sendMessage({ message: say("i") });
    const taskId = task?.id ?? "";
    const stale = await client
      .sendMessage({ message: say("wi", taskId), configuration: { ifGenerationMatch: "1" } })
      .catch((error: unknown) => error);
    expect(isCallError(stale) && { name: stale.name, http: stale.http, metadata: stale.metadata }).toEqual({
      name: "TaskGenerationMismatchError",
      http: 409,
      metadata: { taskId, expectedGeneration: "1", currentGeneration: "2" },
    });
    const fresh = await client.sendMessage({
      message: say("wi", taskId),
      configuration: { ifGenerationMatch: "2" },
    });
    expect(fresh.task?.generation).toBe("6");
    // 1.0 has no such field, and a task that begins has no generation yet.
    const configuration = { ifGenerationMatch: "1", historyLength: 1 };
    expect((await older.sendMessage({ message: say("i", taskId), configuration })).task?.status.state).toBe(
      "TASK_STATE_INPUT_REQUIRED",
    );
    expect((await client.sendMessage({ message: say("w"), configuration })).task?.generation).toBe("3");
  });

  test("of several messages for one generation one is taken", async () => {
    const { client } = await open({}, binding);
    const { task } = await client.sendMessage({ message: say("i") });
    const taskId = task?.id ?? "";
    const results = await Promise.allSettled(
      [1, 2, 3, 4].map(() =>
        client.sendMessage({ message: say("wi", taskId), configuration: { ifGenerationMatch: "2" } }),
      ),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});
