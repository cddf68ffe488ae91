import { A2AService, errors, type Task } from "@a2agen/a2a-1.0";
import { createHost, type HostOptions, implement } from "@a2agen/runtime/host";
import { type CallContext, CallError } from "@a2agen/runtime/service";
import { describe, expect, test } from "vitest";
import { createRestHandler, type RestHandlerOptions } from "../../../../packages/runtime/src/rest/index.ts";
import { fullCard, TestAgent, workingTask } from "../../../shared/bindings/test-agent.ts";
import { sendBytes, sendRaw, serve } from "../../../shared/rest/serve.ts";

interface Started {
  readonly url: string;
  readonly agent: TestAgent;
  readonly thrown: unknown[];
}

async function start(options: Partial<HostOptions> & RestHandlerOptions = {}): Promise<Started> {
  const agent = new TestAgent();
  const thrown: unknown[] = [];
  const { basePath, ...rest } = options;
  const host = createHost({
    services: [implement(A2AService, agent)],
    card: fullCard,
    authenticate: (request) => {
      const id = request.header("authorization")?.replace("Bearer ", "");
      return id === undefined ? undefined : { id };
    },
    onError: (error) => thrown.push(error),
    ...rest,
  });
  return {
    url: await serve(createRestHandler(host, basePath === undefined ? {} : { basePath })),
    agent,
    thrown,
  };
}

const json = { "content-type": "application/json" };

function message(text: string): string {
  return JSON.stringify({ message: { messageId: "m1", role: "ROLE_USER", parts: [{ text }] } });
}

/** The error of a body in the form of A2A 1.0, with the problems by field. */
function errorOf(text: string): Record<string, unknown> {
  const { error } = JSON.parse(text) as {
    error: { code: number; status: string; message: string; details: Record<string, unknown>[] };
  };
  const violations = error.details.flatMap(
    (detail) => (detail["fieldViolations"] ?? []) as { field: string; description: string }[],
  );
  return {
    code: error.code,
    status: error.status,
    reason: error.details[0]?.["reason"],
    ...(violations.length === 0
      ? {}
      : { violations: Object.fromEntries(violations.map(({ field, description }) => [field, description])) }),
  };
}

