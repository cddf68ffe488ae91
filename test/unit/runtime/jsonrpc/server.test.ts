import { request as sendRaw } from "node:http";
import { A2AService, errors, type Task } from "@a2agen/a2a-1.0";
import { describe, expect, test } from "vitest";
import { defineService } from "../../../../runtime/codegen/service.ts";
import { createHost, implement } from "../../../../runtime/host/index.ts";
import { createJsonRpcHandler } from "../../../../runtime/jsonrpc/index.ts";
import { CallError, type Method } from "../../../../runtime/service/index.ts";
import { createSignal } from "../http/listen.ts";
import { badRequest, call, domain, errorInfo, post, type RawAnswer, serve, serveHost } from "./serve.ts";

const task: Task = { id: "task-1", status: { state: "TASK_STATE_WORKING" } };
const json = "application/json";

/** An agent that has every task. */
const agent: Partial<A2AService> = {
  getTask: async ({ id }) => ({ ...task, id }),
};

function getTask(more: object = {}): object {
  return { jsonrpc: "2.0", id: 1, method: "GetTask", params: { id: "task-1" }, ...more };
}

/** The error of an answer without its data. */
function framing(id: unknown, code: number, message: unknown): unknown {
  return { jsonrpc: "2.0", id, error: expect.objectContaining({ code, message }) };
}

