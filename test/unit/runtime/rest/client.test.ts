import type { IncomingMessage, ServerResponse } from "node:http";
import { A2AService, type Message, protocol } from "@a2agen/a2a-1.0";
import { A2AService as DraftService, protocol as draftProtocol } from "@a2agen/a2a-1.0-draft";
import { type CallError, createClient } from "@a2agen/runtime/service";
import { describe, expect, test } from "vitest";
import type { HttpTransportOptions } from "../../../../packages/runtime/src/http/outgoing.ts";
import { createRestTransport } from "../../../../packages/runtime/src/rest/index.ts";
import { collect } from "../../../shared/collect.ts";
import { listen } from "../../../shared/rest/serve.ts";

type Options = Omit<HttpTransportOptions, "url">;

function connect(url: string, options: Options = {}) {
  return createClient(A2AService, createRestTransport(protocol, { url, ...options }));
}

function connectDraft(url: string) {
  return createClient(DraftService, createRestTransport(draftProtocol, { url }));
}

interface Seen {
  readonly verb: string | undefined;
  readonly target: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A server that keeps what it is sent and answers all with the same. */
async function record(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const url = await listen((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => {
      body += chunk;
    });
    request.on("end", () => {
      seen.push({ verb: request.method, target: request.url, headers: request.headers, body });
      answer(request, response);
    });
  });
  return { url, seen };
}

function send(status: number, text: string, type = "application/json", headers: Record<string, string> = {}) {
  return (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, { "content-type": type, ...headers });
    response.end(text);
  };
}

const task = '{"id":"t","status":{"state":"TASK_STATE_WORKING"}}';
const page = '{"tasks":[],"nextPageToken":"","pageSize":1,"totalSize":0}';

async function failure(call: Promise<unknown>): Promise<CallError> {
  return (await call.then(
    () => expect.fail("the call did not fail"),
    (error: unknown) => error,
  )) as CallError;
}

describe("requests", () => {
  test("fields go into path, query and body", async () => {
    const { url, seen } = await record((request, response) => {
      send(200, request.url?.includes("/tasks?") || request.url?.endsWith("/tasks") ? page : task)(
        request,
        response,
      );
    });
    const client = connect(`${url}/a2a/?key=1`);
    await client.getTask({ id: "a/b c:d!é", historyLength: 0 });
    await client.getTask({ id: "t", tenant: "acme" });
    await client.listTasks({ contextId: "a&b=c+d", includeArtifacts: false, pageSize: 5 });
    await client.cancelTask({ id: "t", metadata: { a: 1 } });
    await client.cancelTask({ id: "t", tenant: "acme" });
    await client.cancelTask({ id: ".." });
    expect(seen.map(({ verb, target, body }) => [verb, target, body])).toEqual([
      ["GET", "/a2a/tasks/a%2Fb%20c%3Ad%21%C3%A9?historyLength=0&key=1", ""],
      ["GET", "/a2a/acme/tasks/t?key=1", ""],
      ["GET", "/a2a/tasks?contextId=a%26b%3Dc%2Bd&pageSize=5&includeArtifacts=false&key=1", ""],
      ["POST", "/a2a/tasks/t:cancel?key=1", '{"metadata":{"a":1}}'],
      ["POST", "/a2a/acme/tasks/t:cancel?key=1", "{}"],
      ["POST", "/a2a/tasks/..:cancel?key=1", "{}"],
    ]);
  });

  test("headers name version, extensions and types", async () => {
    const { url, seen } = await record(send(200, task));
    const client = connect(url, { headers: { authorization: "Bearer x" } });
    await client.cancelTask(
      { id: "t" },
      { extensions: ["https://a.example/1", "https://b.example/2"], headers: { trace: "y" } },
    );
    expect(seen[0]?.headers).toMatchObject({
      "a2a-version": "1.0",
      "a2a-extensions": "https://a.example/1,https://b.example/2",
      "content-type": "application/a2a+json",
      accept: "application/a2a+json, application/json, application/problem+json",
      authorization: "Bearer x",
      trace: "y",
    });
  });

  test.each([
    ["an empty variable", { id: "" }, "GetTask: id: required, as it is a part of the path"],
    ["an absent variable", {}, "GetTask: id: required, as it is a part of the path"],
    ["a dot", { id: "." }, 'GetTask: id: "." cannot be a segment of a path'],
    ["two dots", { id: ".." }, 'GetTask: id: ".." cannot be a segment of a path'],
    [
      "half a surrogate pair",
      { id: "\ud800" },
      "GetTask: id: expected valid Unicode, got half of a surrogate pair",
    ],
  ])("%s is refused before anything is sent", async (_, request, text) => {
    const { url, seen } = await record(send(200, task));
    const error = await failure(connect(url).getTask(request as { id: string }));
    expect([error.status, error.message, error.violations[0]?.field]).toEqual([
      "INVALID_ARGUMENT",
      text,
      "id",
    ]);
    expect(seen).toEqual([]);
  });

  test("a name that is not what the pattern says is refused before anything is sent", async () => {
    const { url, seen } = await record(send(200, task));
    for (const name of ["tasks", "tasks/", "task/1", "tasks/1/2", "/tasks/1"]) {
      const error = await failure(connectDraft(url).getTask({ name }));
      expect(error.message).toBe(`GetTask: name: expected the form tasks/*, got ${JSON.stringify(name)}`);
    }
    expect(seen).toEqual([]);
  });

  test("a rule that cannot carry a field makes room for one that can", async () => {
    const { url, seen } = await record(send(200, page));
    await connectDraft(url).listTasks({ contextId: "c" });
    await connectDraft(url).listTasks({ contextId: "c", metadata: { a: 1 } });
    expect(seen.map(({ verb, target, body }) => [verb, target, body])).toEqual([
      ["GET", "/v1/tasks?contextId=c", ""],
      ["POST", "/v1/tasks/list", '{"contextId":"c","metadata":{"a":1}}'],
    ]);
  });
});

