import { once } from "node:events";
import type { IncomingHttpHeaders, RequestListener, ServerResponse } from "node:http";
import { A2AService, type A2AServiceClient, errors, type StreamResponse, type Task } from "@a2agen/a2a-1.0";
import { describe, expect, test } from "vitest";
import type { HttpTransportOptions } from "../../../../packages/runtime/src/http/index.ts";
import { createJsonRpcTransport } from "../../../../packages/runtime/src/jsonrpc/index.ts";
import { CallError, createClient, isCallError } from "../../../../packages/runtime/src/service/index.ts";
import { createSignal, listen } from "../../../shared/http/listen.ts";
import { serve } from "./serve.ts";

const task: Task = { id: "task-1", status: { state: "TASK_STATE_WORKING" } };
const working: StreamResponse = { task };
const done: StreamResponse = {
  statusUpdate: { taskId: "task-1", contextId: "c", status: { state: "TASK_STATE_COMPLETED" } },
};

function connect(url: string, options: Partial<HttpTransportOptions> = {}): A2AServiceClient {
  return createClient(A2AService, createJsonRpcTransport(A2AService.protocol, { url, ...options }));
}

/** The error that something ends with. */
async function failure(run: Promise<unknown>): Promise<CallError> {
  const error: unknown = await run.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isCallError(error)) throw new Error(`expected a CallError, got ${String(error)}`);
  return error;
}

async function collect<T>(events: AsyncIterable<T>, into: T[] = []): Promise<readonly T[]> {
  for await (const event of events) into.push(event);
  return into;
}

/** A client of a server that answers every request alike. */
async function withAnswer(
  body: string,
  {
    status = 200,
    headers = { "content-type": "application/json" },
    ...options
  }: Partial<Omit<HttpTransportOptions, "headers">> & { status?: number; headers?: IncomingHttpHeaders } = {},
): Promise<A2AServiceClient> {
  const { url } = await listen((_, response) => response.writeHead(status, headers).end(body));
  return connect(url, options);
}

function result(value: unknown, more: object = {}): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, result: value, ...more });
}

function error(value: unknown, more: object = {}): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, error: value, ...more });
}

const notFound = { code: -32001, message: "no such task" };

