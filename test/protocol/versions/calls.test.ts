import { CallError } from "@a2agen/runtime/service";
import { a2a03ToDraft } from "@a2agen/translate";
import { describe, expect, test } from "vitest";
import { callRaw, draft, shared, startFamily } from "../../shared/versions/start-family.ts";

const newer = { "a2a-version": "1.0" };

/** The same calls in the words of each version. */
interface Version {
  readonly name: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly send: string;
  readonly stream: string;
  readonly get: string;
  readonly cancel: string;
  readonly subscribe: string;
  readonly say: (text: string) => object;
  /** How a request names a task. */
  readonly task: (id: string) => object;
  readonly states: { readonly working: string; readonly canceled: string; readonly completed: string };
  readonly answers: {
    readonly taskOf: (answer: unknown) => unknown;
    readonly message: (text: string) => unknown;
    readonly status: (state: string) => unknown;
  };
}

const older: Version = {
  name: "0.3",
  path: "/rpc",
  headers: {},
  send: "message/send",
  stream: "message/stream",
  get: "tasks/get",
  cancel: "tasks/cancel",
  subscribe: "tasks/resubscribe",
  say: (text) => ({
    message: { kind: "message", messageId: "m-1", role: "user", parts: [{ kind: "text", text }] },
  }),
  task: (id) => ({ id }),
  states: { working: "working", canceled: "canceled", completed: "completed" },
  answers: {
    taskOf: (answer) => answer,
    message: (text) => ({
      kind: "message",
      messageId: "m-1-reply",
      role: "agent",
      parts: [{ kind: "text", text }],
    }),
    status: (state) => ({
      kind: "status-update",
      taskId: "task-1",
      contextId: "context-1",
      status: { state },
      final: true,
    }),
  },
};

const pascal = {
  send: "SendMessage",
  stream: "SendStreamingMessage",
  get: "GetTask",
  cancel: "CancelTask",
  subscribe: "SubscribeToTask",
};

const draftVersion: Version = {
  name: "the draft",
  path: "/draft/rpc",
  headers: {},
  ...pascal,
  say: (text) => ({ message: { messageId: "m-1", role: "user", parts: [{ text }] } }),
  task: (id) => ({ name: `tasks/${id}` }),
  states: { working: "working", canceled: "cancelled", completed: "completed" },
  answers: {
    taskOf: (answer) => (answer as { readonly task?: unknown }).task ?? answer,
    message: (text) => ({ message: { messageId: "m-1-reply", role: "agent", parts: [{ text }] } }),
    status: (state) => ({
      statusUpdate: { taskId: "task-1", contextId: "context-1", status: { state }, final: true },
    }),
  },
};

const newest: Version = {
  name: "1.0",
  path: "/rpc",
  headers: newer,
  ...pascal,
  say: (text) => ({ message: { messageId: "m-1", role: "ROLE_USER", parts: [{ text }] } }),
  task: (id) => ({ id }),
  states: {
    working: "TASK_STATE_WORKING",
    canceled: "TASK_STATE_CANCELED",
    completed: "TASK_STATE_COMPLETED",
  },
  answers: {
    taskOf: (answer) => (answer as { readonly task?: unknown }).task ?? answer,
    message: (text) => ({ message: { messageId: "m-1-reply", role: "ROLE_AGENT", parts: [{ text }] } }),
    status: (state) => ({ statusUpdate: { taskId: "task-1", contextId: "context-1", status: { state } } }),
  },
};

const versions = [older, draftVersion, newest];

