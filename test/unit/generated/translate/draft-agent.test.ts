import { setTimeout } from "node:timers/promises";
import {
  A2AService,
  type A2AServiceClient,
  type StreamResponse,
  StreamResponseCodec,
  type Task,
} from "@a2agen/a2a-1.0-draft";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { createHost, implement } from "@a2agen/runtime/host";
import { createJsonRpcTransport } from "@a2agen/runtime/jsonrpc";
import { webhooks } from "@a2agen/runtime/push";
import { createHttpHandler } from "@a2agen/runtime/server";
import { CallError, createClient } from "@a2agen/runtime/service";
import {
  type AgentEvent,
  type AgentOptions,
  approvalIn,
  askApproval,
  authRequired,
  bytesOf,
  canceled,
  completed,
  createAgent,
  dataArtifact,
  dataOf,
  type Execute,
  failed,
  fileArtifact,
  filePart,
  history,
  inputRequired,
  rejected,
  streamText,
  type Turn,
  textArtifact,
  textOf,
  working,
} from "@a2agen/translate/draft-agent";
import { expect, expectTypeOf, test } from "vitest";
import { listen } from "../../../shared/http/listen.ts";
import { receiver } from "../../../shared/push/opened.ts";
import { local } from "../../../shared/push/start-webhooks.ts";

/** An agent in the draft's types, its client of the draft, and the errors that its author is told. */
async function start(
  options: Partial<AgentOptions> & { readonly execute: Execute },
): Promise<{ readonly client: A2AServiceClient; readonly errors: unknown[] }> {
  const errors: unknown[] = [];
  const agent = createAgent({ onError: (error) => errors.push(error), ...options });
  const host = createHost({ services: [implement(A2AService, agent)], authenticate: () => ({ id: "a" }) });
  const { url } = await listen(toNodeListener(createHttpHandler(host, { jsonRpc: "/" })));
  return { client: createClient(A2AService, createJsonRpcTransport(A2AService.protocol, { url })), errors };
}

const say = (text: string, taskId?: string) => ({
  message: {
    messageId: crypto.randomUUID(),
    role: "user" as const,
    parts: [{ text }],
    ...(taskId !== undefined && { taskId }),
  },
  configuration: { blocking: true },
});

test("the helpers make events of the draft", () => {
  expect([
    working("at it"),
    inputRequired(),
    authRequired(),
    completed(),
    failed(),
    rejected(),
    canceled({ parts: [{ text: "no more" }] }),
    textArtifact("t", "text", { name: "Text", append: true }),
    dataArtifact("d", { n: 1 }),
    fileArtifact("f", { url: "https://example.com/a.pdf", filename: "a.pdf", mediaType: "application/pdf" }),
    fileArtifact("b", { bytes: new Uint8Array([1]) }),
  ]).toEqual([
    { status: { state: "working", message: "at it" } },
    { status: { state: "input-required" } },
    { status: { state: "auth-required" } },
    { status: { state: "completed" } },
    { status: { state: "failed" } },
    { status: { state: "rejected" } },
    { status: { state: "cancelled", message: { parts: [{ text: "no more" }] } } },
    { artifact: { artifactId: "t", name: "Text", parts: [{ text: "text" }] }, append: true },
    { artifact: { artifactId: "d", parts: [{ data: { data: { n: 1 } } }] } },
    {
      artifact: {
        artifactId: "f",
        parts: [
          { file: { fileWithUri: "https://example.com/a.pdf", mediaType: "application/pdf", name: "a.pdf" } },
        ],
      },
    },
    { artifact: { artifactId: "b", parts: [{ file: { fileWithBytes: "AQ==" } }] } },
  ]);
});

test("a text in pieces is events of the draft, and one text in the task", async () => {
  const stream = new ReadableStream<string>({
    start(controller) {
      for (const piece of ["one ", "two ", "three"]) controller.enqueue(piece);
      controller.close();
    },
  });
  const { client } = await start({
    execute: ({ signal }) =>
      streamText("a", stream, {
        name: "Count",
        mediaType: "text/plain",
        signal,
        everyBytes: 1,
        everyMs: 60_000,
      }),
  });
  const events: StreamResponse[] = [];
  for await (const event of client.sendStreamingMessage(say("go"))) events.push(event);
  expect(events.flatMap(({ artifactUpdate }) => artifactUpdate ?? [])).toMatchObject([
    { artifact: { artifactId: "a", name: "Count", parts: [{ text: "one " }] } },
    { artifact: { artifactId: "a", parts: [{ text: "two " }] }, append: true },
    { artifact: { artifactId: "a", parts: [{ text: "three" }] }, append: true, lastChunk: true },
  ]);
  const task = await client.getTask({ name: `tasks/${events[0]?.task?.id}` });
  expect(task.artifacts).toEqual([{ artifactId: "a", name: "Count", parts: [{ text: "one two three" }] }]);
});