describe("servers that do not have the first rule", () => {
  const event = 'data: {"task":{"id":"t","contextId":"c","status":{"state":"working"}}}\n\n';

  test.each([404, 405])("are asked by the next one after %s", async (status) => {
    const { url, seen } = await record((request, response) => {
      if (request.method === "GET") send(200, event, "text/event-stream")(request, response);
      else send(status, "<html>no such page</html>", "text/html")(request, response);
    });
    const events = await collect(connectDraft(url).subscribeToTask({ name: "tasks/t" }));
    expect(events).toEqual([{ task: { id: "t", contextId: "c", status: { state: "working" } } }]);
    expect(seen.map(({ verb, target }) => [verb, target])).toEqual([
      ["POST", "/v1/tasks/t:subscribe"],
      ["GET", "/v1/tasks/t:subscribe"],
    ]);
  });

  test("are asked by GET for the stream of a task when they do not serve it by POST", async () => {
    const event10 = 'data: {"task":{"id":"t","status":{"state":"TASK_STATE_WORKING"}}}\n\n';
    const { url, seen } = await record((request, response) => {
      if (request.method === "GET") send(200, event10, "text/event-stream")(request, response);
      else send(405, "")(request, response);
    });
    for (const tenant of [undefined, "acme"]) {
      const events = await collect(
        connect(url).subscribeToTask({ id: "t", ...(tenant === undefined ? {} : { tenant }) }),
      );
      expect(events).toEqual([{ task: { id: "t", status: { state: "TASK_STATE_WORKING" } } }]);
    }
    expect(seen.map(({ verb, target, body }) => [verb, target, body])).toEqual([
      ["POST", "/tasks/t:subscribe", "{}"],
      ["GET", "/tasks/t:subscribe", ""],
      ["POST", "/acme/tasks/t:subscribe", "{}"],
      ["GET", "/acme/tasks/t:subscribe", ""],
    ]);
  });

  test("are not asked again when it is the task that is missing", async () => {
    const body =
      '{"type":"https://a2a-protocol.org/errors/task-not-found","title":"Task Not Found","status":404}';
    const { url, seen } = await record(send(404, body, "application/problem+json"));
    const error = await failure(collect(connectDraft(url).subscribeToTask({ name: "tasks/t" })));
    expect([error.name, seen.length]).toEqual(["TaskNotFoundError", 1]);
  });

  test("say by the last rule what is wrong", async () => {
    const { url } = await record((request, response) => {
      const isGet = request.method === "GET";
      send(isGet ? 404 : 405, isGet ? '{"detail":"not here"}' : "")(request, response);
    });
    const error = await failure(collect(connectDraft(url).subscribeToTask({ name: "tasks/t" })));
    expect([error.http, error.message]).toEqual([404, "not here"]);
  });

  test("are asked once for what must not happen twice", async () => {
    const { url, seen } = await record(send(404, ""));
    const error = await failure(
      connect(url).sendMessage({
        tenant: "x",
        message: { messageId: "m", role: "ROLE_USER", parts: [{ text: "a" }] },
      }),
    );
    expect([error.status, error.http, seen.length]).toEqual(["NOT_FOUND", 404, 1]);
  });
});

