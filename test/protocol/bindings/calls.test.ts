import { readFile } from "node:fs/promises";
import { A2AService, errors, type SendMessageRequest } from "@a2agen/a2a-1.0";
import { createHost, type Host, type HostOptions, implement } from "@a2agen/runtime/host";
import { afterEach, describe, expect, test } from "vitest";
import { bindings, type Served } from "../../shared/bindings/bindings.ts";
import { type Outcome, outcomeOf } from "../../shared/bindings/outcome.ts";
import { fullCard, TestAgent, workingTask } from "../../shared/bindings/test-agent.ts";

const version = { "a2a-version": "1.0" };
const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

interface Running extends Served {
  readonly agent: TestAgent;
  readonly host: Host;
  readonly hidden: unknown[];
}

async function run(name: string, options: Partial<HostOptions> = {}): Promise<Running> {
  const agent = new TestAgent();
  const hidden: unknown[] = [];
  const host = createHost({
    services: [implement(A2AService, agent)],
    card: fullCard,
    onError: (error) => hidden.push(error),
    ...options,
  });
  const binding = bindings.find((candidate) => candidate.name === name);
  if (binding === undefined) throw new Error(`no binding ${name}`);
  const served = await binding.serve(host);
  closers.push(async () => {
    await host.close({ graceMs: 0 });
    await served.close();
  });
  return { ...served, agent, host, hidden };
}

function say(text: string, more: object = {}): SendMessageRequest {
  return { message: { messageId: "message-1", role: "ROLE_USER", parts: [{ text }] }, ...more };
}

const error = (reason: string, message: string, rest: object = {}): Outcome => ({
  kind: "error",
  reason,
  message,
  metadata: {},
  violations: [],
  ...rest,
});

interface Call {
  readonly name: string;
  readonly method: string;
  readonly params: object;
  readonly want: Outcome;
}

const config = { id: "config-1", taskId: "task-1", url: "https://client.example.com/hook", token: "secret" };