describe("routing", () => {
  test("a method is found by verb and path", async () => {
    const { url } = await start();
    const answer = await sendRaw(url, "/tasks/task-1?historyLength=0");
    expect(answer).toMatchObject({ status: 200, headers: { "content-type": "application/a2a+json" } });
    expect(JSON.parse(answer.text)).toEqual({
      id: "task-1",
      contextId: "context-1",
      status: { state: "TASK_STATE_WORKING", timestamp: "2026-01-02T03:04:05Z" },
    });
  });

  test("the tenant of an additional binding reaches the handler", async () => {
    const { url } = await start();
    const answer = await sendRaw(url, "/acme/message:send", {
      verb: "POST",
      headers: json,
      body: message("context"),
    });
    expect(JSON.parse(answer.text)).toMatchObject({
      message: { parts: [{ data: { tenant: "acme", method: "SendMessage", version: "1.0" } }] },
    });
  });

  test("a path that no rule has is for someone else", async () => {
    const { url } = await start();
    for (const target of [
      "/",
      "/task",
      "/tasks/",
      "/tasks/1/2/3",
      "//tasks/1",
      "/tasks//",
      "/message:fly/x",
      "*",
    ]) {
      const answer = await sendRaw(url, target);
      expect([target, answer.status, answer.headers["allow"]]).toEqual([target, 404, undefined]);
    }
  });

  test("another verb is answered with those that there are", async () => {
    const { url } = await start();
    const cases = [
      ["DELETE", "/tasks/task-1", "GET, HEAD, OPTIONS"],
      ["GET", "/message:send", "POST, OPTIONS"],
      ["GET", "/tasks/task-1:cancel", "POST, OPTIONS"],
      ["HEAD", "/tasks/task-1:cancel", "POST, OPTIONS"],
      ["PUT", "/tasks/task-1/pushNotificationConfigs/c", "GET, DELETE, HEAD, OPTIONS"],
    ] as const;
    for (const [verb, target, allow] of cases) {
      const answer = await sendRaw(url, target, { verb });
      expect([verb, target, answer.status, answer.headers["allow"]]).toEqual([verb, target, 405, allow]);
      if (verb !== "HEAD") {
        expect(errorOf(answer.text)).toEqual({ code: 405, status: "UNIMPLEMENTED", reason: "UNIMPLEMENTED" });
      }
    }
  });

  test("the stream of a task is taken up by GET and, as the specification's table has it, by POST", async () => {
    const { url } = await start();
    for (const path of ["/tasks/task-1:subscribe", "/acme/tasks/task-1:subscribe"]) {
      const byGet = await sendRaw(url, path);
      expect([byGet.status, byGet.headers["content-type"]]).toEqual([200, "text/event-stream"]);
      for (const request of [{}, { headers: json }, { headers: json, body: "{}" }]) {
        const byPost = await sendRaw(url, path, { verb: "POST", ...request });
        expect([byPost.status, byPost.text]).toEqual([200, byGet.text]);
      }
      const { status, headers } = await sendRaw(url, path, { verb: "PUT" });
      expect([status, headers["allow"]]).toEqual([405, "POST, GET, HEAD, OPTIONS"]);
    }
  });

  test("OPTIONS tells the verbs of a path", async () => {
    const { url } = await start();
    const answer = await sendRaw(url, "/tasks/task-1/pushNotificationConfigs", { verb: "OPTIONS" });
    expect([answer.status, answer.headers["allow"], answer.text]).toEqual([
      204,
      "POST, GET, HEAD, OPTIONS",
      "",
    ]);
  });

  test("HEAD is answered as GET without a body", async () => {
    const { url } = await start();
    const found = await sendRaw(url, "/tasks/task-1", { verb: "HEAD" });
    expect([found.status, found.headers["content-type"], found.text]).toEqual([
      200,
      "application/a2a+json",
      "",
    ]);
    const missing = await sendRaw(url, "/tasks/none", { verb: "HEAD" });
    expect([missing.status, missing.text]).toEqual([404, ""]);
  });

  test("a base path comes before every rule", async () => {
    const { url } = await start({ basePath: "/a2a/" });
    expect((await sendRaw(url, "/a2a/tasks/task-1")).status).toBe(200);
    for (const target of ["/tasks/task-1", "/a2atasks/task-1", "/a2a", "/A2A/tasks/task-1"]) {
      expect((await sendRaw(url, target)).status).toBe(404);
    }
  });

  test("a base path must be one", () => {
    const host = createHost({ services: [implement(A2AService, new TestAgent())] });
    for (const basePath of ["a2a", "/a2a?x", "//a", "https://example.com/a2a"]) {
      expect(() => createRestHandler(host, { basePath })).toThrow("basePath: expected a path such as /a2a");
    }
  });

  test("a rule that two methods have is refused when the handler is made", () => {
    const services = [implement(A2AService, new TestAgent()), implement(A2AService, new TestAgent())];
    expect(() => createRestHandler(createHost({ services }))).toThrow(
      "lf.a2a.v1.A2AService.SendMessage and lf.a2a.v1.A2AService.SendMessage: both answer POST /message:send; change the rule of one of them",
    );
  });
});

