import { A2AService, type Artifact, type Message } from "@a2agen/a2a-1.0";
import { type Message as DraftMessage, A2AService as DraftService } from "@a2agen/a2a-1.0-draft";
import { A2uiExtension } from "@a2agen/ext-a2ui";
import { type ApprovalDecision, ApprovalExtension } from "@a2agen/ext-kagenti";
import { TaskProgressExtension } from "@a2agen/ext-task-progress";
import { TimestampExtension } from "@a2agen/ext-timestamp";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import {
  type AgentEvent,
  completed,
  createAgent,
  type ExecuteWith,
  inputRequired,
  type Reply,
  textArtifact,
  working,
} from "@a2agen/runtime/agent";
import { bindExtensions } from "@a2agen/runtime/extensions";
import { createHost, type HostOptions, implement } from "@a2agen/runtime/host";
import { createJsonRpcTransport } from "@a2agen/runtime/jsonrpc";
import { createHttpHandler } from "@a2agen/runtime/server";
import { createClient } from "@a2agen/runtime/service";
import * as draft from "@a2agen/translate/draft-agent";
import { describe, expect, expectTypeOf, onTestFinished, test } from "vitest";
import { collect } from "../shared/collect.ts";
import { createSignal, listen } from "../shared/http/listen.ts";
import {
  bindingNames,
  cardWith,
  type StartedAgent,
  startAgent,
} from "../unit/runtime/extensions/start-agent.ts";

const extensions = {
  approval: ApprovalExtension,
  progress: TaskProgressExtension,
  timestamp: TimestampExtension,
  ui: A2uiExtension,
};
type ExecuteAll = ExecuteWith<typeof extensions>;
const declared = [
  ApprovalExtension.declare(),
  TaskProgressExtension.declare({ params: { maxTrackers: 2 } }),
  TimestampExtension.declare(),
  A2uiExtension.declare(),
];
const progress = { trackers: [{ id: "pack", progress: 1, total: 2 }] };
const [timeKey = ""] = TimestampExtension.metadataKeys ?? [];
const time = "2026-01-02T03:04:05Z";
const action = {
  version: "v1.0" as const,
  action: { name: "buy", surfaceId: "s", sourceComponentId: "b", timestamp: time, context: {} },
};
const surface = { version: "v1.0" as const, createSurface: { surfaceId: "s", catalogId: "c" } };

/** An agent with all of them, over every binding. */
function start(execute: ExecuteAll, options: Partial<HostOptions> = {}): Promise<StartedAgent> {
  const card = cardWith(declared, "http://localhost", "JSONRPC");
  const agent = createAgent({ service: A2AService, card, extensions, execute, onError: () => undefined });
  onTestFinished(() => agent.close(0));
  return startAgent({ handler: agent, declared, options: { extensions, ...options } });
}

function say(text = "Go"): Message {
  return { messageId: crypto.randomUUID(), role: "ROLE_USER", parts: [{ text }] };
}