describe("a request", () => {
  test("is answered with the result, in the fewest bytes", async () => {
    const { status, type, body } = await post(await serve(agent), JSON.stringify(getTask()));
    expect({ status, type, body }).toEqual({
      status: 200,
      type: json,
      body: '{"jsonrpc":"2.0","id":1,"result":{"id":"task-1","status":{"state":"TASK_STATE_WORKING"}}}',
    });
  });

  const ids: { name: string; given: string }[] = [
    { name: "a string", given: '"a"' },
    { name: "the empty string", given: '""' },
    { name: "a string of digits", given: '"1"' },
    { name: "quotes, control characters and half of a surrogate pair", given: '"\\"\\u0000\\n\\ud800"' },
    { name: "0", given: "0" },
    { name: "a negative number", given: "-7" },
    { name: "the largest integer", given: "9007199254740991" },
    { name: "null", given: "null" },
  ];

  test.each(ids)("gets its id back with its type: $name", async ({ given }) => {
    const request = `{"jsonrpc":"2.0","method":"GetTask","params":{"id":"a"},"id":${given}}`;
    const failing = `{"jsonrpc":"2.0","method":"GetTask","params":{},"id":${given}}`;
    const url = await serve(agent);
    expect((await post(url, request)).body).toMatch(`{"jsonrpc":"2.0","id":${given},"result":{`);
    expect((await post(url, failing)).body).toMatch(`{"jsonrpc":"2.0","id":${given},"error":{`);
  });

  test("may name a method by its alias", async () => {
    const url = await serve({ listTaskPushNotificationConfigs: async () => ({}) });
    const request = { jsonrpc: "2.0", id: 1, params: { taskId: "a" } };
    const want = { jsonrpc: "2.0", id: 1, result: {} };
    expect(await call(url, { ...request, method: "ListTaskPushNotificationConfigs" })).toEqual(want);
    expect(await call(url, { ...request, method: "ListTaskPushNotificationConfig" })).toEqual(want);
  });

  test("without params has no fields", async () => {
    const seen: unknown[] = [];
    const url = await serve({
      async listTasks(request) {
        seen.push({ ...request });
        // What a handler does to its request is of no matter to the next one.
        Object.assign(request, { pageSize: 1 });
        return { tasks: [], nextPageToken: "", pageSize: 50, totalSize: 0 };
      },
    });
    const request = { jsonrpc: "2.0", id: 1, method: "ListTasks" };
    await call(url, request);
    await call(url, request);
    await call(url, { ...request, params: {} });
    expect(seen).toEqual([{}, {}, {}]);
  });

  test("may have members that JSON-RPC does not know, a byte order mark, and names of the prototype", async () => {
    const text = JSON.stringify(getTask({ params: { id: "a", toString: 1 }, trace: "b", constructor: 2 }));
    const { body } = await post(await serve(agent), `\ufeff${text}`);
    expect(JSON.parse(body)).toMatchObject({ id: 1, result: { id: "a" } });
  });

  test.each([
    { name: "the type as it is", type: "application/json" },
    { name: "other spelling and encoding", type: "Application/JSON; charset=UTF-8" },
    { name: "a quoted encoding", type: 'application/json;charset="utf-8"' },
    { name: "an unknown parameter", type: "application/json; profile=x" },
  ])("may have as content type $name", async ({ type }) => {
    expect((await post(await serve(agent), JSON.stringify(getTask()), { "content-type": type })).status).toBe(
      200,
    );
  });

  test("for another path is for someone else", async () => {
    const url = await serve(agent, { path: "/rpc" });
    const text = JSON.stringify(getTask());
    const found = await Promise.all(
      ["/rpc", "/rpc?a=/b", "/", "/rpc/", "/rpc/a", "/RPC"].map(
        async (path) => (await post(`${url}${path}`, text)).status,
      ),
    );
    expect(found).toEqual([200, 200, 404, 200, 404, 404]);
  });

  test("reaches the handler with what its headers say", async () => {
    const seen: unknown[] = [];
    const url = await serve({
      async getTask({ id }, { method, binding, version, extensions, tenant, header }) {
        seen.push({ id, method, binding, version, extensions, tenant, header: typeof header });
        return task;
      },
    });
    const headers = {
      "a2a-version": "1.0.1",
      "x-a2a-extensions": "https://a.example/1, https://b.example/2",
    };
    await call(url, getTask({ params: { id: "a", tenant: "b" } }), headers);
    expect(seen).toEqual([
      {
        id: "a",
        method: "GetTask",
        binding: "JSONRPC",
        version: "1.0",
        extensions: ["https://a.example/1", "https://b.example/2"],
        tenant: "b",
        header: "function",
      },
    ]);
  });

  test("is told which extensions are in use; what is no URI is refused", async () => {
    const url = await serve({
      async getTask(_, context) {
        context.activate("https://a.example/1");
        for (const text of [
          "https://b.example/2\r\nset-cookie: a=b",
          "https://c.example/3,https://d.example/4",
        ])
          expect(() => context.activate(text)).toThrow(TypeError);
        context.activate("https://e.example/5");
        return task;
      },
    });
    const { headers } = await post(url, JSON.stringify(getTask()));
    expect([headers.get("a2a-extensions"), headers.get("set-cookie")]).toEqual([
      "https://a.example/1,https://e.example/5",
      null,
    ]);
  });
});