describe("paths", () => {
  const ids = [
    ["a%20b", "a b"],
    ["a+b", "a+b"],
    ["a%2Fb", "a/b"],
    ["a%252Fb", "a%2Fb"],
    ["%00", "\0"],
    ["%2E%2E", ".."],
    ["..", ".."],
    ["%C3%A9", "é"],
    ["urn:task:1", "urn:task:1"],
    ["task-1%3Acancel", "task-1:cancel"],
    ["__proto__", "__proto__"],
    ["x".repeat(5000), "x".repeat(5000)],
  ] as const;
  test.each(ids)("%s is decoded once", async (sent, id) => {
    const { url } = await start();
    const answer = await sendRaw(url, `/tasks/${sent}`);
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.text)).toMatchObject({
      error: {
        code: 404,
        status: "NOT_FOUND",
        message: `there is no task ${id}`,
        details: [{ metadata: { taskId: id } }],
      },
    });
  });

  test.each(["%", "%zz", "%ff", "%C3%28", "%ED%A0%80"])("%s is refused", async (sent) => {
    const { url } = await start();
    const answer = await sendRaw(url, `/tasks/${sent}`);
    expect(answer.status).toBe(400);
    expect(errorOf(answer.text)).toMatchObject({
      status: "INVALID_ARGUMENT",
      violations: { id: `expected percent-encoded UTF-8, got ${JSON.stringify(sent)}` },
    });
  });

  test("bytes that are no ASCII do not bring the server down", async () => {
    const { url } = await start();
    const line = await sendBytes(url, "GET /tasks/\xff\xfe HTTP/1.1\r\nHost: x\r\nA2A-Version: 1.0\r\n\r\n");
    expect(line).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect((await sendRaw(url, "/tasks/task-1")).status).toBe(200);
  });

  test("a target that is too long is refused", async () => {
    const { url } = await start({ limits: { headerBytes: 100 } });
    const answer = await sendRaw(url, `/tasks/${"x".repeat(94)}`);
    expect(answer.status).toBe(414);
    expect(errorOf(answer.text)).toEqual({
      code: 414,
      status: "INVALID_ARGUMENT",
      reason: "INVALID_ARGUMENT",
    });
  });
});

