import { A2AService, type Message } from "@a2agen/a2a-1.0";
import {
  Conversation,
  type ConversationSnapshot,
  filesIn,
  type SavedConversation,
} from "@a2agen/conversation";
import {
  type AgentEvent,
  askApproval,
  completed,
  type Execute,
  inputRequired,
  textArtifact,
  working,
} from "@a2agen/runtime/agent";
import { describe, expect, test } from "vitest";
import { type ClientInit, openClient } from "../../shared/client/open-client.ts";

function open(execute: Execute, init: Partial<ClientInit> = {}): ReturnType<typeof openClient<A2AService>> {
  return openClient(A2AService, undefined, { execute, ...init });
}

async function* write(): AsyncGenerator<AgentEvent> {
  yield working("one");
  yield textArtifact("a", "Hel");
  yield textArtifact("a", "lo", { append: true });
  yield completed("two");
}

/** What is shown of entries, without identifiers that agents make. */
function shown({ entries }: ConversationSnapshot): unknown[] {
  return entries.map((entry) => {
    if (entry.kind === "task") {
      const { status, artifacts = [] } = entry.task;
      return [entry.phase, status.state, ...artifacts.flatMap(({ parts }) => parts.map(({ text }) => text))];
    }
    if ("text" in entry) return [entry.kind, entry.text];
    return [entry.kind, entry.message.parts.map(({ text }) => text).join(), entry.delivery];
  });
}

/** Resolves when a snapshot fulfils a condition. */
function until(
  conversation: Conversation,
  fulfils: (snapshot: ConversationSnapshot) => boolean,
): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (!fulfils(conversation.getSnapshot())) return;
      stop();
      resolve();
    };
    const stop = conversation.subscribe(check);
    check();
  });
}