describe("JSON-RPC refuses", () => {
  const invalid = "Request payload validation error";

  test.each([
    { name: "nothing", given: "", want: "Unexpected end of JSON input" },
    { name: "no JSON", given: "{", want: "Expected property name or '}' in JSON at position 1" },
    { name: "no UTF-8", given: Uint8Array.of(0x22, 0xff, 0x22), want: "the body is not in UTF-8" },
  ])("$name", async ({ given, want }) => {
    const { status, type, body } = await post(await serve(agent), given);
    expect({ status, type }).toEqual({ status: 200, type: json });
    expect(JSON.parse(body)).toEqual(
      framing(null, -32700, expect.stringContaining(`Invalid JSON payload: ${want}`)),
    );
  });

  const object = "a string of at most 16384 characters, an integer or null";
  const cases: { name: string; given: unknown; id: unknown; want: string }[] = [
    {
      name: "a batch",
      given: [getTask()],
      id: null,
      want: "batches are not supported; send one request object",
    },
    {
      name: "an empty batch",
      given: [],
      id: null,
      want: "batches are not supported; send one request object",
    },
    { name: "a string", given: "a", id: null, want: 'expected a request object, got "a"' },
    { name: "null", given: null, id: null, want: "expected a request object, got null" },
    {
      name: "no version",
      given: getTask({ jsonrpc: undefined }),
      id: 1,
      want: 'jsonrpc: expected "2.0", got nothing',
    },
    {
      name: "version 1.0",
      given: getTask({ jsonrpc: "1.0" }),
      id: 1,
      want: 'jsonrpc: expected "2.0", got "1.0"',
    },
    {
      name: "a version that is a number",
      given: getTask({ jsonrpc: 2 }),
      id: 1,
      want: 'jsonrpc: expected "2.0", got 2',
    },
    {
      name: "no method",
      given: getTask({ method: undefined }),
      id: 1,
      want: "method: expected a string, got nothing",
    },
    {
      name: "a method that is a number",
      given: getTask({ method: 1 }),
      id: 1,
      want: "method: expected a string, got 1",
    },
    {
      name: "a fractional id",
      given: getTask({ id: 1.5 }),
      id: null,
      want: `id: expected ${object}, got 1.5`,
    },
    {
      name: "an id too large to be exact",
      given: getTask({ id: 2 ** 53 }),
      id: null,
      want: `id: expected ${object}, got 9007199254740992`,
    },
    {
      name: "an id that is an object",
      given: getTask({ id: {} }),
      id: null,
      want: `id: expected ${object}, got an object`,
    },
    {
      name: "an id that is a boolean",
      given: getTask({ id: false }),
      id: null,
      want: `id: expected ${object}, got false`,
    },
    {
      name: "params that are null",
      given: getTask({ params: null }),
      id: 1,
      want: "params: expected an object, got null",
    },
    {
      name: "params that are text",
      given: getTask({ params: "a" }),
      id: 1,
      want: 'params: expected an object, got "a"',
    },
    {
      name: "several things at once",
      given: { id: "a", params: 1 },
      id: "a",
      want: 'jsonrpc: expected "2.0", got nothing (and 2 more)',
    },
  ];

  test.each(cases)("$name", async ({ given, id, want }) => {
    const { status, type, body } = await post(await serve(agent), JSON.stringify(given));
    expect({ status, type }).toEqual({ status: 200, type: json });
    expect(JSON.parse(body)).toEqual(framing(id, -32600, `${invalid}: ${want}`));
  });

  test("params in a list, which JSON-RPC allows", async () => {
    const found = await call(await serve(agent), getTask({ params: ["a"] }));
    const want = "Invalid parameters: params: expected an object, got an array";
    expect(found).toEqual(framing(1, -32602, want));
  });

  test("an id that would make every answer long", async () => {
    const url = await serve(agent, { limits: { headerBytes: 10 } });
    const fits = await call(url, getTask({ id: "a".repeat(10) }));
    expect(fits).toMatchObject({ id: "a".repeat(10), result: {} });
    const long = await call(url, getTask({ id: "a".repeat(11) }));
    const want = "expected a string of at most 10 characters, an integer or null";
    expect(long).toEqual(framing(null, -32600, `${invalid}: id: ${want}, got "aaaaaaaaaaa"`));
  });

  test("everything that is wrong with a request object, with the fields", async () => {
    expect(await call(await serve(agent), { id: "a", params: 1 })).toEqual({
      jsonrpc: "2.0",
      id: "a",
      error: {
        code: -32600,
        message: `${invalid}: jsonrpc: expected "2.0", got nothing (and 2 more)`,
        data: [
          { "@type": errorInfo, reason: "INVALID_ARGUMENT", domain },
          {
            "@type": badRequest,
            fieldViolations: [
              { field: "jsonrpc", description: 'expected "2.0", got nothing' },
              { field: "method", description: "expected a string, got nothing" },
              { field: "params", description: "expected an object, got 1" },
            ],
          },
        ],
      },
    });
  });

  test.each([
    { name: "an unknown method", method: "Unknown", shown: "Unknown" },
    { name: "a method in another spelling", method: "getTask", shown: "getTask" },
    { name: "a name of the prototype", method: "constructor", shown: "constructor" },
    { name: "a long name", method: "x".repeat(200), shown: `${"x".repeat(100)}…` },
  ])("$name", async ({ method, shown }) => {
    const { status, body } = await post(await serve(agent), JSON.stringify(getTask({ method })));
    expect(status).toBe(200);
    expect(JSON.parse(body)).toEqual({
      jsonrpc: "2.0",
      id: 1,
      error: {
        code: -32601,
        message: `Method not found: ${JSON.stringify(shown)}`,
        data: [{ "@type": errorInfo, reason: "UNIMPLEMENTED", domain, metadata: { method: shown } }],
      },
    });
  });

  test("a method that the server does not implement", async () => {
    const request = getTask({ method: "CancelTask" });
    expect(await call(await serve(agent), request)).toEqual(
      framing(1, -32601, "the server does not implement CancelTask"),
    );
  });

  test("invalid params, with every problem and its path", async () => {
    const message = { parts: [{ text: "a" }, { text: "b", url: "c" }], role: "ROLE_PILOT" };
    const params = { message, configuration: { historyLength: -1 } };
    const answer = await call(await serve(agent), getTask({ method: "SendMessage", params }));
    expect(answer).toMatchObject({ id: 1, error: { code: -32602 } });
    const { error } = answer as { error: { message: string; data: readonly unknown[] } };
    expect(error.message).toMatch(/^invalid parameters: message\..* \(and 3 more\)$/);
    expect(error.data).toEqual([
      { "@type": errorInfo, reason: "INVALID_ARGUMENT", domain },
      {
        "@type": badRequest,
        fieldViolations: expect.arrayContaining(
          ["message.parts[1]", "message.role", "message.messageId", "configuration.historyLength"].map(
            (field) => ({
              field,
              description: expect.any(String),
            }),
          ),
        ),
      },
    ]);
  });

  test("half of a surrogate pair in a text", async () => {
    const request = '{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"\\ud800"}}';
    const { body } = await post(await serve(agent), request);
    expect(JSON.parse(body)).toMatchObject({ error: { code: -32602 } });
  });
});