const calls: readonly Call[] = [
  {
    name: "SendMessage returns a task",
    method: "SendMessage",
    params: say("do it"),
    want: {
      kind: "value",
      value: {
        task: {
          id: "task-2",
          contextId: "context-1",
          status: { state: "TASK_STATE_COMPLETED", timestamp: "2026-01-02T03:04:05.678Z" },
          artifacts: [{ artifactId: "artifact-1", parts: [{ text: "do it" }, { raw: "AAEC/w==" }] }],
          history: [say("do it").message],
        },
      },
    },
  },
  {
    name: "SendMessage returns a message with every kind of part and metadata",
    method: "SendMessage",
    params: {
      message: {
        messageId: "message-1",
        role: "ROLE_USER",
        parts: [
          { text: "echo ünïcödé 🚀" },
          { raw: "AAEC/w==", mediaType: "image/png", filename: "a b.png" },
          { url: "https://example.com/?a=1&b=2" },
          { data: { list: [1, "two", null, { three: true }], "a.b": 1.5 } },
        ],
        metadata: { "https://example.com/extensions/echo/v1": { deep: [[]] } },
        extensions: ["https://example.com/extensions/echo/v1"],
        referenceTaskIds: ["task-0"],
      },
    },
    want: {
      kind: "value",
      value: {
        message: {
          messageId: "message-1-echo",
          role: "ROLE_AGENT",
          parts: [
            { text: "echo ünïcödé 🚀" },
            { raw: "AAEC/w==", mediaType: "image/png", filename: "a b.png" },
            { url: "https://example.com/?a=1&b=2" },
            { data: { list: [1, "two", null, { three: true }], "a.b": 1.5 } },
          ],
          metadata: { "https://example.com/extensions/echo/v1": { deep: [[]] } },
          extensions: ["https://example.com/extensions/echo/v1"],
          referenceTaskIds: ["task-0"],
        },
      },
    },
  },
  {
    name: "SendStreamingMessage streams the task and its updates",
    method: "SendStreamingMessage",
    params: say("stream 2"),
    want: {
      kind: "events",
      events: [
        { task: workingTask("task-3") },
        {
          artifactUpdate: {
            taskId: "task-3",
            contextId: "context-1",
            artifact: { artifactId: "artifact-1", parts: [{ text: "part 0" }] },
          },
        },
        {
          artifactUpdate: {
            taskId: "task-3",
            contextId: "context-1",
            artifact: { artifactId: "artifact-1", parts: [{ text: "part 1" }] },
            append: true,
          },
        },
        {
          statusUpdate: {
            taskId: "task-3",
            contextId: "context-1",
            status: { state: "TASK_STATE_COMPLETED" },
          },
        },
      ],
    },
  },
  {
    name: "SendStreamingMessage streams a message alone",
    method: "SendStreamingMessage",
    params: say("message"),
    want: {
      kind: "events",
      events: [
        {
          message: {
            messageId: "message-1-reply",
            role: "ROLE_AGENT",
            parts: [{ text: "the whole answer" }],
          },
        },
      ],
    },
  },
  {
    name: "GetTask returns a task",
    method: "GetTask",
    params: { id: "task-1" },
    want: { kind: "value", value: workingTask("task-1") },
  },
  {
    name: "GetTask cuts the history",
    method: "GetTask",
    params: { id: "task-1", historyLength: 1 },
    want: { kind: "value", value: { ...workingTask("task-1"), history: workingTask("").history?.slice(1) } },
  },
  {
    name: "ListTasks filters by status",
    method: "ListTasks",
    params: { status: "TASK_STATE_WORKING", contextId: "context-1", pageSize: 5, includeArtifacts: true },
    want: {
      kind: "value",
      value: { tasks: [workingTask("task-1")], nextPageToken: "", pageSize: 5, totalSize: 1 },
    },
  },
  {
    name: "ListTasks returns an empty page",
    method: "ListTasks",
    params: { status: "TASK_STATE_FAILED" },
    want: { kind: "value", value: { tasks: [], nextPageToken: "", pageSize: 50, totalSize: 0 } },
  },
  {
    name: "CancelTask stops a task",
    method: "CancelTask",
    params: { id: "task-1" },
    want: { kind: "value", value: { ...workingTask("task-1"), status: { state: "TASK_STATE_CANCELED" } } },
  },
  {
    name: "SubscribeToTask begins with the task",
    method: "SubscribeToTask",
    params: { id: "task-1" },
    want: {
      kind: "events",
      events: [
        { task: workingTask("task-1") },
        {
          statusUpdate: {
            taskId: "task-1",
            contextId: "context-1",
            status: { state: "TASK_STATE_COMPLETED" },
          },
        },
      ],
    },
  },
  {
    name: "CreateTaskPushNotificationConfig stores",
    method: "CreateTaskPushNotificationConfig",
    params: config,
    want: { kind: "value", value: config },
  },
  {
    name: "ListTaskPushNotificationConfigs returns none",
    method: "ListTaskPushNotificationConfigs",
    params: { taskId: "task-1" },
    want: { kind: "value", value: {} },
  },
  {
    name: "DeleteTaskPushNotificationConfig returns nothing",
    method: "DeleteTaskPushNotificationConfig",
    params: { taskId: "task-1", id: "config-1" },
    want: { kind: "value", value: {} },
  },
  {
    name: "GetTaskPushNotificationConfig fails for one that is not there",
    method: "GetTaskPushNotificationConfig",
    params: { taskId: "task-1", id: "config-9" },
    want: error("TASK_NOT_FOUND", "No task with the given ID exists, or the caller may not see it."),
  },
  {
    name: "GetTask tells the task that it does not find",
    method: "GetTask",
    params: { id: "tâsk/9 ?" },
    want: error("TASK_NOT_FOUND", "there is no task tâsk/9 ?", { metadata: { taskId: "tâsk/9 ?" } }),
  },
  {
    name: "an error before the first event is the answer of a stream",
    method: "SendStreamingMessage",
    params: say("fail early"),
    want: error("TASK_NOT_FOUND", "the agent was told to fail with early"),
  },
  {
    name: "an error in mid-stream ends it after its events",
    method: "SendStreamingMessage",
    params: say("break"),
    want: {
      kind: "events",
      events: [{ task: workingTask("task-3") }],
      error: {
        kind: "error",
        reason: "INVALID_AGENT_RESPONSE",
        message: "the agent broke off",
        metadata: {},
        violations: [],
      },
    },
  },
  {
    name: "what a handler throws in mid-stream stays inside",
    method: "SendStreamingMessage",
    params: say("crash"),
    want: {
      kind: "events",
      events: [{ task: workingTask("task-3") }],
      error: { kind: "error", reason: "INTERNAL", message: "internal error", metadata: {}, violations: [] },
    },
  },
  ...["throw", "throw text"].map(
    (command): Call => ({
      name: `what a handler throws stays inside: ${command}`,
      method: "SendMessage",
      params: say(command),
      want: error("INTERNAL", "internal error"),
    }),
  ),
  ...Object.keys(errors).map((name): Call => {
    const { reason } = errors[name as keyof typeof errors]();
    return {
      name: `the error ${name} arrives`,
      method: "SendMessage",
      params: say(`fail ${name}`),
      want: error(reason, `the agent was told to fail with ${name}`, {
        metadata: { command: `fail ${name}` },
      }),
    };
  }),
  {
    name: "an answer of the wrong shape is the agent's fault",
    method: "SendMessage",
    params: say("wrong"),
    want: error(
      "INVALID_AGENT_RESPONSE",
      "The agent answered with something that the method does not allow.",
    ),
  },
];