describe("a client of our server", () => {
  test("gets what the handler returns", async () => {
    const client = connect(
      await serve({
        getTask: async ({ id, historyLength }) => ({
          ...task,
          id,
          metadata: { historyLength: historyLength ?? null },
        }),
        deleteTaskPushNotificationConfig: async () => ({}),
        async *subscribeToTask({ id }) {
          yield { task: { ...task, id } };
          yield done;
        },
      }),
    );
    expect(await client.getTask({ id: "ü🥊", historyLength: 2 })).toEqual({
      ...task,
      id: "ü🥊",
      metadata: { historyLength: 2 },
    });
    expect(await client.deleteTaskPushNotificationConfig({ taskId: "a", id: "b" })).toEqual({});
    expect(await collect(client.subscribeToTask({ id: "a" }))).toEqual([
      { task: { ...task, id: "a" } },
      done,
    ]);
  });

  test("gets the errors that the handler throws, before and within a stream", async () => {
    const thrown = errors.TaskNotFoundError("no such task", { metadata: { taskId: "a" } });
    const client = connect(
      await serve({
        async getTask() {
          throw thrown;
        },
        async *subscribeToTask({ id }) {
          if (id === "late") yield working;
          throw thrown;
        },
      }),
    );
    const seen: StreamResponse[] = [];
    const found = await Promise.all([
      failure(client.getTask({ id: "a" })),
      failure(collect(client.subscribeToTask({ id: "early" }))),
      failure(collect(client.subscribeToTask({ id: "late" }), seen)),
    ]);
    const want = { name: "TaskNotFoundError", message: "no such task", metadata: { taskId: "a" }, http: 404 };
    expect(found).toMatchObject([want, want, want]);
    expect(seen).toEqual([working]);
  });

  test("learns which version is spoken, and what is wrong with its request", async () => {
    const url = await serve({}, { versions: ["0.9"] });
    expect(await failure(connect(url).getTask({ id: "a" }))).toMatchObject({
      name: "VersionNotSupportedError",
      metadata: { supportedVersions: "0.9" },
    });
    const bad = await failure(connect(await serve({})).getTask({} as { id: string }));
    expect(bad).toMatchObject({ status: "INVALID_ARGUMENT", jsonRpc: -32602, violations: [{ field: "id" }] });
  });

  test("learns how to authenticate, and when to come again", async () => {
    const client = connect(
      await serve({
        async getTask({ id }) {
          if (id === "busy") throw new CallError("UNAVAILABLE", "later", { retryAfterMs: 1500 });
          throw new CallError("UNAUTHENTICATED", "who?", { challenges: ['Bearer scope="a"', "Basic"] });
        },
      }),
    );
    expect(await failure(client.getTask({ id: "a" }))).toMatchObject({
      status: "UNAUTHENTICATED",
      challenges: ['Bearer scope="a", Basic'],
    });
    expect(await failure(client.getTask({ id: "busy" }))).toMatchObject({
      status: "UNAVAILABLE",
      retryAfterMs: 1500,
    });
  });

  test("stops the handler when it leaves the loop", async () => {
    const ended = createSignal<unknown>();
    const client = connect(
      await serve({
        async *subscribeToTask(_, { signal }) {
          yield working;
          await once(signal, "abort");
          ended.resolve(signal.reason);
        },
      }),
    );
    for await (const event of client.subscribeToTask({ id: "a" })) {
      expect(event).toEqual(working);
      break;
    }
    expect(await ended.promise).toMatchObject({ status: "CANCELLED" });
  });

  test("stops the handler by its signal", async () => {
    const ended = createSignal();
    const client = connect(
      await serve({
        async getTask(_, { signal }) {
          controller.abort("enough");
          await once(signal, "abort");
          ended.resolve();
          return task;
        },
      }),
    );
    const controller = new AbortController();
    const stopped = await failure(client.getTask({ id: "a" }, { signal: controller.signal }));
    expect(stopped).toMatchObject({ status: "CANCELLED", cause: "enough" });
    await ended.promise;
  });

  test("waits no longer than it was told", async () => {
    const client = connect(await serve({ getTask: () => new Promise(() => undefined) }));
    expect(await failure(client.getTask({ id: "a" }, { timeoutMs: 20 }))).toMatchObject({
      status: "DEADLINE_EXCEEDED",
    });
  });
});

describe("a request", () => {
  test("is JSON-RPC with a new id each time, and the parameters of the protocol as headers", async () => {
    const seen: unknown[] = [];
    const { url } = await listen((request, response) => {
      let body = "";
      request.on("data", (chunk) => {
        body += String(chunk);
      });
      request.on("end", () => {
        const {
          "content-type": type,
          accept,
          authorization,
          "a2a-version": version,
          "a2a-extensions": extensions,
        } = request.headers;
        seen.push({
          method: request.method,
          path: request.url,
          type,
          accept,
          authorization,
          version,
          extensions,
          body,
        });
        const { id } = JSON.parse(body) as { id: number };
        response.setHeader("a2a-extensions", "https://a.example/1");
        response.end(JSON.stringify({ jsonrpc: "2.0", id, result: id === 1 ? task : working }));
      });
    });
    const client = connect(`${url}/rpc?a=b`, { headers: () => ({ authorization: "Bearer c" }) });
    const activated: (string | undefined)[] = [];
    await client.getTask(
      { id: "a" },
      {
        extensions: ["https://a.example/1", "https://b.example/2"],
        onHeaders: (headers) => activated.push(headers["a2a-extensions"]),
      },
    );
    await collect(client.subscribeToTask({ id: "a" }));
    const usual = {
      method: "POST",
      path: "/rpc?a=b",
      type: "application/json",
      authorization: "Bearer c",
      version: "1.0",
    };
    expect(seen).toEqual([
      {
        ...usual,
        accept: "application/json",
        extensions: "https://a.example/1,https://b.example/2",
        body: '{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"a"}}',
      },
      {
        ...usual,
        accept: "text/event-stream, application/json",
        body: '{"jsonrpc":"2.0","id":2,"method":"SubscribeToTask","params":{"id":"a"}}',
      },
    ]);
    expect(activated).toEqual(["https://a.example/1"]);
  });

  test("of a stream is not sent before an event is asked for", async () => {
    let asked = 0;
    const { url } = await listen((_, response) => {
      asked += 1;
      response.end();
    });
    connect(url).subscribeToTask({ id: "a" });
    await failure(connect(url).getTask({ id: "a" }));
    expect(asked).toBe(1);
  });

  test("that cannot be written is not sent", async () => {
    const metadata: Record<string, unknown> = {};
    metadata["self"] = metadata;
    const client = connect("http://127.0.0.1:1");
    const bad = { message: { messageId: "a", role: "ROLE_USER", parts: [{ text: "b" }], metadata } };
    expect(await failure(client.sendMessage(bad as Parameters<typeof client.sendMessage>[0]))).toMatchObject({
      status: "INVALID_ARGUMENT",
      message: "the request of SendMessage is no lf.a2a.v1.SendMessageRequest",
    });
  });
});

