import { request as sendRaw } from "node:http";
import { errors, type Task } from "@a2agen/a2a-1.0";
import { describe, expect, test } from "vitest";
import { CallError } from "../../../../packages/runtime/src/service/index.ts";
import { createSignal } from "../../../shared/http/listen.ts";
import { agent, framing, getTask } from "./get-task.ts";
import { badRequest, call, domain, errorInfo, post, serve } from "./serve.ts";

const json = "application/json";

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