describe.each(bindings.map(({ name }) => name))("over %s", (binding) => {
  test.each(calls)("$name, by our client", async ({ method, params, want }) => {
    const { client } = await run(binding);
    expect(await callClient(client(), method, params)).toEqual(want);
  });

  test.each(calls)("$name, by a raw request", async ({ method, params, want }) => {
    const { raw } = await run(binding);
    expect(await raw(method, params as Record<string, unknown>, version)).toEqual(want);
  });

  test("a push notification configuration is returned, listed and deleted", async () => {
    const { client, raw, agent } = await run(binding);
    const name = { taskId: "task-1", id: "config-1" };
    expect(await client().createTaskPushNotificationConfig(config)).toEqual(config);
    expect(await client().getTaskPushNotificationConfig(name)).toEqual(config);
    expect(await raw("GetTaskPushNotificationConfig", name, version)).toEqual({
      kind: "value",
      value: config,
    });
    expect(await raw("ListTaskPushNotificationConfigs", { taskId: "task-1" }, version)).toEqual({
      kind: "value",
      value: { configs: [config] },
    });
    expect(await client().deleteTaskPushNotificationConfig(name)).toEqual({});
    expect(agent.configs.size).toBe(0);
  });

  test("the hook is told what clients do not learn", async () => {
    const { raw, hidden } = await run(binding);
    await raw("SendMessage", { ...say("throw") }, version);
    await raw("SendMessage", { ...say("throw text") }, version);
    expect(hidden.map(String)).toEqual(["TypeError: a secret of the agent", "a secret text"]);
  });

  test("the context tells version, extensions, tenant and caller", async () => {
    const { raw, client } = await run(binding, {
      authenticate: ({ header }) => ({ id: `the bearer of ${header("Authorization")?.slice(7)}` }),
    });
    const want = {
      method: "SendMessage",
      version: "1.0",
      extensions: ["https://example.com/extensions/echo/v1", "https://example.com/extensions/other/v1"],
      tenant: "acme",
      principal: "the bearer of token-1",
    };
    const value = { message: { messageId: "reply", role: "ROLE_AGENT", parts: [{ data: want }] } };
    const params = { ...say("context"), tenant: "acme" };
    expect(
      await raw("SendMessage", params, {
        // A patch number does not count; the older name of the extensions is read too.
        "a2a-version": "1.0.7",
        "x-a2a-extensions": want.extensions.join(" , "),
        authorization: "Bearer token-1",
      }),
    ).toEqual({ kind: "value", value });
    const activated: (readonly string[] | undefined)[] = [];
    const own = client({ authorization: "Bearer token-1" });
    expect(
      await own.sendMessage(params, {
        extensions: want.extensions,
        onHeaders: (headers) => activated.push(headers["a2a-extensions"]?.split(/ *, */)),
      }),
    ).toEqual(value);
    expect(activated).toEqual([want.extensions]);
  });

  test.each([
    ["0.3", 'the request names version "0.3"; supported: 1.0; send it as A2A-Version'],
    ["2.0", 'the request names version "2.0"; supported: 1.0; send it as A2A-Version'],
    ["one", 'the request names version "one"; supported: 1.0; send it as A2A-Version'],
    ["", "the request names no version, which means 0.3; supported: 1.0; send it as A2A-Version"],
  ])("refuses the version %j and says what it speaks", async (sent, message) => {
    const { raw } = await run(binding);
    const headers: Record<string, string> = sent === "" ? {} : { "a2a-version": sent };
    expect(await raw("GetTask", { id: "task-1" }, headers)).toEqual(
      error("VERSION_NOT_SUPPORTED", message, { metadata: { supportedVersions: "1.0" } }),
    );
  });

  test("refuses calls without an extension that the card requires", async () => {
    const uri = "https://example.com/extensions/audit/v1";
    const card = {
      ...fullCard,
      capabilities: { ...fullCard.capabilities, extensions: [{ uri, required: true }] },
    };
    const { raw, client } = await run(binding, { card });
    const want = error(
      "EXTENSION_SUPPORT_REQUIRED",
      `the agent requires the extension ${uri}; declare it in A2A-Extensions`,
      {
        metadata: { extension: uri, requiredExtensions: uri },
      },
    );
    expect(await raw("GetTask", { id: "task-1" }, version)).toEqual(want);
    expect(await callClient(client(), "GetTask", { id: "task-1" })).toEqual(want);
    expect(await raw("GetTask", { id: "task-1" }, { ...version, "a2a-extensions": uri })).toMatchObject({
      kind: "value",
    });
    expect(await client().getTask({ id: "task-1" }, { extensions: [uri] })).toEqual(workingTask("task-1"));
  });

  test("refuses extensions that are no URIs", async () => {
    const { raw } = await run(binding);
    const outcome = await raw("GetTask", { id: "task-1" }, { ...version, "a2a-extensions": "geo location" });
    expect(outcome).toEqual(
      error("INVALID_ARGUMENT", 'A2A-Extensions: expected URIs separated by commas, found "geo location"', {
        violations: [{ field: "A2A-Extensions", description: 'expected a URI, found "geo location"' }],
      }),
    );
  });

  test.each([
    ["SendStreamingMessage", say("stream"), "UNSUPPORTED_OPERATION", "streaming", "SendStreamingMessage"],
    ["SubscribeToTask", { id: "task-1" }, "UNSUPPORTED_OPERATION", "streaming", "SubscribeToTask"],
    [
      "ListTaskPushNotificationConfigs",
      { taskId: "task-1" },
      "PUSH_NOTIFICATION_NOT_SUPPORTED",
      "pushNotifications",
      "ListTaskPushNotificationConfigs",
    ],
    [
      "SendMessage",
      say("do it", { configuration: { taskPushNotificationConfig: { url: "https://client.example.com" } } }),
      "PUSH_NOTIFICATION_NOT_SUPPORTED",
      "pushNotifications",
      "configuration.taskPushNotificationConfig",
    ],
    ["GetExtendedAgentCard", {}, "UNSUPPORTED_OPERATION", "extendedAgentCard", "GetExtendedAgentCard"],
  ])(
    "refuses %s of an agent whose card does not offer it",
    async (method, params, reason, capability, what) => {
      const card = { ...fullCard, capabilities: {} };
      const { raw, client } = await run(binding, { card, authenticate: () => ({ id: "someone" }) });
      const want = error(
        reason,
        `${what} needs the capability ${capability}, which this agent's card does not declare`,
        {
          metadata: { capability },
        },
      );
      expect(await raw(method, params as Record<string, unknown>, version)).toEqual(want);
      expect(await callClient(client(), method, params)).toEqual(want);
    },
  );

  test("asks for credentials where the card does, and always for the extended card", async () => {
    const denied = error("UNAUTHENTICATED", "the call needs valid credentials");
    const open = await run(binding);
    expect(await open.raw("GetExtendedAgentCard", {}, version)).toEqual(denied);
    const card = { ...fullCard, securityRequirements: [{ schemes: { token: { list: ["tasks"] } } }] };
    const { raw, client } = await run(binding, {
      card,
      authenticate: ({ header, requirements, schemes }) => {
        expect(requirements).toEqual(card.securityRequirements);
        expect(schemes).toEqual(fullCard.securitySchemes);
        return header("authorization") === "Bearer token-1" ? { id: "alice" } : undefined;
      },
    });
    expect(await raw("GetTask", { id: "task-1" }, version)).toEqual(denied);
    expect(await callClient(client(), "GetTask", { id: "task-1" })).toEqual(denied);
    expect(await client({ authorization: "Bearer token-1" }).getTask({ id: "task-1" })).toEqual(
      workingTask("task-1"),
    );
    expect(await client({ authorization: "Bearer token-1" }).getExtendedAgentCard({})).toEqual({
      ...fullCard,
      description: "For alice only.",
    });
  });

  test("another's task is as if it were not there", async () => {
    const { raw, client } = await run(binding, {
      authorize: (_context, request) => {
        if ((request as { id?: string }).id === "task-1")
          throw errors.TaskNotFoundError("there is no task task-1");
        return (request as { id?: string }).id !== "task-8";
      },
    });
    const want = error("TASK_NOT_FOUND", "there is no task task-1");
    expect(await raw("GetTask", { id: "task-1" }, version)).toEqual(want);
    expect(await callClient(client(), "CancelTask", { id: "task-1" })).toEqual(want);
    expect(await callClient(client(), "GetTask", { id: "task-8" })).toEqual(
      error("PERMISSION_DENIED", "the caller may not call GetTask"),
    );
  });

  test("a client that leaves a stream ends its handler", async () => {
    const { client, agent } = await run(binding);
    const ended = agent.nextEnd();
    for await (const event of client().sendStreamingMessage(say("wait"))) {
      expect(event).toEqual({ task: workingTask("task-3") });
      break;
    }
    await ended;
    expect(agent.ended).toEqual(["the client has gone"]);
  });

  test("a client that gives up a call ends its handler", async () => {
    const { client, agent } = await run(binding);
    const controller = new AbortController();
    const ended = agent.nextEnd();
    const stream = client().sendStreamingMessage(say("wait"), { signal: controller.signal });
    const events = stream[Symbol.asyncIterator]();
    await events.next();
    const next = events.next();
    controller.abort(new Error("enough"));
    await expect(next).rejects.toMatchObject({ status: "CANCELLED", cause: new Error("enough") });
    await ended;
  });

  test("a call that takes too long ends", async () => {
    const { client, agent, raw } = await run(binding, { limits: { callMs: 150 } });
    expect(await raw("SendMessage", { ...say("wait") }, version)).toEqual(
      error("DEADLINE_EXCEEDED", "the call took longer than the server allows"),
    );
    expect(agent.ended).toEqual(["the call took longer than the server allows"]);
    const outcome = await callClient(client(), "SendMessage", say("wait"));
    expect(outcome).toMatchObject({ reason: "DEADLINE_EXCEEDED" });
  });

  test("a client's own time limit ends a call", async () => {
    const { client } = await run(binding);
    await expect(client().sendMessage(say("wait"), { timeoutMs: 100 })).rejects.toMatchObject({
      status: "DEADLINE_EXCEEDED",
    });
  });

  test("a shutdown refuses new calls and ends streams", async () => {
    const { client, host } = await run(binding);
    const events = client().sendStreamingMessage(say("wait"))[Symbol.asyncIterator]();
    await events.next();
    const end = events.next();
    await host.close({ graceMs: 0 });
    expect(await end).toEqual({ done: true, value: undefined });
    expect(await callClient(client(), "GetTask", { id: "task-1" })).toMatchObject({ reason: "UNAVAILABLE" });
  });
});

