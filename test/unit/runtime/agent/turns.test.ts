import type { SendMessageResponse, Task } from "@a2agen/a2a-1.0";
import { completed, inputRequired, type Turn, textArtifact, working } from "@a2agen/runtime/agent";
import { describe, expect, test } from "vitest";
import {
  createGate,
  failureOf,
  follow,
  inShort,
  nextMillisecond,
  outline,
  type StartedAgent,
  start,
  stateOf,
  summary,
  taskOf,
  userMessage,
} from "../../../shared/agent/start-agent.ts";

describe("blocking and immediate sends", () => {
  test("a send waits until the task has ended, and has its artifacts", async () => {
    const { client } = await start({
      async *execute() {
        yield working("begun");
        yield textArtifact("a", "one");
        yield textArtifact("a", "two", { append: true });
        yield textArtifact("b", "three", { name: "B", lastChunk: true });
      },
    });
    const task = taskOf(await client.sendMessage({ message: userMessage("hi") }));
    expect(summary(task)).toEqual({
      state: "completed",
      history: ["user: hi", "agent: begun"],
      artifacts: ["a: onetwo", "b: three"],
    });
    expect(task.artifacts?.[1]).toEqual({ artifactId: "b", name: "B", parts: [{ text: "three" }] });
    expect(await client.getTask({ id: task.id })).toEqual(task);
  });

  test("a send that is to return at once has the task as it began", async () => {
    const gate = createGate();
    const { client } = await start({
      async *execute() {
        await gate.opened;
        yield completed();
      },
    });
    const message = userMessage("hi");
    const task = taskOf(await client.sendMessage({ message, configuration: { returnImmediately: true } }));
    expect(summary(task)).toEqual({ state: "submitted", history: ["user: hi"] });
    const { all } = await follow(client.subscribeToTask({ id: task.id }));
    gate.open();
    expect(outline(await all)).toEqual(["task submitted", "completed"]);
    expect(stateOf(await client.getTask({ id: task.id }))).toBe("completed");
  });

  test("an author that yields nothing completes its task", async () => {
    const { client } = await start({ async *execute() {} });
    expect(summary(taskOf(await client.sendMessage({ message: userMessage("hi") })))).toEqual({
      state: "completed",
      history: ["user: hi"],
    });
  });

  test("code after the last status runs to its end", async () => {
    const cleaned = createGate();
    const { client, reported } = await start({
      async *execute() {
        yield completed("done");
        cleaned.open();
      },
    });
    await client.sendMessage({ message: userMessage("hi") });
    await cleaned.opened;
    expect(reported).toEqual([]);
  });
});