describe.each(versions)("a client of $name", (version) => {
  const { path, headers, say, task, states, answers } = version;
  const start = async () => {
    const started = await startFamily();
    const call = (method: string, params: object, more: Readonly<Record<string, string>> = {}) =>
      callRaw(started.origin + path, method, params, { headers: { ...headers, ...more } });
    return { ...started, call };
  };

  test("sends a message and gets a task", async () => {
    const { call } = await start();
    expect(answers.taskOf(await call(version.send, say("do it")))).toMatchObject({
      id: "task-2",
      contextId: "context-1",
      status: { state: states.completed, timestamp: "2026-01-02T03:04:05.678Z" },
    });
  });

  test("follows a stream to its end", async () => {
    const { call } = await start();
    const events = (await call(version.stream, say("stream 2"))) as readonly unknown[];
    expect(events).toHaveLength(4);
    expect(answers.taskOf(events[0])).toMatchObject({ id: "task-3", status: { state: states.working } });
  });

  test("gets a stream that is one message", async () => {
    const { call } = await start();
    expect(await call(version.stream, say("message"))).toStrictEqual([answers.message("the whole answer")]);
  });

  test("gets, cancels and subscribes to a task", async () => {
    const { call } = await start();
    expect(await call(version.get, task("task-1"))).toMatchObject({
      id: "task-1",
      status: { state: states.working },
    });
    const events = (await call(version.subscribe, task("task-1"))) as readonly unknown[];
    expect(events.at(-1)).toStrictEqual(answers.status(states.completed));
    expect(await call(version.cancel, task("task-1"))).toMatchObject({ status: { state: states.canceled } });
    expect(await call(version.cancel, task("task-1"))).toMatchObject({ error: { code: -32002 } });
  });

  test("is told of an error by the code and the facts that it knows", async () => {
    const { call } = await start();
    const { error } = (await call(version.get, task("none"))) as {
      readonly error: { readonly code: number; readonly message: string; readonly data: unknown };
    };
    const { code, message, data } = error;
    expect({ code, message }).toStrictEqual({ code: -32001, message: "there is no task none" });
    const details = Array.isArray(data) ? (data[0] as unknown) : data;
    expect(details).toMatchObject(
      Array.isArray(data)
        ? { reason: "TASK_NOT_FOUND", metadata: { taskId: "none" } }
        : { reason: "TASK_NOT_FOUND", taskId: "none" },
    );
    expect(Array.isArray(data)).toBe(version === newest);
  });

  test("is told of an error in mid-stream after the events before it", async () => {
    const { call } = await start();
    const events = (await call(version.stream, say("break"))) as readonly unknown[];
    expect(events).toHaveLength(2);
    expect(events[1]).toMatchObject({ error: { code: -32006, message: "the agent broke off" } });
  });

  test("learns nothing of a fault of the agent", async () => {
    const { call, errors } = await start();
    expect(await call(version.send, say("throw"))).toMatchObject({
      error: { code: -32603, message: "internal error" },
    });
    expect(errors).toStrictEqual([new TypeError("a secret of the agent")]);
  });

  test("gets no answer of the wrong shape", async () => {
    const { call, errors } = await start();
    expect(await call(version.send, say("wrong"))).toMatchObject({ error: { code: -32006 } });
    expect(String(errors[0])).toMatch(/^TypeError: the handler of SendMessage returned no lf\.a2a\.v1/);
  });

  test("that goes stops the handler", async () => {
    const { origin, agent } = await start();
    const stopped = agent.nextEnd();
    const controller = new AbortController();
    const response = await fetch(origin + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: version.stream, params: say("wait") }),
      signal: controller.signal,
    });
    await response.body?.getReader().read();
    controller.abort();
    await stopped;
    expect(agent.ended).toStrictEqual(["the client has gone"]);
  });

  test("is shown to the handler with the names of 1.0", async () => {
    const { call } = await start();
    const answer = JSON.stringify(
      await call(version.send, say("context"), { authorization: "Bearer alice" }),
    );
    const want = { method: "SendMessage", principal: "alice", tenant: null };
    expect(JSON.parse(/\{"method".*?\}/.exec(answer)?.[0] ?? "{}")).toMatchObject(want);
    expect(answer).toContain(`"version":"${version === older ? "0.3" : "1.0"}"`);
  });

  test("is not told of extensions that it did not ask for, and of the others that they are in use", async () => {
    const { origin } = await start();
    const uri = "https://example.com/extensions/echo/v1";
    const name = version === older ? "X-A2A-Extensions" : "A2A-Extensions";
    const response = await fetch(origin + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers, [name]: uri },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: version.send, params: say("context") }),
    });
    expect(await response.text()).toContain(uri);
    expect(response.headers.get(name)).toBe(uri);
  });
});