describe("an answer is read", () => {
  const types = [
    "application/json",
    "application/a2a+json; charset=utf-8",
    "application/problem+json",
    "text/plain",
    undefined,
  ];

  test.each(types)("whatever its content type: %s", async (type) => {
    const headers = type === undefined ? {} : { "content-type": type };
    const client = await withAnswer(result(task), { headers });
    expect(await client.getTask({ id: "a" })).toEqual(task);
    const failing = await withAnswer(error(notFound), { headers });
    expect(await failure(failing.getTask({ id: "a" }))).toMatchObject({ name: "TaskNotFoundError" });
  });

  const accepted: { name: string; body: string }[] = [
    { name: "an id that came back as text", body: result(task, { id: "1" }) },
    { name: "null for an error", body: result(task, { error: null }) },
    { name: "members that JSON-RPC does not know", body: result(task, { trace: "a" }) },
    { name: "a byte order mark", body: `\ufeff${result(task)}` },
    { name: "an HTTP status of an error", body: result(task) },
  ];

  test.each(accepted)("with $name", async ({ body, name }) => {
    const client = await withAnswer(body, { status: name.includes("status") ? 500 : 200 });
    expect(await client.getTask({ id: "a" })).toEqual(task);
  });

  test("with what the type does not allow but can be understood, which is told", async () => {
    const warnings: unknown[] = [];
    const client = await withAnswer(result({ configs: null, next_page_token: "x" }), {
      onWarning: (warning) => warnings.push(warning),
    });
    expect(await client.listTaskPushNotificationConfigs({ taskId: "a" })).toEqual({ nextPageToken: "x" });
    expect(warnings).toEqual([]);
    const page = await withAnswer(result({ tasks: [{ ...task, status: { state: "TASK_STATE_NEW" } }] }), {
      onWarning: (warning) => warnings.push(warning),
    });
    expect(await page.listTasks({})).toEqual({
      tasks: [{ id: "task-1", status: { state: "TASK_STATE_NEW" } }],
      nextPageToken: "",
      pageSize: 0,
      totalSize: 0,
    });
    expect(warnings).toEqual(
      ["tasks[0].status.state", "nextPageToken", "pageSize", "totalSize"].map((path) => ({
        method: "ListTasks",
        path,
        message: expect.any(String),
      })),
    );
  });

  test.each([
    { name: "null", body: result(null) },
    { name: "nothing", body: result(undefined) },
  ])("with $name for a result that has no fields", async ({ body }) => {
    const warnings: unknown[] = [];
    const client = await withAnswer(body, { onWarning: (warning) => warnings.push(warning) });
    expect(await client.deleteTaskPushNotificationConfig({ taskId: "a", id: "b" })).toEqual({});
    expect(warnings).toEqual([
      { method: "DeleteTaskPushNotificationConfig", path: "", message: "expected an object, got null" },
    ]);
  });

  test("with an error that could not tell its request", async () => {
    const client = await withAnswer(error({ code: -32700, message: "no JSON" }, { id: null }));
    expect(await failure(client.getTask({ id: "a" }))).toMatchObject({ jsonRpc: -32700, message: "no JSON" });
    const without = await withAnswer(error({ code: -32700, message: "no JSON" }, { id: undefined }));
    expect(await failure(without.getTask({ id: "a" }))).toMatchObject({
      jsonRpc: -32700,
      message: "no JSON",
    });
  });

  test("with an error beside a null result", async () => {
    const client = await withAnswer(error(notFound, { result: null }));
    expect(await failure(client.getTask({ id: "a" }))).toMatchObject({ name: "TaskNotFoundError" });
  });
});