describe("HTTP refuses", () => {
  test.each(["GET", "PUT", "DELETE", "PATCH"])("%s", async (method) => {
    const response = await fetch(await serve(agent), { method });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
    expect(await response.json()).toEqual(
      framing(
        null,
        -32600,
        `Request payload validation error: expected the HTTP method POST, got "${method}"`,
      ),
    );
  });

  test("HEAD, without a body", async () => {
    const response = await fetch(await serve(agent), { method: "HEAD" });
    expect([response.status, await response.text()]).toEqual([405, ""]);
  });

  test("nothing to OPTIONS", async () => {
    const response = await fetch(await serve(agent), { method: "OPTIONS" });
    expect([response.status, response.headers.get("allow"), await response.text()]).toEqual([
      204,
      "POST, OPTIONS",
      "",
    ]);
  });

  test.each([
    { name: "another content type", type: "text/plain", shown: '"text/plain"' },
    {
      name: "the content type of another binding",
      type: "application/a2a+json",
      shown: '"application/a2a+json"',
    },
    {
      name: "another encoding",
      type: "application/json; charset=utf-16",
      shown: '"application/json; charset=utf-16"',
    },
  ])("$name", async ({ type, shown }) => {
    const { status, body } = await post(await serve(agent), JSON.stringify(getTask()), {
      "content-type": type,
    });
    expect(status).toBe(415);
    const want = `expected the content type application/json in UTF-8, got ${shown}`;
    expect(JSON.parse(body)).toMatchObject({ id: null, error: { code: -32005, message: want } });
  });

  test("no content type", async () => {
    const url = await serve(agent);
    const status = createSignal<number | undefined>();
    const raw = sendRaw(url, { method: "POST" }, (response) => {
      status.resolve(response.statusCode);
      response.resume();
    });
    raw.end(JSON.stringify(getTask()));
    expect(await status.promise).toBe(415);
  });

  test("a body that is too large", async () => {
    const url = await serve(agent, { limits: { bodyBytes: 100 } });
    const { status, body } = await post(url, JSON.stringify(getTask({ params: { id: "x".repeat(100) } })));
    expect(status).toBe(413);
    expect(JSON.parse(body)).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: -32000 } });
  });

  test("a body that takes too long", async () => {
    const url = await serve(agent, { limits: { bodyMs: 20 } });
    const status = createSignal<number | undefined>();
    const headers = { "content-type": json, "content-length": 100 };
    const raw = sendRaw(url, { method: "POST", headers }, (response) => {
      status.resolve(response.statusCode);
      raw.destroy();
    });
    raw.write("{");
    raw.on("error", () => undefined);
    expect(await status.promise).toBe(408);
  });
});