describe("answers", () => {
  test("are read leniently, with warnings", async () => {
    const { url } = await record(
      send(
        200,
        '{"id":"t","extra":1,"context_id":"c","status":{"state":"TASK_STATE_NEW","timestamp":"2026-01-02T03:04:05+01:00"}}',
      ),
    );
    const warnings: unknown[] = [];
    const answer = await connect(url, { onWarning: (warning) => warnings.push(warning) }).getTask({
      id: "t",
    });
    expect(answer).toMatchObject({
      id: "t",
      contextId: "c",
      status: { state: "TASK_STATE_NEW", timestamp: "2026-01-02T02:04:05Z" },
    });
    expect(warnings).toMatchObject([
      { method: "GetTask", path: "status.state" },
      { method: "GetTask", path: "status.timestamp" },
    ]);
  });

  test.each([
    ["no JSON", "<html>"],
    ["another type", "[]"],
    ["nothing", ""],
    ["a field of another type", '{"id":1,"status":{"state":"TASK_STATE_WORKING"}}'],
  ])("of %s are the server's fault", async (_, text) => {
    const { url } = await record(send(200, text));
    const error = await failure(connect(url).getTask({ id: "t" }));
    expect([error.name, error.reason]).toEqual(["InvalidAgentResponseError", "INVALID_AGENT_RESPONSE"]);
    expect(error.message).toContain(`${url}/tasks/t: `);
    expect(error.cause).toBeInstanceOf(Error);
  });

  test("without a body are the empty message", async () => {
    const { url } = await record((_, response) => response.writeHead(204).end());
    expect(await connect(url).deleteTaskPushNotificationConfig({ taskId: "t", id: "c" })).toEqual({});
  });

  test("that are too long are not read", async () => {
    const { url } = await record(send(200, task));
    const error = await failure(connect(url, { maximumBytes: 10 }).getTask({ id: "t" }));
    expect(error.status).toBe("RESOURCE_EXHAUSTED");
  });

  test("show their headers", async () => {
    const { url } = await record(
      send(200, task, "application/json", { "a2a-extensions": "https://a.example/1" }),
    );
    let headers: Readonly<Record<string, string>> = {};
    await connect(url).getTask(
      { id: "t" },
      {
        onHeaders: (found) => {
          headers = found;
        },
      },
    );
    expect(headers["a2a-extensions"]).toBe("https://a.example/1");
  });
});