describe("an answer is the error of the protocol when it", () => {
  const refused: { name: string; body: string; want: string }[] = [
    { name: "has another id", body: result(task, { id: 2 }), want: "GetTask: id: expected 1, got 2" },
    { name: "has no id", body: result(task, { id: undefined }), want: "GetTask: id: expected 1, got null" },
    {
      name: "is an older JSON-RPC",
      body: result(task, { jsonrpc: "1.0" }),
      want: 'GetTask: jsonrpc: expected "2.0", got "1.0"',
    },
    {
      name: "is no JSON-RPC",
      body: JSON.stringify(task),
      want: 'GetTask: expected an answer of JSON-RPC 2.0, got "{\\"id\\":\\"task-1\\",',
    },
    {
      name: "is a batch",
      body: `[${result(task)}]`,
      want: "GetTask: expected an answer of JSON-RPC 2.0, got",
    },
    {
      name: "is no JSON",
      body: "<p>Hello</p>",
      want: 'GetTask: expected an answer of JSON-RPC 2.0, got "Hello"',
    },
    { name: "is empty", body: "", want: 'GetTask: expected an answer of JSON-RPC 2.0, got ""' },
    {
      name: "has another type",
      body: result({ ...task, status: 1 }),
      want: "GetTask returned no lf.a2a.v1.Task: status: expected",
    },
    { name: "is null", body: result(null), want: "GetTask returned no lf.a2a.v1.Task: expected" },
    {
      name: "has no result",
      body: result(undefined),
      want: "GetTask returned no lf.a2a.v1.Task: expected an object, got null",
    },
  ];

  test.each(refused)("$name", async ({ body, want }) => {
    const client = await withAnswer(body);
    const found = await failure(client.getTask({ id: "a" }));
    expect(found).toMatchObject({ name: "InvalidAgentResponseError", status: "INTERNAL" });
    expect(found.message.replace(/^http:\/\/127\.0\.0\.1:\d+: /, "").startsWith(want)).toBe(true);
    if (want.includes("returned no")) expect(found.cause).toMatchObject({ code: "ERR_A2AGEN_DECODE" });
  });

  test("comes from a protocol without such an error", async () => {
    const { url } = await listen((_, response) => response.end("hello"));
    const { invalidResponseError: _, ...protocol } = A2AService.protocol;
    const client = createClient(A2AService, createJsonRpcTransport(protocol, { url }));
    expect(await failure(client.getTask({ id: "a" }))).toMatchObject({
      name: "CallError",
      status: "INTERNAL",
    });
  });
});