describe.each(bindingNames)("over %s", (binding) => {
  test("each piece of data comes to where it stands, on both sides", async () => {
    const agent = await start(async function* ({ extensions: { approval, progress: shown, timestamp, ui } }) {
      expect([approval.decision, timestamp.data]).toEqual([{ decision: "approve" }, time]);
      expect(shown.params).toEqual({ maxTrackers: 2 });
      // On the status alone where it has no message, otherwise on that.
      yield shown.addTo(working(), { data: progress });
      yield shown.addTo(working("Packing"), { data: progress });
      yield shown.addTo({ metadata: { model: "small" } }, { data: progress });
      const drawn = ui.addTo(textArtifact("map", "a map"), { toRenderer: [surface] });
      yield timestamp.addTo(drawn, { data: time });
      yield approval.addTo(inputRequired("May I?"), { request: { action: "generic" } });
    });
    const connection = await agent.connect(binding, { extensions, checkExtensions: true });
    const { approval, progress: shown, timestamp } = bindExtensions(connection, extensions);
    expect(shown.params).toEqual({ maxTrackers: 2 });
    const approving = approval.addTo({ message: say() }, { decision: { decision: "approve" } });
    const request = timestamp.addTo(approving, { data: time });
    const events = await collect(connection.client.sendStreamingMessage(request));
    const told = events.map((event) => ({
      progress: shown.in(event).data,
      time: timestamp.in(event).data,
      request: approval.in(event).request,
    }));
    expect(told.filter((one) => Object.values(one).some((data) => data !== undefined))).toEqual([
      { progress, time: undefined, request: undefined },
      { progress, time: undefined, request: undefined },
      { progress, time: undefined, request: undefined },
      { progress: undefined, time, request: undefined },
      { progress: undefined, time: undefined, request: { action: "generic" } },
    ]);
    const updates = events.flatMap(({ statusUpdate }) => (statusUpdate === undefined ? [] : [statusUpdate]));
    expect(updates[0]?.metadata).toEqual({ [TaskProgressExtension.uri]: progress });
    expect(updates[1]).not.toHaveProperty("metadata");
    expect(updates[2]?.metadata).toEqual({ model: "small", [TaskProgressExtension.uri]: progress });
    const { id = "" } = events[0]?.task ?? {};
    const task = await connection.client.getTask({ id });
    expect(task.metadata).toEqual({ model: "small", [TaskProgressExtension.uri]: progress });
    expect(task.artifacts?.map((artifact: Artifact) => A2uiExtension.toRenderer.get(artifact))).toEqual([
      [surface],
    ]);
    expect(agent.hidden).toEqual([]);
  });

  test("a reply has data too", async () => {
    const agent = await start(async ({ extensions: { ui, timestamp } }) =>
      timestamp.addTo(ui.addTo("Trains", { toRenderer: [surface] }), { data: time }),
    );
    const connection = await agent.connect(binding, { extensions, checkExtensions: true });
    const { ui, timestamp } = bindExtensions(connection, extensions);
    const answer = await connection.client.sendMessage({ message: say() });
    expect(ui.in(answer).toRenderer).toEqual([surface]);
    expect(timestamp.in(answer).data).toBe(time);
    expect(answer.message?.parts[0]).toEqual({ text: "Trains" });
  });

  test("a client's data in parts needs no media type of the card", async () => {
    const agent = await start(async ({ extensions: { ui } }) => JSON.stringify(ui.toAgent));
    const { client } = await agent.connect(binding, { extensions: [A2uiExtension] });
    const message = say();
    A2uiExtension.toAgent.set(message, [action]);
    const answer = await client.sendMessage({ message });
    expect(answer.message?.parts).toEqual([{ text: JSON.stringify([action]) }]);

    const other = { ...message, parts: [{ data: { any: 1 } }] };
    await expect(client.sendMessage({ message: other })).rejects.toMatchObject({
      name: "ContentTypeNotSupportedError",
    });
  });

  test("further messages of a turn have data too", async () => {
    const arrived = createSignal();
    const agent = await start(async function* ({ extensions: { approval }, input }) {
      yield working();
      await arrived.promise;
      for await (const { message } of input) {
        yield completed(`${approval.decision?.decision} then ${approval.in(message).decision?.decision}`);
        return;
      }
    });
    const connection = await agent.connect(binding, { extensions });
    const { approval } = bindExtensions(connection, extensions);
    const { client } = connection;
    const told: Message["parts"][] = [];
    for await (const { task, statusUpdate } of client.sendStreamingMessage({ message: say() })) {
      told.push(statusUpdate?.status.message?.parts ?? []);
      if (task === undefined) continue;
      const later = approval.addTo({ ...say(), taskId: task.id }, { decision: { decision: "approve" } });
      await client.sendMessage({ message: later, configuration: { returnImmediately: true } });
      arrived.resolve();
    }
    expect(told.at(-1)).toEqual([{ text: "undefined then approve" }]);
  });

  test("wrong data of a client that no host has checked fails the call with its place", async () => {
    const unchecked = Object.values(extensions).map((extension) => ({ extension, validate: false }));
    const agent = await start(async ({ extensions: { timestamp } }) => timestamp.data ?? "none", {
      extensions: unchecked,
    });
    const { client } = await agent.connect(binding, { extensions });
    const message: Message = { ...say(), metadata: { [timeKey]: 5 } };
    await expect(client.sendMessage({ message })).rejects.toMatchObject({
      status: "INVALID_ARGUMENT",
      message: `invalid parameters: message.metadata["${timeKey}"]: expected a string, got 5 [type]`,
    });
    // What is absent is undefined.
    const { message: answer } = await client.sendMessage({ message: say() });
    expect(answer?.parts).toEqual([{ text: "none" }]);
  });
});