describe("errors", () => {
  const info = (reason: string, metadata = {}) => ({
    "@type": "type.googleapis.com/google.rpc.ErrorInfo",
    reason,
    domain: "a2a-protocol.org",
    metadata,
  });
  const cases: readonly {
    name: string;
    status: number;
    body: unknown;
    type?: string;
    headers?: Record<string, string>;
    want: Record<string, unknown>;
  }[] = [
    {
      name: "by reason, whatever the status",
      status: 409,
      body: {
        error: {
          code: 409,
          status: "ABORTED",
          message: "no",
          details: [info("TASK_NOT_CANCELABLE", { taskId: "t" })],
        },
      },
      type: "application/problem+json",
      want: {
        name: "TaskNotCancelableError",
        status: "FAILED_PRECONDITION",
        http: 400,
        message: "no",
        metadata: { taskId: "t" },
      },
    },
    {
      name: "with violations",
      status: 400,
      body: {
        error: {
          code: 400,
          status: "INVALID_ARGUMENT",
          message: "bad",
          details: [
            info("INVALID_ARGUMENT"),
            {
              "@type": "type.googleapis.com/google.rpc.BadRequest",
              fieldViolations: [{ field: "id", description: "required" }],
            },
          ],
        },
      },
      want: {
        name: "CallError",
        status: "INVALID_ARGUMENT",
        violations: [{ field: "id", description: "required" }],
      },
    },
    {
      name: "by problem type",
      status: 404,
      body: {
        type: "https://a2a-protocol.org/errors/task-not-found",
        title: "Task Not Found",
        status: 404,
        detail: "The specified task ID does not exist or is not accessible",
        taskId: "task-123",
        count: 3,
      },
      type: "application/a2a+json",
      want: {
        name: "TaskNotFoundError",
        status: "NOT_FOUND",
        message: "The specified task ID does not exist or is not accessible",
        metadata: { taskId: "task-123", count: "3" },
      },
    },
    {
      name: "by problem type without text",
      status: 400,
      body: { type: "about:blank", title: "Bad Request", status: 400 },
      want: {
        name: "CallError",
        status: "INVALID_ARGUMENT",
        reason: "INVALID_ARGUMENT",
        message: "Bad Request",
      },
    },
    {
      name: "in the form of google.rpc.Status",
      status: 500,
      body: { code: 5, message: "not found", details: [] },
      want: { status: "NOT_FOUND", message: "not found", http: 500 },
    },
    {
      name: "in the form of JSON-RPC",
      status: 200 + 204,
      body: {
        jsonrpc: "2.0",
        id: 1,
        error: { code: -32001, message: "Task not found", data: { taskId: "t" } },
      },
      want: { name: "TaskNotFoundError", metadata: { taskId: "t" } },
    },
    {
      name: "in a bare form of JSON-RPC",
      status: 400,
      body: { code: -32602, message: "Invalid parameters" },
      want: { status: "INVALID_ARGUMENT", message: "Invalid parameters" },
    },
    {
      name: "of OAuth",
      status: 401,
      body: { error: "invalid_token", error_description: "expired" },
      headers: { "www-authenticate": 'Bearer error="invalid_token"' },
      want: { status: "UNAUTHENTICATED", message: "expired", challenges: ['Bearer error="invalid_token"'] },
    },
    {
      name: "with a message",
      status: 403,
      body: { message: "go away" },
      want: { status: "PERMISSION_DENIED", message: "go away" },
    },
    {
      name: "to come again",
      status: 429,
      body: { error: { code: 429, status: "RESOURCE_EXHAUSTED", message: "slow down" } },
      headers: { "retry-after": "3" },
      want: { status: "RESOURCE_EXHAUSTED", retryAfterMs: 3000 },
    },
    {
      name: "that are pages",
      status: 502,
      body: "<html><style>p { color: red }</style><p>Bad\n gateway</p></html>",
      type: "text/html",
      want: {
        status: "UNAVAILABLE",
        http: 502,
        message: expect.stringMatching(/: HTTP 502 Bad Gateway: Bad gateway$/) as string,
      },
    },
    {
      name: "that say nothing",
      status: 500,
      body: "",
      want: {
        status: "INTERNAL",
        message: expect.stringMatching(/HTTP 500 Internal Server Error$/) as string,
      },
    },
    {
      name: "that are JSON of no form",
      status: 418,
      body: [1],
      want: { status: "FAILED_PRECONDITION", http: 418 },
    },
    {
      name: "with members of a prototype",
      status: 400,
      body: '{"__proto__":{"error":{"message":"x"}}}',
      want: { status: "INVALID_ARGUMENT" },
    },
  ];
  test.each(cases)("are read $name", async ({ status, body, type, headers, want }) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const { url } = await record(send(status, text, type, headers));
    expect(await failure(connect(url).getTask({ id: "t" }))).toMatchObject(want);
  });

  test("of a server that is not there", async () => {
    const error = await failure(connect("http://127.0.0.1:1").getTask({ id: "t" }));
    expect(error.status).toBe("UNAVAILABLE");
  });

  test("of a caller that does not wait", async () => {
    const { url } = await record(() => undefined);
    expect((await failure(connect(url).getTask({ id: "t" }, { timeoutMs: 20 }))).status).toBe(
      "DEADLINE_EXCEEDED",
    );
    expect((await failure(connect(url).getTask({ id: "t" }, { signal: AbortSignal.abort() }))).status).toBe(
      "CANCELLED",
    );
  });
});