describe("an error of the handler", () => {
  const cases: { name: string; error: unknown; status: number; want: object; headers?: object }[] = [
    {
      name: "of the protocol",
      error: errors.TaskNotFoundError(undefined, { metadata: { taskId: "a" } }),
      status: 200,
      want: {
        code: -32001,
        message: "No task with the given ID exists, or the caller may not see it.",
        data: [{ "@type": errorInfo, reason: "TASK_NOT_FOUND", domain, metadata: { taskId: "a" } }],
      },
    },
    {
      name: "of no known kind says nothing of the server",
      error: new TypeError("secret"),
      status: 200,
      want: {
        code: -32603,
        message: "internal error",
        data: [{ "@type": errorInfo, reason: "INTERNAL", domain }],
      },
    },
    {
      name: "that is no error",
      error: "secret",
      status: 200,
      want: {
        code: -32603,
        message: "internal error",
        data: [{ "@type": errorInfo, reason: "INTERNAL", domain }],
      },
    },
    {
      name: "of authentication",
      error: new CallError("UNAUTHENTICATED", "who?", { challenges: ["Bearer", "Basic"] }),
      status: 401,
      headers: { "www-authenticate": "Bearer, Basic" },
      want: {
        code: -32000,
        message: "who?",
        data: [{ "@type": errorInfo, reason: "UNAUTHENTICATED", domain }],
      },
    },
    {
      name: "of authorisation",
      error: new CallError("PERMISSION_DENIED", "no"),
      status: 403,
      want: {
        code: -32000,
        message: "no",
        data: [{ "@type": errorInfo, reason: "PERMISSION_DENIED", domain }],
      },
    },
    {
      name: "that passes",
      error: new CallError("UNAVAILABLE", "later", { retryAfterMs: 1500 }),
      status: 503,
      headers: { "retry-after": "2" },
      want: {
        code: -32000,
        message: "later",
        data: [
          { "@type": errorInfo, reason: "UNAVAILABLE", domain },
          { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "1.5s" },
        ],
      },
    },
    {
      name: "with an HTTP status that no client acts on",
      error: new CallError("NOT_FOUND", "gone", { reason: "GONE", http: 410 }),
      status: 200,
      want: {
        code: -32000,
        message: "gone",
        data: [
          { "@type": errorInfo, reason: "GONE", domain },
          { "@type": "type.googleapis.com/google.rpc.Status", code: 5 },
        ],
      },
    },
  ];

  test.each(cases)("$name", async ({ error, status, headers = {}, want }) => {
    const reported: unknown[] = [];
    const url = await serve(
      {
        getTask() {
          throw error;
        },
      },
      { onError: (thrown) => reported.push(thrown) },
    );
    const answer = await post(url, JSON.stringify(getTask()));
    expect(answer.status).toBe(status);
    expect(Object.fromEntries(answer.headers)).toMatchObject({ "content-type": json, ...headers });
    expect(JSON.parse(answer.body)).toEqual({ jsonrpc: "2.0", id: 1, error: want });
    expect(reported).toEqual(error instanceof CallError ? [] : [error]);
  });

  test("that is an answer of another shape is that of the protocol", async () => {
    const reported: unknown[] = [];
    const url = await serve(
      { getTask: async () => ({ id: 1 }) as unknown as Task },
      { onError: (error) => reported.push(String(error)) },
    );
    expect(await call(url, getTask())).toMatchObject({ id: 1, error: { code: -32006 } });
    expect(reported).toEqual([
      expect.stringContaining("the handler of GetTask returned no lf.a2a.v1.Task: id:"),
    ]);
  });

  test("that is an answer larger than allowed", async () => {
    const url = await serve(agent, { limits: { eventBytes: 100 } });
    expect(await call(url, getTask({ params: { id: "x".repeat(100) } }))).toEqual(
      framing(1, -32603, "the answer is larger than the server sends"),
    );
  });
});