test.each<{ name: string; event: (turn: Parameters<ExecuteAll>[0]) => AgentEvent; problem: string }>([
  {
    name: "data that is wrong",
    event: ({ extensions: { approval } }) =>
      approval.addTo(working("?"), { request: { action: "other" as "generic" } }),
    problem: `metadata["${ApprovalExtension.uri}"].action: expected`,
  },
  {
    name: "data of a message on a status without one",
    event: ({ extensions: { approval } }) => approval.addTo(working(), { request: { action: "generic" } }),
    problem: `${ApprovalExtension.uri}: request stands on Message, and there is none; give the status a message`,
  },
  {
    name: "data of the client",
    event: ({ extensions: { approval } }) =>
      // @ts-expect-error: an agent does not decide.
      approval.addTo(working("?"), { decision: { decision: "approve" } }),
    problem: `${ApprovalExtension.uri}: expected data that the agent writes (request), got decision`,
  },
  {
    name: "data of messages on an artifact",
    event: ({ extensions: { approval } }) =>
      // @ts-expect-error: requests stand on messages.
      approval.addTo(textArtifact("a", "b"), { request: { action: "generic" } }),
    problem: `${ApprovalExtension.uri}: request stands on Message, and there is none`,
  },
])("the author is told of $name", async ({ event, problem }) => {
  const told: unknown[] = [];
  const agent = createAgent({
    service: A2AService,
    extensions,
    onError: (error) => told.push(error),
    async *execute(turn) {
      yield event(turn);
    },
  });
  onTestFinished(() => agent.close(0));
  const { connect } = await startAgent({ handler: agent, declared, options: { extensions } });
  const { client } = await connect("JSONRPC", { extensions });
  const { task } = await client.sendMessage({ message: say() });
  expect(task?.status.state).toBe("TASK_STATE_FAILED");
  expect(told).toEqual([expect.objectContaining({ message: expect.stringContaining(problem) as string })]);
});

test("types follow from the definitions, and from the side", () => {
  createAgent({
    service: A2AService,
    extensions: { approval: ApprovalExtension, progress: TaskProgressExtension },
    async *execute({ extensions: { approval, progress: shown } }) {
      expectTypeOf(approval.decision).toEqualTypeOf<ApprovalDecision | undefined>();
      expectTypeOf(approval).not.toHaveProperty("request");
      expectTypeOf(approval.params).toEqualTypeOf<undefined>();
      expectTypeOf(shown).not.toHaveProperty("data");
      expectTypeOf(approval.addTo("x", {})).toEqualTypeOf<Exclude<Reply, string>>();
      yield completed();
    },
  });
  createAgent({
    service: A2AService,
    // @ts-expect-error: no extensions were given.
    execute: async ({ extensions: { approval } }) => String(approval),
  });
});

test("an agent is not made with an extension that its card does not declare", () => {
  const card = cardWith([], "http://localhost", "JSONRPC");
  expect(() => createAgent({ service: A2AService, card, extensions, execute: async () => "" })).toThrow(
    `extensions.approval: the card does not declare ${ApprovalExtension.uri}; add its declaration, and its support to createHost`,
  );
});

test("an author of the draft has them in the draft's types", async () => {
  const { approval, progress: shown } = extensions;
  const agent = draft.createAgent({
    extensions,
    async *execute({ extensions: { approval, progress: shown } }) {
      yield shown.addTo(draft.working(`${approval.decision?.decision}`), { data: progress });
    },
  });
  onTestFinished(() => agent.close(0));
  const host = createHost({ services: [implement(DraftService, agent)], extensions });
  const { url } = await listen(toNodeListener(createHttpHandler(host, { jsonRpc: "/" })));
  const { protocol } = DraftService;
  const client = createClient(DraftService, createJsonRpcTransport(protocol, { url }));
  const message: DraftMessage = {
    messageId: "m",
    role: "user",
    parts: [{ text: "Go" }],
    metadata: { [approval.uri]: { decision: "approve" } },
  };
  const asking = { extensions: [approval.uri, shown.uri] };
  const { task } = await client.sendMessage({ message, configuration: { blocking: true } }, asking);
  expect(task?.history?.at(-1)).toMatchObject({
    parts: [{ text: "approve" }],
    metadata: { [shown.uri]: progress },
  });
});