describe("push notification configurations", () => {
  const url = "https://client.example.com/hook";

  test("of 0.3", async () => {
    const { origin, agent } = await startFamily();
    const call = (method: string, params: object) => callRaw(`${origin}/rpc`, method, params);
    const config = {
      taskId: "task-1",
      pushNotificationConfig: {
        id: "config-1",
        url,
        token: "secret",
        authentication: { schemes: ["Bearer"], credentials: "password" },
      },
    };
    const named = { id: "task-1", pushNotificationConfigId: "config-1" };
    expect(await call("tasks/pushNotificationConfig/set", config)).toStrictEqual(config);
    expect([...agent.configs.values()]).toStrictEqual([
      {
        taskId: "task-1",
        id: "config-1",
        url,
        token: "secret",
        authentication: { scheme: "Bearer", credentials: "password" },
      },
    ]);
    expect(await call("tasks/pushNotificationConfig/get", named)).toStrictEqual(config);
    expect(await call("tasks/pushNotificationConfig/list", { id: "task-1" })).toStrictEqual([config]);
    expect(await call("tasks/pushNotificationConfig/delete", named)).toStrictEqual({ result: null });
    expect(await call("tasks/pushNotificationConfig/list", { id: "task-1" })).toStrictEqual([]);
  });

  test("of the draft", async () => {
    const { origin } = await startFamily();
    const call = (method: string, params: object) => callRaw(`${origin}/draft/rpc`, method, params);
    const name = "tasks/task-1/pushNotificationConfigs/config-1";
    const config = { name, pushNotificationConfig: { id: "config-1", url } };
    const set = { parent: "tasks/task-1", configId: "config-1", config };
    expect(await call("SetTaskPushNotificationConfig", set)).toStrictEqual(config);
    expect(await call("GetTaskPushNotificationConfig", { name })).toStrictEqual(config);
    expect(await call("ListTaskPushNotificationConfig", { parent: "tasks/task-1" })).toStrictEqual({
      configs: [config],
    });
    expect(await call("DeleteTaskPushNotificationConfig", { name })).toStrictEqual({});
  });
});

describe("what 1.0 cannot say of a request of 0.3", () => {
  const part = { kind: "text", text: "hi", colour: "red" };
  const params = { message: { kind: "message", messageId: "m", role: "user", parts: [part] } };

  test("is told to the hook with its path in 0.3", async () => {
    const { origin, losses } = await startFamily();
    expect(await callRaw(`${origin}/rpc`, "message/send", params)).toMatchObject({ kind: "task" });
    const told = losses.flatMap((entry) =>
      entry.losses.map(({ path }) => `${entry.method} ${entry.of} ${entry.direction} ${path}`),
    );
    expect(told).toStrictEqual(["SendMessage request upgrade message.parts[0].colour"]);
  });

  test("can be refused by the hook", async () => {
    const { origin } = await startFamily({
      options: {
        onLosses({ of, losses }) {
          const [first] = losses;
          if (of === "request") throw new CallError("INVALID_ARGUMENT", `${first?.path} is not taken`);
        },
      },
    });
    expect(await callRaw(`${origin}/rpc`, "message/send", params)).toStrictEqual({
      error: {
        code: -32602,
        message: "message.parts[0].colour is not taken",
        data: { reason: "INVALID_ARGUMENT" },
      },
    });
  });
});

test("a method that the agent has not is one that it does not implement in any version", async () => {
  const { agent, origin } = await startFamily();
  Reflect.set(agent, "cancelTask", undefined);
  const unimplemented = { error: { code: -32601 } };
  expect(await callRaw(`${origin}/rpc`, "tasks/cancel", { id: "task-1" })).toMatchObject(unimplemented);
  expect(
    await callRaw(`${origin}/draft/rpc`, "CancelTask", { name: "tasks/task-1" }, { headers: newer }),
  ).toMatchObject(unimplemented);
});

test("a capability that the card does not declare is missing in every version", async () => {
  const { origin } = await startFamily({ card: () => ({ capabilities: {} }) });
  for (const { path, headers, stream, say } of versions) {
    expect(await callRaw(origin + path, stream, say("stream 1"), { headers })).toMatchObject({
      error: { code: -32004 },
    });
  }
});