describe("an answer of someone else is an error by its HTTP status", () => {
  const page = `<!doctype html><html><head><title>502</title><style>p { color: red }</style></head>
<body><h1>Bad&nbsp;Gateway</h1><p>${"x".repeat(300)}</p></body></html>`;

  const cases: {
    name: string;
    status: number;
    body: string;
    headers?: IncomingHttpHeaders;
    want: object;
    text: string;
  }[] = [
    {
      name: "the page of a proxy",
      status: 502,
      body: page,
      want: { status: "UNAVAILABLE", http: 502 },
      text: `HTTP 502 Bad Gateway: 502 Bad&nbsp;Gateway ${"x".repeat(179)}…`,
    },
    {
      name: "an answer without a body",
      status: 401,
      body: "",
      headers: { "www-authenticate": 'Bearer realm="a"' },
      want: { status: "UNAUTHENTICATED", http: 401, challenges: ['Bearer realm="a"'] },
      text: "HTTP 401 Unauthorized",
    },
    {
      name: "JSON that is not of JSON-RPC",
      status: 429,
      body: '{"error":"slow down"}',
      headers: { "retry-after": "3" },
      want: { status: "RESOURCE_EXHAUSTED", http: 429, retryAfterMs: 3000 },
      text: 'HTTP 429 Too Many Requests: {"error":"slow down"}',
    },
    {
      name: "an answer to another request",
      status: 404,
      body: result(task, { id: 7 }),
      want: { status: "NOT_FOUND", http: 404 },
      text: `HTTP 404 Not Found: ${result(task, { id: 7 })}`,
    },
  ];

  test.each(cases)("$name", async ({ status, body, headers = {}, want, text }) => {
    const client = await withAnswer(body, { status, headers });
    for (const run of [client.getTask({ id: "a" }), collect(client.subscribeToTask({ id: "a" }))]) {
      const found = await failure(run);
      expect(found).toMatchObject({ name: "CallError", ...want });
      if (!text.includes('"id":7'))
        expect(found.message.replace(/^http:\/\/127\.0\.0\.1:\d+: /, "")).toBe(text);
    }
  });

  test("JSON-RPC with an HTTP status of an error keeps the error", async () => {
    const client = await withAnswer(error(notFound), { status: 404 });
    expect(await failure(client.getTask({ id: "a" }))).toMatchObject({
      name: "TaskNotFoundError",
      http: 404,
    });
  });
});

/** A client of a server that streams this, or writes as it likes. */
async function withStream(
  content: string | ((response: ServerResponse) => void),
  options: Partial<HttpTransportOptions> = {},
): Promise<A2AServiceClient> {
  const listener: RequestListener = (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
    if (typeof content === "string") response.end(content);
    else content(response);
  };
  const { url } = await listen(listener);
  return connect(url, options);
}

