import type { Message, Part, Task } from "@a2agen/a2a-1.0";
import { type Answer, executeRun, type Open, type RunEvent, readConversation } from "@a2agen/adapters";
import { expect, test } from "vitest";
import { start, taskOf, userMessage } from "../../shared/agent/start-agent.ts";

const question = (id: string): Open => ({ type: "question", id, text: `Which ${id}?` });
const approval = (id: string): Open => ({ type: "approval", id, name: "pay", input: {} });
const allow = (approvalId: string): Part => ({ data: { approvalId, approved: true } });

/** What an agent asks and is resumed with whose run waits for all of `open`. */
async function answerAll(open: readonly Open[], given: readonly (readonly Part[])[]): Promise<unknown> {
  const resumed: (readonly Answer[])[] = [];
  const { client, reported } = await start({
    execute: (turn) =>
      executeRun(turn, {}, async function* (run): AsyncGenerator<RunEvent> {
        if (run === undefined) yield* open;
        else resumed.push(run.answers);
      }),
  });
  let task: Task = taskOf(await client.sendMessage({ message: userMessage("Go") }));
  const asked = [ask(task)];
  for (const parts of given) {
    const message: Message = { ...userMessage(""), parts: [...parts], taskId: task.id };
    task = taskOf(await client.sendMessage({ message }));
    asked.push(ask(task));
  }
  expect(reported).toEqual([]);
  return { asked, resumed };
}

function ask({ status }: Task): unknown {
  return (status.message?.parts ?? []).map(
    ({ text, data }) => text ?? (data as { readonly approvalId: string }).approvalId,
  );
}

test("questions are asked one after the other, and each text answers the first", async () => {
  const given = [[{ text: "red" }], [{ text: "large" }]];
  expect(await answerAll([question("colour"), question("size")], given)).toEqual({
    asked: [["Which colour?"], ["Which size?"], []],
    resumed: [
      [
        { id: "colour", approved: true, reason: "red" },
        { id: "size", approved: true, reason: "large" },
      ],
    ],
  });
});

test("a text answers the question beside approvals, and allows no tool", async () => {
  const given = [[{ text: "yes" }], [{ text: "" }, allow("two")], [{ text: "no" }]];
  const pay = "Allow pay? {}";
  expect(await answerAll([approval("one"), question("colour"), approval("two")], given)).toEqual({
    asked: [[pay, "one", pay, "two", "Which colour?"], [pay, "one", pay, "two"], [pay, "one"], []],
    resumed: [
      [
        { id: "colour", approved: true, reason: "yes" },
        { id: "two", approved: true },
        { id: "one", approved: false },
      ],
    ],
  });
});

test("a run that is too large to keep goes on, and only one that waits fails", async () => {
  const { client, reported } = await start({
    limits: { stateSize: 1000 },
    execute: (turn) =>
      executeRun(turn, {}, async function* (): AsyncGenerator<RunEvent> {
        yield { type: "keep", run: "x".repeat(2000) };
        yield { type: "text", block: "1", text: "Done." };
        if (turn.text === "wait") yield question("colour");
      }),
  });
  const done = taskOf(await client.sendMessage({ message: userMessage("Go") }));
  expect(done.status.state).toBe("TASK_STATE_COMPLETED");
  expect(done.artifacts?.map(({ parts }) => parts)).toEqual([[{ text: "Done." }]]);
  expect(reported).toEqual([]);
  const failed = taskOf(await client.sendMessage({ message: userMessage("wait") }));
  expect(failed.status).toMatchObject({
    state: "TASK_STATE_FAILED",
    message: { parts: [{ text: "The agent made more of this task than is kept." }] },
  });
});

test("texts that come in turn, as of nodes that run at once, are one artifact each", async () => {
  const piece = (block: string, text: string, isUnique = true): RunEvent => ({
    type: "text",
    block,
    text,
    isUnique,
  });
  const { client } = await start({
    execute: (turn) =>
      executeRun(turn, {}, async function* (): AsyncGenerator<RunEvent> {
        for (const each of ["1", "2", "3"]) yield* [piece("a", `A${each}`), piece("b", `B${each}`)];
        yield { type: "usage", usage: { totalTokens: 1 } };
        // Blocks of the AI SDK have the same identifiers in each step.
        yield piece("0", "C", false);
        yield { type: "usage", usage: { totalTokens: 1 } };
        yield piece("0", "D", false);
        yield { type: "text", block: "b", text: "B", isWhole: true };
      }),
  });
  const ends: unknown[] = [];
  let taskId = "";
  for await (const { artifactUpdate, task } of client.sendStreamingMessage({ message: userMessage("Go") })) {
    taskId = task?.id ?? taskId;
    if (artifactUpdate?.lastChunk === true) ends.push(artifactUpdate.artifact.parts[0]?.text);
  }
  const { artifacts = [] } = await client.getTask({ id: taskId });
  expect(artifacts.map(({ parts }) => parts)).toEqual([
    [{ text: "A1A2A3" }],
    [{ text: "B" }],
    [{ text: "C" }],
    [{ text: "D" }],
  ]);
  expect(ends).toEqual(["B3", "C", "D", "B"]);
});

test("a message that history has no room for is read alone", async () => {
  const read: unknown[] = [];
  const { client } = await start({
    execute: (turn) =>
      executeRun(turn, {}, async function* (run): AsyncGenerator<RunEvent> {
        if (run === undefined) yield question("colour");
        else read.push(await readConversation(turn, run.first));
      }),
  });
  const message = userMessage("Paint");
  const { id: taskId } = taskOf(await client.sendMessage({ message }));
  await client.sendMessage({ message: userMessage("r".repeat(300 * 1024), { taskId }) });
  expect(read).toEqual([[{ role: "user", id: message.messageId, content: [{ text: "Paint" }] }]]);
});

test("keys are taken out of errors before they are cut", async () => {
  const { client, reported } = await start({
    execute: (turn) =>
      executeRun(turn, {}, async function* (): AsyncGenerator<RunEvent> {
        yield { type: "text", block: "1", text: "I look." };
        throw new Error(`${"x ".repeat(92)}sk-abcdefghijklmnop1234`);
      }),
  });
  await client.sendMessage({ message: userMessage("Go") });
  expect(reported.map(({ error }) => (error as Error).message)).toEqual([`${"x ".repeat(92)}***`]);
});