describe("messages while a turn is at work", () => {
  test("they are kept in the history and have the next turns, in order", async () => {
    const gate = createGate();
    const turns: string[] = [];
    const { client } = await start({
      async *execute(turn) {
        turns.push(`${turn.text} of ${turn.task === undefined ? "none" : summaryOf(turn.task)}`);
        if (turn.text === "one") {
          yield working("busy");
          await gate.opened;
        }
        yield textArtifact(turn.text, `for ${turn.text}`);
      },
    });
    const { first, all } = await follow(client.sendStreamingMessage({ message: userMessage("one") }));
    const { id } = taskOf(first);
    const immediately = { configuration: { returnImmediately: true } };
    await client.sendMessage({ message: userMessage("two", { taskId: id }), ...immediately });
    const third = client.sendMessage({ message: userMessage("three", { taskId: id }) });
    await untilHistory(client, id, 3);
    gate.open();
    const task = taskOf(await third);
    expect(summary(task)).toEqual({
      state: "completed",
      history: ["user: one", "user: two", "user: three", "agent: busy"],
      artifacts: ["one: for one", "two: for two", "three: for three"],
    });
    expect(turns).toEqual([
      "one of none",
      "two of working user: one,user: two,user: three",
      "three of working user: one,user: two,user: three",
    ]);
    expect(outline(await all)).toEqual([
      "task submitted",
      "working: busy",
      "artifact one: for one",
      "artifact two: for two",
      "artifact three: for three",
      "completed",
    ]);
  });

  test("a task does not wait for a message that is there already", async () => {
    const gate = createGate();
    const { client } = await start({
      async *execute(turn) {
        if (turn.text === "one") {
          yield working();
          await gate.opened;
          yield inputRequired("How many?");
        } else {
          yield completed(`${turn.text} it is.`);
        }
      },
    });
    const { first, all } = await follow(client.sendStreamingMessage({ message: userMessage("one") }));
    const { id } = taskOf(first);
    const second = client.sendMessage({ message: userMessage("two", { taskId: id }) });
    await untilHistory(client, id, 2);
    gate.open();
    expect(summary(taskOf(await second))).toEqual({
      state: "completed",
      says: "two it is.",
      history: ["user: one", "user: two", "agent: How many?"],
    });
    expect(outline(await all)).toEqual([
      "task submitted",
      "working",
      "input-required: How many?",
      "working",
      "completed: two it is.",
    ]);
  });

  test("no more of them wait than the limit says", async () => {
    const gate = createGate();
    const { client } = await start({
      limits: { waitingMessages: 2 },
      async *execute({ text }) {
        if (text === "one") await gate.opened;
        yield textArtifact(text, text);
      },
    });
    const configuration = { returnImmediately: true };
    const { id } = taskOf(await client.sendMessage({ message: userMessage("one"), configuration }));
    for (const text of ["two", "three"]) {
      await client.sendMessage({ message: userMessage(text, { taskId: id }), configuration });
    }
    const error = await failureOf(client.sendMessage({ message: userMessage("four", { taskId: id }) }));
    expect(inShort(error)).toEqual({ error: "RESOURCE_EXHAUSTED" });
    const { all } = await follow(client.subscribeToTask({ id }));
    gate.open();
    await all;
    expect(summary(await client.getTask({ id }))).toEqual({
      state: "completed",
      history: ["user: one", "user: two", "user: three"],
      artifacts: ["one: one", "two: two", "three: three"],
    });
  });

  test("a reply to such a message ends the task with it", async () => {
    const gate = createGate();
    const { client } = await start({
      execute(turn) {
        if (turn.text !== "one") return Promise.resolve(`no: ${turn.text}`);
        return (async function* () {
          await gate.opened;
          yield working();
        })();
      },
    });
    const configuration = { returnImmediately: true };
    const { id } = taskOf(await client.sendMessage({ message: userMessage("one"), configuration }));
    const second = client.sendMessage({ message: userMessage("two", { taskId: id }) });
    await untilHistory(client, id, 2);
    gate.open();
    expect(summary(taskOf(await second))).toEqual({
      state: "completed",
      says: "no: two",
      history: ["user: one", "user: two"],
    });
  });

  test("a caller has a share of the turns, and leaves the others theirs", async () => {
    const gate = createGate();
    const { client } = await start({
      limits: { scopeTurns: 1 },
      scope: (call) => call.header("x-caller") ?? "",
      async *execute() {
        await gate.opened;
        yield* [];
      },
    });
    const send = (caller: string): Promise<SendMessageResponse> =>
      client.sendMessage(
        { message: userMessage(caller), configuration: { returnImmediately: true } },
        { headers: { "x-caller": caller } },
      );
    await send("eve");
    expect(inShort(await failureOf(send("eve")))).toEqual({ error: "RESOURCE_EXHAUSTED" });
    const { id } = taskOf(await send("bob"));
    const { all } = await follow(client.subscribeToTask({ id }, { headers: { "x-caller": "bob" } }));
    gate.open();
    await all;
    expect(taskOf(await send("bob")).id).not.toBe(id);
  });

  test("more turns than the limit are refused", async () => {
    const gate = createGate();
    const { client } = await start({
      limits: { turns: 1 },
      async *execute() {
        await gate.opened;
        yield* [];
      },
    });
    const configuration = { returnImmediately: true };
    const { id } = taskOf(await client.sendMessage({ message: userMessage("one"), configuration }));
    expect(inShort(await failureOf(client.sendMessage({ message: userMessage("two") })))).toEqual({
      error: "RESOURCE_EXHAUSTED",
    });
    const { all } = await follow(client.subscribeToTask({ id }));
    gate.open();
    await all;
    expect(stateOf(taskOf(await client.sendMessage({ message: userMessage("three") })))).toBe("completed");
  });
});