test("approvals are asked and answered in the draft", async () => {
  const answers: unknown[] = [];
  const { client } = await start({
    execute: async function* (turn) {
      const answer = approvalIn(turn);
      if (answer === undefined) {
        yield askApproval({ id: "call-1", name: "pay", input: { cents: 1250 }, text: "Pay?" });
        return;
      }
      answers.push(answer, approvalIn(turn.message));
    },
  });
  for (const part of [
    { data: { data: { approvalId: "call-1", approved: false, reason: "dear" } } },
    { text: "yes" },
  ]) {
    const { task } = await client.sendMessage(say("go"));
    expect(task?.status).toMatchObject({
      state: "input-required",
      message: {
        role: "agent",
        parts: [
          { text: "Pay?" },
          { data: { data: { approvalId: "call-1", toolName: "pay", input: { cents: 1250 } } } },
        ],
      },
    });
    const { message, configuration } = say("", task?.id);
    await client.sendMessage({ message: { ...message, parts: [part] }, configuration });
  }
  const refused = { id: "call-1", approved: false, reason: "dear" };
  expect(answers).toEqual([refused, refused, { id: "call-1", approved: true }, undefined]);
  expect(() => approvalIn({} as Turn)).toThrow("approvalIn: expected the turn that execute was called with");
});

test("conversations and parts are of the draft", async () => {
  const read: unknown[] = [];
  const file = filePart({ bytes: new Uint8Array([1]), filename: "a.bin" });
  const { client } = await start({
    execute: async function* (turn) {
      read.push((await history(turn)).map(({ role, parts }) => ({ role, parts })));
      yield { artifact: { artifactId: "a", parts: [file] } };
      yield completed("here");
    },
  });
  const { task } = await client.sendMessage(say("go"));
  const { message, configuration } = say("on");
  await client.sendMessage({ message: { ...message, contextId: task?.contextId ?? "" }, configuration });
  expect(read).toEqual([
    [{ role: "user", parts: [{ text: "go" }] }],
    [
      { role: "user", parts: [{ text: "go" }] },
      { role: "agent", parts: [{ text: "here" }] },
      {
        role: "agent",
        parts: [{ file: { fileWithBytes: "AQ==", name: "a.bin" } }],
      },
      { role: "user", parts: [{ text: "on" }] },
    ],
  ]);
  const parts = [{ text: "one" }, { data: { data: { n: 1 } } }, file, { text: "two" }];
  expect([textOf(parts), dataOf(parts), parts.map(bytesOf)]).toEqual([
    "one\ntwo",
    [{ n: 1 }],
    [new Uint8Array([111, 110, 101]), undefined, new Uint8Array([1]), new Uint8Array([116, 119, 111])],
  ]);
});

test("turns and events are of the draft, and so are answers and streams", async () => {
  const seen: unknown[] = [];
  const { client, errors } = await start({
    execute: async function* (turn: Turn): AsyncGenerator<AgentEvent> {
      const { message, task, configuration } = turn;
      seen.push({ role: message.role, state: task?.status.state, blocking: configuration.blocking });
      if (task === undefined) {
        yield inputRequired("Which?");
        return;
      }
      yield {
        status: { state: "working", message: { parts: [{ file: { fileWithUri: "https://x.test/1" } }] } },
      };
      yield { artifact: { artifactId: "a", parts: [{ data: { data: { n: 1 } } }] }, lastChunk: true };
    },
  });
  const first = await client.sendMessage(say("go"));
  const asked = first.task as Task;
  expect(asked.status).toMatchObject({
    state: "input-required",
    message: { role: "agent", parts: [{ text: "Which?" }] },
  });
  const events: StreamResponse[] = [];
  for await (const event of client.sendStreamingMessage(say("this", asked.id))) events.push(event);
  expect(events.slice(1)).toMatchObject([
    {
      statusUpdate: {
        final: false,
        status: {
          state: "working",
          message: { role: "agent", parts: [{ file: { fileWithUri: "https://x.test/1" } }] },
        },
      },
    },
    { artifactUpdate: { artifact: { parts: [{ data: { data: { n: 1 } } }] }, lastChunk: true } },
    { statusUpdate: { final: true, status: { state: "completed" } } },
  ]);
  expect(seen).toEqual([
    { role: "user", state: undefined, blocking: true },
    { role: "user", state: "working", blocking: true },
  ]);
  expect(errors).toEqual([]);
});