test("the draft is at its own paths of HTTP+JSON, beside those of 1.0", async () => {
  const { origin, deprecated } = await startFamily();
  const draftTask = await fetch(`${origin}/draft/v1/tasks/task-1`);
  expect(await draftTask.json()).toMatchObject({ id: "task-1", status: { state: "working" } });
  const newestTask = await fetch(`${origin}/rest/tasks/task-1`, { headers: newer });
  expect(await newestTask.json()).toMatchObject({ id: "task-1", status: { state: "TASK_STATE_WORKING" } });
  expect(deprecated).toStrictEqual([
    { kind: "endpoint", name: "GET /v1/{name=tasks/*}", use: "GET /tasks/{id}", profile: "a2a-1.0-draft" },
  ]);
});

test("hooks are asked with the names and the requests of 1.0", async () => {
  const asked: unknown[] = [];
  const { origin } = await startFamily({
    options: {
      authenticate: ({ method }) => {
        asked.push(method);
        return { id: "alice" };
      },
      authorize: ({ method }, request) => {
        asked.push(method, request);
        return false;
      },
    },
  });
  const refused = { error: { code: -32000, message: "the caller may not call GetTask" } };
  expect(await callRaw(`${origin}/rpc`, "tasks/get", { id: "task-1" })).toMatchObject(refused);
  expect(await callRaw(`${origin}/draft/rpc`, "GetTask", { name: "tasks/task-1" })).toMatchObject(refused);
  const want = ["GetTask", "GetTask", { id: "task-1" }];
  expect(asked).toStrictEqual([...want, ...want]);
});

test("what the card asks of callers is asked in every version", async () => {
  const { origin, errors } = await startFamily({
    card: () => ({ securityRequirements: [{ schemes: { token: { list: [] } } }] }),
    options: { authenticate: () => undefined },
  });
  for (const { path, headers, get, task } of versions) {
    const response = await fetch(origin + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: get, params: task("task-1") }),
    });
    expect([response.status, response.headers.get("www-authenticate")]).toStrictEqual([401, "Bearer"]);
  }
  expect(errors).toStrictEqual([]);
});

test("a family that shuts down ends the streams of every version and refuses calls", async () => {
  const { origin, family } = await startFamily();
  const streams = await Promise.all(
    versions.map(async ({ path, headers, stream, say }) => {
      const response = await fetch(origin + path, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: stream, params: say("wait") }),
      });
      const reader = response.body?.getReader();
      await reader?.read();
      return reader;
    }),
  );
  await family.close({ graceMs: 0 });
  for (const reader of streams) expect(await reader?.read()).toStrictEqual({ done: true, value: undefined });
  for (const { path, headers, get, task } of versions) {
    expect(await callRaw(origin + path, get, task("task-1"), { headers })).toMatchObject({
      error: { message: "the server is shutting down" },
    });
  }
});

test("0.3 by way of the draft answers as 0.3", async () => {
  const { origin } = await startFamily({ older: [{ translation: a2a03ToDraft }, draft] });
  expect(await callRaw(`${origin}/rpc`, "tasks/get", { id: "task-1" })).toMatchObject({
    kind: "task",
    id: "task-1",
    status: { state: "working" },
  });
});

test("0.3 at a path of its own is told from 1.0 by it", async () => {
  const { origin, deprecated } = await startFamily({ older: [{ ...shared, jsonRpc: "/old" }] });
  expect(await callRaw(`${origin}/old`, "tasks/get", { id: "task-1" })).toMatchObject({ kind: "task" });
  expect(await callRaw(`${origin}/rpc`, "tasks/get", { id: "task-1" }, { headers: newer })).toMatchObject({
    error: { code: -32601 },
  });
  expect(deprecated).toStrictEqual([
    { kind: "jsonRpcMethod", name: "tasks/get", use: "GetTask", profile: "a2a-0.3" },
    { kind: "endpoint", name: "POST /old", use: "POST /rpc", profile: "a2a-0.3" },
  ]);
});