describe("a stream is read", () => {
  const first = result(working);
  const second = result(done);
  const comma = first.indexOf(",") + 1;
  const [head, tail] = [first.slice(0, comma), first.slice(comma)];

  const streams: { name: string; content: string }[] = [
    { name: "LF", content: `data: ${first}\n\ndata: ${second}\n\n` },
    { name: "CRLF", content: `data: ${first}\r\n\r\ndata: ${second}\r\n\r\n` },
    { name: "CR", content: `data: ${first}\r\rdata: ${second}\r\r` },
    { name: "a byte order mark", content: `\ufeffdata: ${first}\n\ndata: ${second}\n\n` },
    {
      name: "comments as heart-beats",
      content: `:\n\n: ping\n\ndata: ${first}\n\n:\n\ndata: ${second}\n\n:\n\n`,
    },
    { name: "id and retry", content: `id: 1\nretry: 1000\ndata: ${first}\n\nid: 2\ndata: ${second}\n\n` },
    {
      name: "the usual name",
      content: `event: message\ndata: ${first}\n\nevent: message\ndata: ${second}\n\n`,
    },
    {
      name: "other names",
      content: `event: task\ndata: ${first}\n\nevent: status-update\ndata: ${second}\n\n`,
    },
    { name: "several data lines", content: `data: ${head}\ndata:   ${tail}\n\ndata:${second}\n\n` },
    {
      name: "events without data",
      content: `data: ${first}\n\nevent: ping\ndata:\n\ndata\n\ndata: ${second}\n\n`,
    },
    {
      name: "an event that is not complete",
      content: `data: ${first}\n\ndata: ${second}\n\ndata: {"jsonrpc`,
    },
  ];

  test.each(streams)("with $name", async ({ content }) => {
    const warnings: unknown[] = [];
    const client = await withStream(content, { onWarning: (warning) => warnings.push(warning) });
    expect(await collect(client.subscribeToTask({ id: "a" }))).toEqual([working, done]);
    expect(warnings).toEqual([]);
  });

  test("with events of other kinds, which are told", async () => {
    const warnings: unknown[] = [];
    const content = `event: ping\ndata: now\n\ndata: ${first}\n\nevent: stats\ndata: {"a":1}\n\n`;
    const client = await withStream(content, { onWarning: (warning) => warnings.push(warning) });
    expect(await collect(client.subscribeToTask({ id: "a" }))).toEqual([working]);
    expect(warnings).toEqual([
      { method: "SubscribeToTask", path: "", message: 'an event "ping" was skipped: "now"' },
      { method: "SubscribeToTask", path: "", message: 'an event "stats" was skipped: "{\\"a\\":1}"' },
    ]);
  });

  test("as soon as its events come", async () => {
    const seen = createSignal();
    const client = await withStream((response) => {
      response.write(`data: ${first}\n\n`);
      void seen.promise.then(() => response.end(`data: ${second}\n\n`));
    });
    const found: StreamResponse[] = [];
    for await (const event of client.subscribeToTask({ id: "a" })) {
      found.push(event);
      seen.resolve();
    }
    expect(found).toEqual([working, done]);
  });

  test("when it is a plain result", async () => {
    const client = await withAnswer(result(working));
    expect(await collect(client.subscribeToTask({ id: "a" }))).toEqual([working]);
  });

  test("when it is a plain error", async () => {
    const client = await withAnswer(error(notFound));
    expect(await failure(collect(client.subscribeToTask({ id: "a" })))).toMatchObject({
      name: "TaskNotFoundError",
    });
  });

  const failing: { name: string; content: string; want: object }[] = [
    { name: "an error", content: `data: ${error(notFound)}\n\n`, want: { name: "TaskNotFoundError" } },
    {
      name: "an error without id",
      content: `data: ${error(notFound, { id: null })}\n\n`,
      want: { name: "TaskNotFoundError" },
    },
    {
      name: "a named error",
      content: `event: error\ndata: ${error(notFound)}\n\n`,
      want: { name: "TaskNotFoundError" },
    },
    {
      name: "a named error without envelope",
      content: `event: error\ndata: ${JSON.stringify(notFound)}\n\n`,
      want: { name: "TaskNotFoundError" },
    },
    {
      name: "a named error in half an envelope",
      content: `event: error\ndata: ${JSON.stringify({ error: notFound })}\n\n`,
      want: { name: "TaskNotFoundError" },
    },
    {
      name: "a named error that is text",
      content: "event: error\ndata: out of order\n\n",
      want: { name: "CallError", status: "UNKNOWN", message: "out of order" },
    },
    {
      name: "a named error without text",
      content: "event: error\ndata\n\n",
      want: { name: "CallError", status: "UNKNOWN", message: "the server answered with an error" },
    },
    {
      name: "a result of another request",
      content: `data: ${result(done, { id: 2 })}\n\n`,
      want: {
        name: "InvalidAgentResponseError",
        message: expect.stringMatching(/: SubscribeToTask: id: expected 1, got 2$/),
      },
    },
    {
      name: "a result of another type",
      content: `data: ${result({ task: {} })}\n\n`,
      want: {
        name: "InvalidAgentResponseError",
        message: expect.stringContaining("SubscribeToTask returned no lf.a2a.v1.StreamResponse: task"),
      },
    },
    {
      name: "no JSON-RPC",
      content: "data: hello\n\n",
      want: {
        name: "InvalidAgentResponseError",
        message: expect.stringMatching(/: expected an answer of JSON-RPC 2\.0 as event, got "hello"$/),
      },
    },
  ];

  test.each(failing)("until an event that is $name, which ends the request", async ({ content, want }) => {
    const gone = createSignal();
    const client = await withStream((response) => {
      response.on("close", () => gone.resolve());
      response.write(`data: ${first}\n\n${content}data: ${second}\n\n`);
    });
    const seen: StreamResponse[] = [];
    expect(await failure(collect(client.subscribeToTask({ id: "a" }), seen))).toMatchObject(want);
    expect(seen).toEqual([working]);
    await gone.promise;
  });

  test("until its server dies", async () => {
    const seen = createSignal();
    const client = await withStream((response) => {
      response.write(`data: ${first}\n\n`);
      void seen.promise.then(() => response.destroy());
    });
    const found: StreamResponse[] = [];
    const run = async (): Promise<void> => {
      for await (const event of client.subscribeToTask({ id: "a" })) {
        found.push(event);
        seen.resolve();
      }
    };
    expect(await failure(run())).toMatchObject({ status: "UNAVAILABLE" });
    expect(found).toEqual([working]);
  });
});