describe("what an author is given", () => {
  test("message, task, metadata and configuration", async () => {
    const turns: Turn[] = [];
    const { clientOf } = await start({
      async *execute(turn) {
        turns.push(turn);
        if (turn.task === undefined) yield inputRequired("And?");
      },
    });
    const client = clientOf("alice");
    const message = userMessage("", { parts: [{ text: "one" }, { data: 1 }, { text: "two" }] });
    const configuration = { acceptedOutputModes: ["text/html"], historyLength: 0 };
    const metadata = { a: { b: [1] } };
    const task = taskOf(await client.sendMessage({ message, configuration, metadata }));
    const { id, contextId } = task;
    await client.sendMessage({ message: userMessage("three", { taskId: id }) });
    const [first, second] = turns;
    expect({
      text: first?.text,
      message: first?.message,
      taskId: first?.taskId,
      contextId: first?.contextId,
      task: first?.task,
      metadata: first?.metadata,
      acceptedOutputModes: first?.acceptedOutputModes,
      configuration: first?.configuration,
      caller: first?.call.principal,
      aborted: first?.signal.aborted,
    }).toEqual({
      text: "one\ntwo",
      message: { ...message, contextId },
      taskId: id,
      contextId,
      task: undefined,
      metadata,
      acceptedOutputModes: ["text/html"],
      configuration,
      caller: { id: "alice" },
      aborted: false,
    });
    expect(second?.message).toMatchObject({ taskId: id, contextId, parts: [{ text: "three" }] });
    expect(second?.task === undefined ? undefined : summary(second.task)).toEqual({
      state: "working",
      history: ["user: one|?|two", "agent: And?", "user: three"],
    });
  });

  test("what it is given and what it gives are its own", async () => {
    const { client } = await start({
      async *execute(turn) {
        turn.message.parts.length = 0;
        if (turn.task !== undefined) turn.task.history = [];
        const event = textArtifact("a", "one");
        yield event;
        event.artifact.parts.push({ text: "never said" });
        event.artifact.artifactId = "b";
        yield event;
        if (turn.task === undefined) yield inputRequired("And?");
      },
    });
    const { id } = taskOf(await client.sendMessage({ message: userMessage("hi") }));
    const task = taskOf(await client.sendMessage({ message: userMessage("ho", { taskId: id }) }));
    expect(summary(task)).toEqual({
      state: "completed",
      history: ["user: hi", "agent: And?", "user: ho"],
      artifacts: ["a: one", "b: one|never said"],
    });
  });

  test("the tasks that a message refers to, and those of its context, as far as its sender may see them", async () => {
    const found: string[][] = [];
    const { clientOf } = await start({
      async *execute(turn) {
        const texts = (tasks: readonly Task[]): string[] =>
          tasks.map(({ history }) => history?.[0]?.parts[0]?.text ?? "");
        found.push(
          texts(await turn.references()),
          texts(await turn.siblings()),
          texts(await turn.siblings(1)),
        );
        yield* [];
      },
    });
    const [alice, bob] = [clientOf("alice"), clientOf("bob")];
    const contextId = "shared";
    const one = taskOf(await alice.sendMessage({ message: userMessage("one", { contextId }) }));
    const two = taskOf(await bob.sendMessage({ message: userMessage("two", { contextId }) }));
    await nextMillisecond();
    await alice.sendMessage({ message: userMessage("three", { contextId }) });
    found.length = 0;
    const referenceTaskIds = [one.id, two.id, "none"];
    await alice.sendMessage({ message: userMessage("four", { contextId, referenceTaskIds }) });
    expect(found).toEqual([["one"], ["three", "one"], ["three"]]);
  });
});

function summaryOf(task: Task): string {
  const { state, history } = summary(task) as { state: string; history: string[] };
  return `${state} ${history.join(",")}`;
}

/** Waits until a task has so many messages of its client in its history. */
async function untilHistory(client: StartedAgent["client"], id: string, count: number): Promise<void> {
  for (;;) {
    const { history = [] } = await client.getTask({ id });
    if (history.filter(({ role }) => role === "ROLE_USER").length >= count) return;
  }
}

test("a turn reads between its steps what clients have sent meanwhile, by calls without a stream", async () => {
  const asked = createGate();
  const sent = createGate();
  const { client } = await start({
    async *execute(turn) {
      const read: string[] = [];
      const readInput = async (): Promise<void> => {
        for await (const { text } of turn.input) read.push(text);
      };
      yield working();
      await readInput();
      asked.open();
      await sent.opened;
      await readInput();
      yield textArtifact("answer", [turn.text, ...read].join(", "));
    },
  });
  const configuration = { returnImmediately: true };
  const { id } = taskOf(await client.sendMessage({ message: userMessage("Go"), configuration }));
  await asked.opened;
  await client.sendMessage({ message: userMessage("left", { taskId: id }), configuration });
  sent.open();
  await expect.poll(async () => stateOf(await client.getTask({ id }))).toBe("completed");
  // One turn, which has read the message: it gets none of its own.
  expect((await client.getTask({ id })).artifacts?.map(({ parts }) => parts)).toEqual([
    [{ text: "Go, left" }],
  ]);
});