describe("a notification", () => {
  const notification = { jsonrpc: "2.0", method: "GetTask", params: { id: "a" } };
  const nothing: RawAnswer = { status: 204, type: null, body: "" };

  async function notify(url: string, request: unknown): Promise<RawAnswer> {
    const { status, type, body } = await post(url, JSON.stringify(request));
    return { status, type, body };
  }

  test("is executed and has no answer", async () => {
    const seen: string[] = [];
    const url = await serve({
      async getTask({ id }) {
        seen.push(id);
        return task;
      },
    });
    expect(await notify(url, notification)).toEqual(nothing);
    expect(seen).toEqual(["a"]);
  });

  test.each([
    { name: "the handler fails", request: notification },
    { name: "its params are invalid", request: { ...notification, params: {} } },
    { name: "its method is unknown", request: { ...notification, method: "Unknown" } },
  ])("has no answer either when $name", async ({ request }) => {
    const url = await serve({
      getTask() {
        throw errors.TaskNotFoundError();
      },
    });
    expect(await notify(url, request)).toEqual(nothing);
  });

  test("that is no request object has an answer", async () => {
    const { status, body } = await notify(await serve(agent), { jsonrpc: "2.0" });
    expect([status, JSON.parse(body)]).toEqual([
      200,
      framing(null, -32600, expect.stringContaining("method")),
    ]);
  });
});

describe("methods", () => {
  function unary(name: string, more: Partial<Method> = {}): Method {
    const { input, output } = A2AService.methods.getTask;
    return { name, kind: "unary", input, output, http: [], ...more };
  }

  function service(
    typeName: string,
    methods: Readonly<Record<string, Method>>,
  ): ReturnType<typeof implement> {
    const handler = Object.fromEntries(
      Object.keys(methods).map((key) => [key, async () => ({ ...task, id: `${typeName}.${key}` })]),
    );
    return implement(
      defineService<Record<string, unknown>>({ typeName, protocol: A2AService.protocol, methods }),
      handler,
    );
  }

  test("of several services are served, a name before an alias", async () => {
    const url = await serveHost({
      services: [
        service("a.B", { one: unary("One", { aliases: ["Two", "Three"] }) }),
        service("a.C", { two: unary("Two") }),
      ],
    });
    const found = await Promise.all(["One", "Two", "Three"].map((method) => call(url, getTask({ method }))));
    expect(found).toMatchObject(["a.B.one", "a.C.two", "a.B.one"].map((id) => ({ result: { id } })));
  });

  test.each([
    { name: "name", first: unary("One"), second: unary("One") },
    {
      name: "alias",
      first: unary("Two", { aliases: ["One"] }),
      second: unary("Three", { aliases: ["One"] }),
    },
  ])("with the same $name cannot be served", ({ first, second }) => {
    const host = createHost({ services: [service("a.B", { a: first }), service("a.C", { b: second })] });
    expect(() => createJsonRpcHandler(host)).toThrow(
      `JSON-RPC names methods without their service: a.B.${first.name} and a.C.${second.name} would both be One; serve them by hosts of their own, at different paths`,
    );
  });
});