test("replies, errors of the author and errors of the kit are of the draft", async () => {
  const { client } = await start({
    execute: async (turn) => {
      const { text } = turn;
      expect([await turn.siblings(), await turn.references()]).toEqual([[], []]);
      if (text === "refuse") throw new CallError("INVALID_ARGUMENT", "not that");
      return text === "parts"
        ? { messageId: "own", parts: [{ file: { fileWithBytes: "AQ==" } }] }
        : `You said ${text}`;
    },
  });
  expect(await client.sendMessage(say("hi"))).toMatchObject({
    message: { role: "agent", parts: [{ text: "You said hi" }] },
  });
  expect(await client.sendMessage(say("parts"))).toMatchObject({
    message: { messageId: "own", role: "agent", parts: [{ file: { fileWithBytes: "AQ==" } }] },
  });
  await expect(client.sendMessage(say("refuse"))).rejects.toMatchObject({ message: "not that" });
  await expect(client.getTask({ name: "tasks/none" })).rejects.toMatchObject({ name: "TaskNotFoundError" });
});

test.each<{ name: string; event: unknown; want: string }>([
  {
    name: "a state of 1.0",
    event: { status: { state: "TASK_STATE_WORKING" } },
    want: "execute: its event or reply does not match a2a-1.0-draft: status.state: ",
  },
  {
    name: "a part of 1.0",
    event: { artifact: { artifactId: "a", parts: [{ url: "https://x.test" }] } },
    want: "execute: its event or reply does not match a2a-1.0-draft: artifacts[0].parts[0]: ",
  },
  {
    name: "the role of the client",
    event: { status: { state: "working", message: { role: "user", parts: [{ text: "" }] } } },
    want: "execute: a message of the agent has the role of its client",
  },
  {
    name: "another task",
    event: { status: { state: "working", message: { taskId: "other", parts: [{ text: "" }] } } },
    want: "execute: a message of the author names another task or context than its own",
  },
  {
    name: "neither status nor artifact",
    event: 7,
    want: "execute: expected events with a status, an artifact, or metadata alone, found something else",
  },
])("an event with $name fails the task, and its author is told", async ({ event, want }) => {
  const { client, errors } = await start({
    execute: async function* () {
      yield event as AgentEvent;
    },
  });
  const { task } = await client.sendMessage(say("go"));
  expect(task?.status.state).toBe("failed");
  expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining(want) })]);
});

test("cancellation reaches the author's signal, and closes the generator", async () => {
  let hasCleanedUp = false;
  const { client } = await start({
    execute: async function* ({ signal }) {
      try {
        yield working();
        await setTimeout(60_000, undefined, { signal });
      } finally {
        hasCleanedUp = true;
      }
    },
  });
  const { task } = await client.sendMessage({ ...say("go"), configuration: { blocking: false } });
  const ended = await client.cancelTask({ name: `tasks/${task?.id}` });
  expect({ state: ended.status.state, hasCleanedUp }).toEqual({ state: "cancelled", hasCleanedUp: true });
});

test("the extended card is the author's own", async () => {
  const card = {
    name: "Agent",
    description: "Whole.",
    version: "1.0.0",
    protocolVersion: "1.0",
    url: "https://agent.example.com/a2a",
    preferredTransport: "JSONRPC",
    supportedInterfaces: [{ url: "https://agent.example.com/a2a", protocolBinding: "JSONRPC" }],
    capabilities: {},
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
    supportsAuthenticatedExtendedCard: true,
  };
  const { client } = await start({ execute: async () => "hi", card, extendedCard: async () => card });
  expect(await client.getExtendedAgentCard({})).toEqual(card);
});

test("types are exact", () => {
  expectTypeOf<Turn["message"]["role"]>().toEqualTypeOf<"user" | "agent">();
  expectTypeOf<Extract<AgentEvent, { status: object }>["status"]["state"]>().toEqualTypeOf<
    Task["status"]["state"]
  >();
  // @ts-expect-error a state of 1.0
  const wrong: AgentEvent = { status: { state: "TASK_STATE_WORKING" } };
  expect(wrong).toBeDefined();
});

test("webhooks of an agent of the draft alone have the draft's form", async () => {
  const hook = await receiver();
  const { client, errors } = await start({
    push: webhooks(local),
    async *execute({ text }) {
      yield textArtifact("answer", text, { lastChunk: true });
    },
  });
  const { message } = say("hello");
  const pushNotificationConfig = { url: hook.origin, token: "t" };
  await client.sendMessage({ message, configuration: { blocking: true, pushNotificationConfig } });
  const received = await hook.count(2);
  expect(received.map(({ text }) => StreamResponseCodec.parse(text))).toMatchObject([
    { artifactUpdate: { artifact: { artifactId: "answer", parts: [{ text: "hello" }] } } },
    { statusUpdate: { status: { state: "completed" }, final: true } },
  ]);
  expect(errors).toEqual([]);
});