describe("queries", () => {
  test("every kind of parameter is turned into JSON", async () => {
    const { url, agent } = await start();
    let seen: unknown;
    agent.listTasks = async (request) => {
      seen = request;
      return { tasks: [], nextPageToken: "", pageSize: 1, totalSize: 0 };
    };
    const query =
      "contextId=a+b%2Bc&status=TASK_STATE_WORKING&page_size=7&historyLength=0&includeArtifacts=false&pageToken=&unknown=1&A2A-Version=1.0&&=&=x";
    expect((await sendRaw(url, `/tasks?${query}`)).status).toBe(200);
    expect(seen).toEqual({
      contextId: "a b+c",
      status: "TASK_STATE_WORKING",
      pageSize: 7,
      historyLength: 0,
      includeArtifacts: false,
      pageToken: "",
    });
    expect((await sendRaw(url, "/tasks?status=2")).status).toBe(200);
    expect(seen).toEqual({ status: "TASK_STATE_WORKING" });
    expect((await sendRaw(url, "/tasks?status=1.5")).status).toBe(400);
  });

  test("every problem is told", async () => {
    const { url } = await start();
    const query =
      "pageSize=1e10&historyLength=abc&includeArtifacts=yes&status=nope&contextId=%ff&pageToken=1&pageToken=2";
    const answer = await sendRaw(url, `/tasks?${query}`);
    expect(answer.status).toBe(400);
    expect(errorOf(answer.text)).toEqual({
      code: 400,
      status: "INVALID_ARGUMENT",
      reason: "INVALID_ARGUMENT",
      violations: {
        pageSize: "expected a 32-bit integer from 1 to 100, got 10000000000",
        historyLength: 'expected a 32-bit integer, at least 0, got "abc"',
        includeArtifacts: 'expected true or false, got "yes"',
        status: expect.stringContaining('got "nope"') as string,
        contextId: 'expected percent-encoded UTF-8, got "%ff"',
        pageToken: "expected one value, got 2",
      },
    });
  });

  test("a field of the path may be repeated, not contradicted", async () => {
    const { url } = await start();
    expect((await sendRaw(url, "/tasks/task-1?id=task-1")).status).toBe(200);
    const answer = await sendRaw(url, "/tasks/task-1?id=task-2");
    expect(errorOf(answer.text)).toMatchObject({
      code: 400,
      violations: { id: "set twice, with different values" },
    });
  });

  test("names that mean something to JavaScript are unknown parameters", async () => {
    const { url } = await start();
    const query =
      "__proto__=1&__proto__.polluted=1&constructor.prototype.polluted=1&toString=1&hasOwnProperty=2";
    expect((await sendRaw(url, `/tasks/task-1?${query}`)).status).toBe(200);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  test("the version may be a parameter", async () => {
    const { url } = await start();
    const headers = { "A2A-Version": "" };
    expect((await sendRaw(url, "/tasks/task-1?A2A-Version=1.0", { headers })).status).toBe(200);
    expect((await sendRaw(url, "/tasks/task-1?a2a-version=1.0", { headers })).status).toBe(200);
    const answer = await sendRaw(url, "/tasks/task-1", { headers });
    expect(errorOf(answer.text)).toEqual({
      code: 400,
      status: "FAILED_PRECONDITION",
      reason: "VERSION_NOT_SUPPORTED",
    });
  });
});

describe("bodies", () => {
  test.each(["application/json", "application/a2a+json", "Application/JSON; charset=UTF-8"])(
    "%s is read",
    async (type) => {
      const { url } = await start();
      const headers = { "content-type": type };
      expect(
        (await sendRaw(url, "/message:send", { verb: "POST", headers, body: message("echo") })).status,
      ).toBe(200);
    },
  );

  test.each(["text/plain", "application/json; charset=utf-16", "application/x-www-form-urlencoded", ""])(
    "%s is refused",
    async (type) => {
      const { url } = await start();
      const headers = type === "" ? {} : { "content-type": type };
      const answer = await sendRaw(url, "/message:send", { verb: "POST", headers, body: message("echo") });
      expect([answer.status, answer.headers["accept"]]).toEqual([
        400,
        "application/json, application/a2a+json",
      ]);
      expect(errorOf(answer.text)).toMatchObject({
        code: 400,
        status: "INVALID_ARGUMENT",
      });
      expect(answer.text).toContain('"reason":"CONTENT_TYPE_NOT_SUPPORTED"');
    },
  );

  test("no body is a request without fields", async () => {
    const { url, agent } = await start();
    expect((await sendRaw(url, "/tasks/task-1:cancel", { verb: "POST" })).status).toBe(200);
    expect(agent.tasks.get("task-1")?.status.state).toBe("TASK_STATE_CANCELED");
    const answer = await sendRaw(url, "/message:send", { verb: "POST", headers: json });
    expect(errorOf(answer.text)).toMatchObject({ code: 400, violations: { message: "required" } });
  });

  test("a body that is no JSON is told as such", async () => {
    const { url } = await start();
    for (const target of ["/message:send", "/tasks/task-1:cancel"]) {
      for (const body of ["{", "nothing", '{"a":1}}', Uint8Array.of(0x22, 0xff, 0x22)]) {
        const answer = await sendRaw(url, target, { verb: "POST", headers: json, body });
        expect(errorOf(answer.text)).toMatchObject({
          code: 400,
          violations: { "": expect.any(String) as string },
        });
      }
    }
  });

  test("a body that is no object is told as such", async () => {
    const { url } = await start();
    for (const target of ["/message:send", "/tasks/task-1:cancel"]) {
      const answer = await sendRaw(url, target, { verb: "POST", headers: json, body: "[]" });
      expect(errorOf(answer.text)).toMatchObject({
        code: 400,
        violations: { "": "expected an object, got an array" },
      });
    }
  });

  test("a body may repeat a field of the path, not contradict it", async () => {
    const { url } = await start();
    const post = (fields: object) =>
      sendRaw(url, "/tasks/task-1/pushNotificationConfigs", {
        verb: "POST",
        headers: json,
        body: JSON.stringify({ url: "https://example.com", ...fields }),
      });
    for (const fields of [{}, { taskId: "task-1" }, { task_id: "task-1" }, { taskId: null }]) {
      expect(JSON.parse((await post(fields)).text)).toMatchObject({ taskId: "task-1" });
    }
    for (const fields of [{ taskId: "task-2" }, { task_id: "task-2" }]) {
      const answer = await post(fields);
      expect(errorOf(answer.text)).toMatchObject({
        code: 400,
        violations: { taskId: expect.any(String) as string },
      });
    }
    expect(errorOf((await post({ taskId: 5, tenant: 7 })).text)).toMatchObject({
      violations: {
        taskId: "the path and the rest of the request have different values",
        tenant: "expected a string, got 7",
      },
    });
  });

  test("names of a body cannot reach a prototype", async () => {
    const { url } = await start();
    const body = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
    expect((await sendRaw(url, "/tasks/task-1:cancel", { verb: "POST", headers: json, body })).status).toBe(
      200,
    );
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  test("half of a surrogate pair is refused", async () => {
    const { url } = await start();
    const body = '{"metadata":{"a":"\\ud800"}}';
    const answer = await sendRaw(url, "/tasks/task-1:cancel", { verb: "POST", headers: json, body });
    expect(answer.status).toBe(400);
  });

  test("a body that is too long is refused", async () => {
    const { url } = await start({ limits: { bodyBytes: 100 } });
    const answer = await sendRaw(url, "/message:send", {
      verb: "POST",
      headers: json,
      body: message("x".repeat(100)),
    });
    expect(errorOf(answer.text)).toMatchObject({ code: 413, status: "RESOURCE_EXHAUSTED" });
  });

  test("a body where there should be none is ignored", async () => {
    const { url } = await start();
    const answer = await sendRaw(url, "/tasks/task-1", {
      headers: { "content-type": "text/plain", "content-length": "1" },
      body: "{",
    });
    expect(answer.status).toBe(200);
  });
});

describe("answers", () => {
  test.each([
    [undefined, "application/a2a+json"],
    ["*/*", "application/a2a+json"],
    ["application/json", "application/json"],
    ["application/json, */*;q=0.1", "application/json"],
    ["application/*", "application/a2a+json"],
    ["application/a2a+json;q=0.5, application/json;q=0.9", "application/json"],
    ["application/a2a+json;q=0, */*", "application/json"],
    ["text/html", "application/a2a+json"],
    [";;,,q=", "application/a2a+json"],
  ])("the client that accepts %s gets %s", async (accept, type) => {
    const { url } = await start();
    const headers = accept === undefined ? {} : { accept };
    expect((await sendRaw(url, "/tasks/task-1", { headers })).headers["content-type"]).toBe(type);
  });

  test("nothing is an empty object", async () => {
    const { url } = await start();
    const answer = await sendRaw(url, "/tasks/task-1/pushNotificationConfigs/c", { verb: "DELETE" });
    expect([answer.status, answer.text]).toEqual([200, "{}"]);
  });

  test("extensions in use are named, nothing else can get into the header", async () => {
    const { url, agent } = await start();
    const uri = "https://example.com/extensions/echo/v1";
    const headers = { ...json, "A2A-Extensions": uri };
    const answer = await sendRaw(url, "/message:send", { verb: "POST", headers, body: message("context") });
    expect(answer.headers["a2a-extensions"]).toBe(uri);
    const getTask = async (_: unknown, context: CallContext): Promise<Task> => {
      expect(() => context.activate("https://example.com/\r\nSet-Cookie: a=b")).toThrow(TypeError);
      return workingTask("task-1");
    };
    Object.assign(agent, { getTask });
    const second = await sendRaw(url, "/tasks/task-1");
    expect([second.status, second.headers["a2a-extensions"], second.headers["set-cookie"]]).toEqual([
      200,
      undefined,
      undefined,
    ]);
  });

  test("an answer that is too long is an internal error", async () => {
    const { url } = await start({ limits: { eventBytes: 50 } });
    expect(errorOf((await sendRaw(url, "/tasks/task-1")).text)).toEqual({
      code: 500,
      status: "INTERNAL",
      reason: "INTERNAL",
    });
  });

  test("the length of an answer is that of its bytes", async () => {
    const answer = '{"id":"日本","status":{"state":"TASK_STATE_WORKING"}}';
    const length = Buffer.byteLength(answer);
    const getTask = ({ id }: { readonly id: string }): Promise<Task> =>
      Promise.resolve({ id, status: { state: "TASK_STATE_WORKING" } });
    for (const [eventBytes, status] of [
      [length, 200],
      [length - 1, 500],
    ] as const) {
      const { url, agent } = await start({ limits: { eventBytes } });
      Object.assign(agent, { getTask });
      expect((await sendRaw(url, "/tasks/%E6%97%A5%E6%9C%AC")).status).toBe(status);
    }
  });
});

describe("errors", () => {
  test.each([
    [undefined, "application/a2a+json"],
    ["*/*", "application/a2a+json"],
    ["application/json", "application/json"],
    ["text/event-stream", "application/json"],
    ["application/problem+json", "application/json"],
    ["text/event-stream, */*;q=0.5", "application/a2a+json"],
    ["application/json, application/a2a+json", "application/a2a+json"],
  ])("the client that accepts %s gets %s", async (accept, type) => {
    const { url } = await start();
    const headers = accept === undefined ? {} : { accept };
    const answer = await sendRaw(url, "/tasks/task-1", { verb: "PUT", headers });
    expect([answer.status, answer.headers["content-type"]]).toEqual([405, type]);
  });

  test.each(Object.keys(errors))("%s has its status and reason", async (name) => {
    const { url } = await start();
    const answer = await sendRaw(url, "/message:send", {
      verb: "POST",
      headers: json,
      body: message(`fail ${name}`),
    });
    const row = A2AService.protocol.errors[name];
    expect(answer.headers["content-type"]).toBe("application/a2a+json");
    expect(JSON.parse(answer.text)).toEqual({
      error: {
        code: row?.http,
        status: row?.grpc,
        message: `the agent was told to fail with ${name}`,
        details: [
          {
            "@type": "type.googleapis.com/google.rpc.ErrorInfo",
            reason: row?.reason,
            domain: "a2a-protocol.org",
            metadata: { command: `fail ${name}` },
          },
        ],
      },
    });
    expect(answer.status).toBe(row?.http);
  });

  test("what a handler throws by mistake is not told", async () => {
    const { url, thrown } = await start();
    for (const what of ["text", "error"]) {
      const answer = await sendRaw(url, "/message:send", {
        verb: "POST",
        headers: json,
        body: message(`throw ${what}`),
      });
      expect(answer.status).toBe(500);
      expect(answer.text).not.toContain("secret");
    }
    expect(thrown).toHaveLength(2);
  });

  test("details that have no JSON do not break the answer", async () => {
    const { url, agent, thrown } = await start();
    agent.getTask = () =>
      Promise.reject(errors.TaskNotFoundError("x", { details: [{ "@type": "x", n: 1n }] }));
    expect(errorOf((await sendRaw(url, "/tasks/1")).text)).toMatchObject({ code: 500, status: "INTERNAL" });
    expect(thrown).toHaveLength(1);
  });

  test("a caller without credentials learns which ones it needs", async () => {
    const { url } = await start();
    const answer = await sendRaw(url, "/extendedAgentCard");
    expect([answer.status, answer.headers["www-authenticate"]]).toEqual([401, "Bearer"]);
    const known = await sendRaw(url, "/extendedAgentCard", { headers: { authorization: "Bearer ann" } });
    expect(known.headers["cache-control"]).toBe("private, no-cache");
    expect(JSON.parse(known.text)).toMatchObject({ description: "For ann only." });
  });

  test("a client is told when to come again", async () => {
    const { url, agent } = await start();
    agent.getTask = () => Promise.reject(new CallError("UNAVAILABLE", "busy", { retryAfterMs: 1500 }));
    const answer = await sendRaw(url, "/tasks/1");
    expect([answer.status, answer.headers["retry-after"]]).toEqual([503, "2"]);
  });
});

describe("streams", () => {
  test("events are data lines", async () => {
    const { url } = await start();
    const answer = await sendRaw(url, "/message:stream", {
      verb: "POST",
      headers: json,
      body: message("message"),
    });
    expect(answer.headers).toMatchObject({ "content-type": "text/event-stream", "x-accel-buffering": "no" });
    expect(answer.text).toBe(
      'data: {"message":{"messageId":"m1-reply","role":"ROLE_AGENT","parts":[{"text":"the whole answer"}]}}\n\n',
    );
  });

  test("an error before the first event is a plain answer", async () => {
    const { url } = await start();
    const answer = await sendRaw(url, "/message:stream", {
      verb: "POST",
      headers: json,
      body: message("fail x"),
    });
    expect([answer.status, answer.headers["content-type"]]).toEqual([404, "application/a2a+json"]);
    expect(errorOf(answer.text)).toEqual({ code: 404, status: "NOT_FOUND", reason: "TASK_NOT_FOUND" });
  });

  test("an error after the first event is an event of its own", async () => {
    const { url } = await start();
    const answer = await sendRaw(url, "/message:stream", {
      verb: "POST",
      headers: json,
      body: message("break"),
    });
    const [first = "", second = "", ...rest] = answer.text.split("\n\n");
    expect(first).toMatch(/^data: \{"task":/);
    expect(second).toMatch(/^event: error\ndata: \{"error":/);
    expect(errorOf(second.slice("event: error\ndata: ".length))).toEqual({
      code: 500,
      status: "INTERNAL",
      reason: "INVALID_AGENT_RESPONSE",
    });
    expect(rest).toEqual([""]);
  });

  test("an invalid request is a plain answer", async () => {
    const { url } = await start();
    const answer = await sendRaw(url, "/message:stream", { verb: "POST", headers: json, body: "{}" });
    expect(errorOf(answer.text)).toMatchObject({ code: 400, violations: { message: "required" } });
  });

  test("HEAD ends the stream that it opens", async () => {
    const { url } = await start();
    const answer = await sendRaw(url, "/tasks/task-1:subscribe", { verb: "HEAD" });
    expect([answer.status, answer.headers["content-type"], answer.text]).toEqual([
      200,
      "text/event-stream",
      "",
    ]);
  });

  test("a stream without events shows that it is alive", async () => {
    const { url } = await start({ limits: { heartbeatMs: 1 } });
    const response = await fetch(`${url}/message:stream`, {
      method: "POST",
      headers: { ...json, "A2A-Version": "1.0" },
      body: message("wait"),
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    while (!text.endsWith("\n\n:\n\n"))
      text += (await reader?.read())?.value ?? expect.fail("the stream ended");
    await reader?.cancel();
  });

  test("an event that does not come at once does not hold back the headers", async () => {
    const { url, agent } = await start({ limits: { firstEventMs: 1 } });
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    agent.subscribeToTask = async function* () {
      await released;
      yield await Promise.reject(errors.TaskNotFoundError("late"));
    };
    const response = await fetch(`${url}/tasks/task-1:subscribe`, { headers: { "A2A-Version": "1.0" } });
    expect(response.status).toBe(200);
    release();
    expect(await response.text()).toMatch(/^event: error\ndata: \{"error":\{"code":404,.*\}\n\n$/);
  });

  test("the handler learns that its client has gone", async () => {
    const { url, agent } = await start();
    const ended = agent.nextEnd();
    const controller = new AbortController();
    const response = await fetch(`${url}/message:stream`, {
      method: "POST",
      headers: { ...json, "A2A-Version": "1.0" },
      body: message("wait"),
      signal: controller.signal,
    });
    await response.body?.getReader().read();
    controller.abort();
    await ended;
    expect(agent.ended).toEqual(["the client has gone"]);
  });
});