/** What protobuf cannot express is sent over the bindings whose requests are JSON. */
describe("malformed requests", async () => {
  const text = await readFile(new URL("malformed.json", import.meta.url), "utf8");
  const cases = JSON.parse(text) as readonly {
    readonly name: string;
    readonly method: string;
    readonly params: Record<string, unknown>;
    readonly violations: readonly { readonly field: string; readonly description: string }[];
    /** Bindings that cannot express the request, with the reason. */
    readonly except?: Readonly<Record<string, string>>;
  }[];

  describe.each(bindings.map(({ name }) => name))("over %s", (binding) => {
    test.each(cases.filter(({ except = {} }) => !Object.hasOwn(except, binding)))(
      "$name",
      async ({ method, params, violations }) => {
        const { raw, agent } = await run(binding);
        expect(await raw(method, params, version)).toMatchObject({
          kind: "error",
          reason: "INVALID_ARGUMENT",
          violations,
        });
        expect(agent.tasks.size).toBe(1);
      },
    );
  });
});

async function callClient(client: object, method: string, params: object): Promise<Outcome> {
  const member = `${method.charAt(0).toLowerCase()}${method.slice(1)}`;
  const call = (client as Record<string, (request: object) => unknown>)[member];
  const events: unknown[] = [];
  try {
    if (call === undefined) throw new Error(`no method ${method}`);
    const answer = call(params) as Promise<unknown> | AsyncIterable<unknown>;
    if (!(Symbol.asyncIterator in answer)) return { kind: "value", value: await answer };
    for await (const event of answer) events.push(event);
    return { kind: "events", events };
  } catch (thrown) {
    const outcome = outcomeOf(thrown);
    return events.length === 0 ? outcome : { kind: "events", events, error: outcome };
  }
}