describe("streams", () => {
  const message: Message = { messageId: "m", role: "ROLE_USER", parts: [{ text: "a" }] };
  const working = `{"task":${task}}`;
  const read = (url: string) => collect(connect(url).sendStreamingMessage({ message }));
  const want = { task: { id: "t", status: { state: "TASK_STATE_WORKING" } } };

  test.each([
    ["plain", `data: ${working}\n\n`],
    [
      "with CRLF, comments, ids and retries",
      `\ufeff: hi\r\nretry: 5\r\nid: 1\r\nevent: message\r\ndata:${working}\r\n\r\n:\r\n\r\n`,
    ],
    ["of several lines", `event: task\ndata: {"task":\ndata: ${task}}\n\n`],
  ])("%s are read", async (_, text) => {
    const { url } = await record(send(200, text, "text/event-stream; charset=utf-8"));
    expect(await read(url)).toEqual([want]);
  });

  test("that are one JSON answer are read", async () => {
    const { url } = await record(send(200, working));
    expect(await read(url)).toEqual([want]);
  });

  const notFound = {
    error: {
      code: 404,
      status: "NOT_FOUND",
      message: "gone",
      details: [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "TASK_NOT_FOUND" }],
    },
  };
  const problem = {
    type: "https://a2a-protocol.org/errors/task-not-found",
    title: "x",
    status: 404,
    detail: "gone",
  };
  test.each([
    ["an answer", 404, JSON.stringify(notFound), "application/json"],
    ["an answer that says all is well", 200, JSON.stringify(notFound), "application/json"],
    [
      "a named event",
      200,
      `data: ${working}\n\nevent: error\ndata: ${JSON.stringify(notFound)}\n\n`,
      "text/event-stream",
    ],
    ["an event", 200, `data: ${working}\n\ndata: ${JSON.stringify(notFound)}\n\n`, "text/event-stream"],
    [
      "an event with problem details",
      200,
      `data: ${working}\n\ndata: ${JSON.stringify(problem)}\n\n`,
      "text/event-stream",
    ],
  ])("end with the error that comes as %s", async (_, status, text, type) => {
    const { url } = await record(send(status, text, type));
    expect(await failure(read(url))).toMatchObject({ name: "TaskNotFoundError", message: "gone" });
  });

  test("end with an error that is only text", async () => {
    const { url } = await record(send(200, "event: error\ndata: out of memory\n\n", "text/event-stream"));
    expect((await failure(read(url))).message).toBe(
      "the server ended the stream with an error: out of memory",
    );
  });

  test("end with the protocol's error for an event that is none", async () => {
    const { url } = await record(send(200, "data: {}\n\n", "text/event-stream"));
    expect((await failure(read(url))).name).toBe("InvalidAgentResponseError");
  });

  test("that break off are unavailable", async () => {
    const { url } = await record((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`data: ${working}\n\n`, () => response.destroy());
    });
    expect((await failure(read(url))).status).toBe("UNAVAILABLE");
  });

  test("are closed when the loop ends", async () => {
    let closed: () => void = () => undefined;
    const end = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const { url } = await record((_, response) => {
      response.on("close", closed);
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`data: ${working}\n\n`);
    });
    for await (const event of connect(url).sendStreamingMessage({ message })) {
      expect(event).toEqual(want);
      break;
    }
    await end;
  });

  test("are not asked for before the first event is", async () => {
    const { url, seen } = await record(send(200, working));
    const stream = connect(url).sendStreamingMessage({ message });
    expect(seen).toEqual([]);
    await stream[Symbol.asyncIterator]().next();
    expect(seen).toHaveLength(1);
  });
});