describe("a conversation", () => {
  test("shows a message and the task that grows by it, each snapshot as it was", async () => {
    const conversation = new Conversation({ client: open(write).client });
    const snapshots = new Set<ConversationSnapshot>();
    conversation.subscribe(() => snapshots.add(conversation.getSnapshot()));
    const texts: string[] = [];
    conversation.subscribe(() => texts.push(JSON.stringify(conversation.getSnapshot())));
    await conversation.send("Write to me");
    const last = conversation.getSnapshot();
    expect(shown(last)).toEqual([
      ["user", "Write to me", "sent"],
      ["ended", "TASK_STATE_COMPLETED", "Hello"],
    ]);
    expect(last).toMatchObject({
      title: "Write to me",
      isBusy: false,
      question: undefined,
      current: last.entries[1],
    });
    expect(last.contextId).toBe(last.current?.task.contextId);
    expect(last.current?.isFollowed).toBe(false);
    expect(conversation.getSnapshot()).toBe(last);
    expect([...snapshots].map((snapshot) => JSON.stringify(snapshot))).toEqual(texts);
    // The next message is of the same context.
    await conversation.send("Once more");
    const tasks = conversation.getSnapshot().entries.filter((entry) => entry.kind === "task");
    expect(tasks.map(({ task }) => task.contextId)).toEqual([last.contextId, last.contextId]);
    expect(conversation.getSnapshot().title).toBe("Write to me");
  });

  test("tells subscribers once of what comes together, until they leave", () => {
    const runs: (() => void)[] = [];
    const conversation = new Conversation({ client: open(write).client, schedule: (run) => runs.push(run) });
    let told = 0;
    const stop = conversation.subscribe(() => told++);
    conversation.tell("one");
    conversation.tell("two");
    expect([told, runs.length]).toEqual([0, 1]);
    runs.shift()?.();
    stop();
    conversation.tell("three");
    runs.shift()?.();
    expect(told).toBe(1);
    expect(shown(conversation.getSnapshot())).toEqual([
      ["note", "one"],
      ["note", "two"],
      ["note", "three"],
    ]);
  });

  test("answers a question in its task, below what was asked", async () => {
    const { client } = open(async function* ({ task, text }) {
      if (task === undefined) yield inputRequired("Which colour?");
      else {
        yield textArtifact("a", text);
        yield completed();
      }
    });
    const conversation = new Conversation({ client });
    await conversation.send("Paint");
    expect(conversation.getSnapshot().question?.parts).toEqual([{ text: "Which colour?" }]);
    await conversation.send("red");
    const { question } = conversation.getSnapshot();
    expect(question).toBeUndefined();
    expect(shown(conversation.getSnapshot())).toEqual([
      ["user", "Paint", "sent"],
      ["agent", "Which colour?", "sent"],
      ["user", "red", "sent"],
      ["ended", "TASK_STATE_COMPLETED", "red"],
    ]);
  });

  test("shows an answer that is a message, and the files of both sides", async () => {
    const received: Message[] = [];
    const { client } = open(async ({ message }) => {
      received.push(message);
      return { parts: [{ url: "https://example.com/a.png", filename: "a.png" }] };
    });
    const conversation = new Conversation({ client });
    await conversation.send([{ text: "See" }, new File(["hi"], "note.txt", { type: "text/plain" })]);
    const sent = { raw: "aGk=", filename: "note.txt", mediaType: "text/plain" };
    expect(received.map(({ parts }) => parts)).toEqual([[{ text: "See" }, sent]]);
    const { entries } = conversation.getSnapshot();
    expect(entries.map(({ kind }) => kind)).toEqual(["user", "agent"]);
    expect(filesIn(conversation.getSnapshot())).toEqual([
      { key: entries[0]?.key, part: sent },
      { key: entries[1]?.key, part: { url: "https://example.com/a.png", filename: "a.png" } },
    ]);
  });

  test("shows a task of an agent that does not stream before it ends", async () => {
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const { client } = open(
      async function* () {
        yield working("one");
        await gate;
        yield* write();
      },
      { without: ["sendStreamingMessage", "subscribeToTask"] },
    );
    const conversation = new Conversation({ client, following: { pollMs: 0 } });
    const sending = conversation.send("Go");
    await until(conversation, ({ current }) => current?.phase === "working" && current.isFollowed);
    release();
    await sending;
    expect(shown(conversation.getSnapshot())[1]).toEqual(["ended", "TASK_STATE_COMPLETED", "Hello"]);
  });

  test("cancels a task, and leaves one that goes on", async () => {
    const { client } = open(async function* ({ signal }) {
      yield working("at it");
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
    });
    const conversation = new Conversation({ client });
    const first = conversation.send("Go");
    await until(conversation, ({ current }) => current?.task.status.message !== undefined);
    await conversation.cancel();
    await first;
    expect(shown(conversation.getSnapshot())[1]).toEqual(["ended", "TASK_STATE_CANCELED"]);
    const second = conversation.send("Again");
    await until(conversation, ({ current }) => current?.task.status.message?.parts[0]?.text === "at it");
    conversation.leave();
    await second;
    expect(conversation.getSnapshot()).toMatchObject({
      isBusy: false,
      current: { phase: "working", isFollowed: false },
    });
    expect(shown(conversation.getSnapshot()).slice(2)).toEqual([
      ["user", "Again", "sent"],
      ["working", "TASK_STATE_WORKING"],
    ]);
    await conversation.cancel();
    expect(conversation.getSnapshot().current?.phase).toBe("ended");
  });

  test("says what failed, and sends the same message once more", async () => {
    const received: Message[] = [];
    const { client } = open(async ({ message }) => {
      received.push(message);
      return "Hello";
    });
    let isDown = true;
    const conversation = new Conversation({
      client: () => {
        if (isDown) throw new Error("no way");
        return client;
      },
      explain: (error) => `failed: ${(error as Error).message}`,
    });
    await conversation.send("Hi");
    expect(shown(conversation.getSnapshot())).toEqual([
      ["user", "Hi", "failed"],
      ["problem", "failed: no way"],
    ]);
    isDown = false;
    const { key = "" } = conversation.getSnapshot().entries[0] ?? {};
    await conversation.retry(key);
    await conversation.retry(key);
    expect(received.map(({ messageId }) => messageId)).toEqual([key]);
    expect(shown(conversation.getSnapshot()).at(0)).toEqual(["user", "Hi", "sent"]);
    expect(shown(conversation.getSnapshot()).at(-1)).toEqual(["agent", "Hello", "sent"]);
  });

  test("goes on in a new task where the agent has forgotten the one that waits", async () => {
    const ask: Execute = async function* () {
      yield inputRequired("Which?");
    };
    let { client } = open(ask);
    const conversation = new Conversation({ client: () => client });
    await conversation.send("Paint");
    const { key = "" } = conversation.getSnapshot().current ?? {};
    ({ client } = open(write));
    await conversation.send("red");
    expect(shown(conversation.getSnapshot())).toEqual([
      ["user", "Paint", "sent"],
      ["agent", "Which?", "sent"],
      ["user", "red", "sent"],
      ["lost", "TASK_STATE_INPUT_REQUIRED"],
      ["note", `The agent does not know the task ${key} any more.`],
      ["ended", "TASK_STATE_COMPLETED", "Hello"],
    ]);
  });

  test("follows several tasks at once", async () => {
    const gates = new Map<string, () => void>();
    const { client } = open(async function* ({ text }) {
      yield working(text);
      await new Promise<void>((resolve) => gates.set(text, resolve));
      yield completed();
    });
    const conversation = new Conversation({ client });
    const [one, two] = ["one", "two"].map((text) => conversation.send(text));
    const followed = (): unknown[] =>
      conversation
        .getSnapshot()
        .entries.flatMap((entry) => (entry.kind === "task" ? [[entry.phase, entry.isFollowed]] : []));
    await until(conversation, () => gates.size === 2);
    await until(conversation, () => followed().length === 2);
    gates.get("one")?.();
    await one;
    expect(followed()).toEqual(
      expect.arrayContaining([
        ["ended", false],
        ["working", true],
      ]),
    );
    expect(conversation.getSnapshot().isBusy).toBe(true);
    gates.get("two")?.();
    await two;
    expect(followed()).toEqual([
      ["ended", false],
      ["ended", false],
    ]);
    expect(conversation.getSnapshot().isBusy).toBe(false);
  });

  test("takes what comes another way, and forgets the oldest entries beyond its limit", async () => {
    const conversation = new Conversation({ client: open(write).client, limit: 2 });
    const at = { taskId: "t", contextId: "c" };
    await conversation.take({ task: { id: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" } } });
    const artifact = { artifactId: "a", parts: [{ text: "x" }] };
    await conversation.take({ artifactUpdate: { ...at, artifact } });
    expect(conversation.getSnapshot()).toMatchObject({ contextId: "c", current: { isFollowed: false } });
    expect(shown(conversation.getSnapshot())).toEqual([["working", "TASK_STATE_WORKING", "x"]]);
    conversation.tell("one");
    conversation.tell("two");
    expect(shown(conversation.getSnapshot())).toEqual([
      ["note", "one"],
      ["note", "two"],
    ]);
    expect(conversation.getSnapshot().current).toBeUndefined();
  });
});

test("a message that has failed is sent again with its configuration and metadata", async () => {
  const received: unknown[] = [];
  const execute: Execute = async ({ configuration, metadata }) => {
    received.push({ historyLength: configuration?.historyLength, metadata });
    return "Hello";
  };
  const { client } = open(execute);
  let isDown = true;
  const conversation = new Conversation({
    client: () => {
      if (isDown) throw new Error("no way");
      return client;
    },
  });
  const options = { configuration: { historyLength: 3 }, metadata: { tenant: "a" } };
  await conversation.send("Hi", options);
  isDown = false;
  const saved = JSON.parse(JSON.stringify(conversation.toSaved())) as SavedConversation;
  // As after a reload, with an agent that has not seen the message.
  for (const each of [conversation, new Conversation({ client: open(execute).client, saved })]) {
    await each.retry(each.getSnapshot().entries[0]?.key ?? "");
  }
  const once = { historyLength: 3, metadata: { tenant: "a" } };
  expect(received).toEqual([once, once]);
});

test("approvals are answered in one message when each has its answer", async () => {
  const received: Message[] = [];
  const { client } = open(async function* ({ task, message }) {
    received.push(message);
    if (task !== undefined) yield completed();
    else {
      const asked = ["one", "two"].map((id) =>
        askApproval({ id, name: "pay", input: { id }, text: `Pay ${id}?` }),
      );
      const parts = asked.flatMap(({ status }) => (status.message as Message).parts);
      yield inputRequired({ parts });
    }
  });
  const conversation = new Conversation({ client });
  await conversation.send("Pay");
  const { approvals } = conversation.getSnapshot();
  expect(approvals).toMatchObject([
    { id: "one", name: "pay", input: { id: "one" }, text: "Pay one?" },
    { id: "two", name: "pay", input: { id: "two" }, text: "Pay two?" },
  ]);
  const [one, two] = approvals;
  if (one === undefined || two === undefined) throw new Error("there are two");
  await conversation.answer(one, true);
  expect(received).toHaveLength(1);
  await conversation.answer(two, false, "too much");
  expect(received[1]?.parts).toEqual([
    { data: { approvalId: "one", approved: true } },
    { data: { approvalId: "two", approved: false, reason: "too much" } },
  ]);
  expect(conversation.getSnapshot()).toMatchObject({ approvals: [], current: { phase: "ended" } });
});

test("an answer that was not sent is forgotten when something else is said", async () => {
  const received: Message[] = [];
  const { client } = open(async function* ({ message }) {
    received.push(message);
    const ids = received.length === 1 ? ["one", "two"] : ["three"];
    const asked = ids.map((id) => askApproval({ id, name: "pay", input: {}, text: `Pay ${id}?` }));
    yield inputRequired({ parts: asked.flatMap(({ status }) => (status.message as Message).parts) });
  });
  const conversation = new Conversation({ client });
  await conversation.send("Pay");
  const [one] = conversation.getSnapshot().approvals;
  if (one !== undefined) await conversation.answer(one, true);
  await conversation.send("Something else");
  const [three] = conversation.getSnapshot().approvals;
  if (three !== undefined) await conversation.answer(three, true);
  expect(received.map(({ parts }) => parts)).toEqual([
    [{ text: "Pay" }],
    [{ text: "Something else" }],
    [{ data: { approvalId: "three", approved: true } }],
  ]);
});

test("a second click, and a button of a question that is not open any more, send nothing", async () => {
  const received: Message[] = [];
  const { client } = open(async function* ({ message, task }) {
    received.push(message);
    if (received.length === 4) yield completed();
    else yield askApproval({ id: task === undefined ? "one" : "two", name: "pay", input: {} });
  });
  const conversation = new Conversation({ client });
  await conversation.send("Pay");
  const [one] = conversation.getSnapshot().approvals;
  if (one === undefined) throw new Error("there is one");
  await Promise.all([conversation.answer(one, true), conversation.answer(one, false)]);
  await conversation.answer(one, false);
  const [two] = conversation.getSnapshot().approvals;
  if (two === undefined) throw new Error("there is another one");
  await conversation.answer(two, true);
  await conversation.answer(two, true);
  await conversation.answer(one, true);
  expect(received.map(({ parts }) => parts)).toEqual([
    [{ text: "Pay" }],
    [{ data: { approvalId: "one", approved: true } }],
    [{ data: { approvalId: "two", approved: true } }],
    [{ data: { approvalId: "two", approved: true } }],
  ]);
  expect(conversation.getSnapshot().entries.filter(({ kind }) => kind === "task")).toHaveLength(1);
});

test("an answer that is held for a question is not sent with that to the next one", async () => {
  const received: Message[] = [];
  const { client } = open(async ({ message }) => {
    received.push(message);
    return "Thanks";
  });
  const conversation = new Conversation({ client });
  const ask = async (messageId: string, ...ids: string[]): Promise<void> => {
    const parts = ids.flatMap((id) => {
      const { status } = askApproval({ id, name: "pay", input: {} });
      return (status.message as Message).parts;
    });
    const message = { messageId, role: "ROLE_AGENT", parts };
    const status = { state: "TASK_STATE_INPUT_REQUIRED", message };
    await conversation.take({ task: { id: "t", contextId: "c", status } });
  };
  await ask("m1", "one", "two");
  const [one] = conversation.getSnapshot().approvals;
  if (one !== undefined) await conversation.answer(one, true);
  await ask("m2", "one", "three");
  const [, three] = conversation.getSnapshot().approvals;
  if (three !== undefined) await conversation.answer(three, true);
  expect(conversation.getSnapshot().entries.filter(({ kind }) => kind === "user")).toEqual([]);
  expect(conversation.getSnapshot().approvals.map(({ id }) => id)).toEqual(["one", "three"]);
});
