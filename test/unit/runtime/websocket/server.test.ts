import { once } from "node:events";
import { connect as connectTcp } from "node:net";
import { CallError } from "@a2agen/runtime/service";
import { afterEach, describe, expect, test } from "vitest";
import { artifactEvent, completedTask, say } from "./agent.ts";
import { connectRaw, type RawClient, subprotocol } from "./raw-client.ts";
import { path, type ServedAgent, type ServedAgentInit, serveAgent } from "./served-agent.ts";
import { until } from "./until.ts";

let served: ServedAgent | undefined;

async function serve(init?: ServedAgentInit): Promise<ServedAgent> {
  served = await serveAgent(init);
  return served;
}

afterEach(async () => {
  await served?.close();
  served = undefined;
});

const parameters = { "A2A-Version": "1.0" };

function getTask(members: Readonly<Record<string, unknown>> = {}): object {
  return { type: "call", id: 1, method: "GetTask", params: { id: "t1" }, parameters, ...members };
}

function stream(text: string, members: Readonly<Record<string, unknown>> = {}): object {
  return { type: "call", id: 1, method: "SendStreamingMessage", params: say(text), parameters, ...members };
}

/** Sends a call and returns the last message. */
async function ask(raw: RawClient, call: object): Promise<Record<string, unknown>> {
  raw.send(call);
  return raw.next();
}

const errorInfo = "type.googleapis.com/google.rpc.ErrorInfo";

describe("messages", () => {
  test("a call and its result", async () => {
    const raw = await (await serve()).raw();
    expect(await ask(raw, getTask())).toEqual({ type: "result", id: 1, result: completedTask("t1") });
    expect(await ask(raw, getTask({ id: "a" }))).toEqual({
      type: "result",
      id: "a",
      result: completedTask("t1"),
    });
    const method = "lf.a2a.v1.A2AService/GetTask";
    expect(await ask(raw, getTask({ method, unknown: true }))).toMatchObject({ type: "result" });
  });

  test("a stream, its events, and its end", async () => {
    const raw = await (await serve()).raw();
    raw.send(stream("count 2"));
    expect([await raw.next(), await raw.next(), await raw.next()]).toEqual([
      { type: "event", id: 1, event: artifactEvent("t1", "0") },
      { type: "event", id: 1, event: artifactEvent("t1", "1") },
      { type: "end", id: 1 },
    ]);
  });

  test("an error is google.rpc.Status as JSON", async () => {
    const raw = await (await serve()).raw();
    expect(await ask(raw, getTask({ params: { id: "missing" } }))).toEqual({
      type: "error",
      id: 1,
      error: {
        code: 5,
        status: "NOT_FOUND",
        message: "No task with the given ID exists, or the caller may not see it.",
        details: [
          {
            "@type": errorInfo,
            reason: "TASK_NOT_FOUND",
            domain: "a2a-protocol.org",
            metadata: { taskId: "missing" },
          },
        ],
      },
    });
  });

  test("events come as the credit of a stream allows", async () => {
    const agent = await serve();
    const raw = await agent.raw();
    raw.send(stream("count 10", { credit: 2 }));
    expect([await raw.next(), await raw.next()]).toMatchObject([{ type: "event" }, { type: "event" }]);
    raw.send({ type: "ping" });
    expect(await raw.next()).toEqual({ type: "pong" });
    expect(agent.seen.pulled).toBe(2);
    raw.send({ type: "credit", id: 1, credit: 1 });
    expect(await raw.next()).toEqual({ type: "event", id: 1, event: artifactEvent("t1", "2") });
    raw.send({ type: "cancel", id: 1 });
    expect(await raw.next()).toMatchObject({ type: "error", id: 1, error: { status: "CANCELLED" } });
    expect(agent.seen).toMatchObject({ pulled: 3, ended: 1 });
  });

  test("credit and cancel for a call that has ended are nothing", async () => {
    const raw = await (await serve()).raw();
    await ask(raw, getTask());
    raw.send({ type: "credit", id: 1, credit: 1 });
    raw.send({ type: "cancel", id: 1 });
    expect(await ask(raw, getTask())).toMatchObject({ type: "result", id: 1 });
  });

  test("a call can be cancelled before it has begun", async () => {
    const agent = await serve({
      host: { authenticate: () => new Promise((resolve) => setImmediate(resolve, { id: "ann" })) },
    });
    const raw = await agent.raw();
    raw.send(stream("hang"));
    raw.send({ type: "cancel", id: 1 });
    expect(await raw.next()).toMatchObject({ type: "error", id: 1, error: { status: "CANCELLED" } });
  });

  test("a call ends when its client waits no longer", async () => {
    const raw = await (await serve()).raw();
    const call = {
      type: "call",
      id: 1,
      method: "SendMessage",
      params: say("wait"),
      parameters,
      timeoutMs: 10,
    };
    expect(await ask(raw, call)).toMatchObject({ type: "error", error: { status: "DEADLINE_EXCEEDED" } });
  });
});

describe("calls that are refused, on a connection that goes on", () => {
  test.each([
    {
      name: "a method that is not there",
      given: getTask({ method: "getTask" }),
      want: { status: "UNIMPLEMENTED", message: 'the server has no method "getTask"' },
    },
    {
      name: "a method that every object has",
      given: getTask({ method: "toString" }),
      want: { status: "UNIMPLEMENTED", message: 'the server has no method "toString"' },
    },
    {
      name: "no params",
      given: getTask({ params: undefined }),
      want: { status: "INVALID_ARGUMENT" },
    },
    {
      name: "params that are a list",
      given: getTask({ params: [] }),
      want: { status: "INVALID_ARGUMENT" },
    },
    {
      name: "parameters that are a list",
      given: getTask({ parameters: ["A2A-Version"] }),
      want: {
        status: "INVALID_ARGUMENT",
        message: "parameters: expected an object of texts",
        details: [
          { "@type": errorInfo, reason: "INVALID_ARGUMENT", domain: "a2a-protocol.org" },
          {
            "@type": "type.googleapis.com/google.rpc.BadRequest",
            fieldViolations: [{ field: "parameters", description: "expected an object of texts" }],
          },
        ],
      },
    },
    {
      name: "a parameter that is no text",
      given: getTask({ parameters: { "A2A-Version": 1 } }),
      want: { status: "INVALID_ARGUMENT", message: "parameters.A2A-Version: expected a text" },
    },
    {
      name: "a parameter that is too long",
      given: getTask({ parameters: { ...parameters, x: "x".repeat(16_385) } }),
      want: { status: "INVALID_ARGUMENT", message: "parameters.x: expected at most 16384 characters" },
    },
    {
      name: "no version, which means an old one",
      given: getTask({ parameters: undefined }),
      want: { status: "FAILED_PRECONDITION", details: [{ reason: "VERSION_NOT_SUPPORTED" }] },
    },
    {
      name: "a version that is not spoken",
      given: getTask({ parameters: { "a2a-version": "2.0" } }),
      want: {
        status: "FAILED_PRECONDITION",
        details: [{ reason: "VERSION_NOT_SUPPORTED", metadata: { supportedVersions: "1.0" } }],
      },
    },
    {
      name: "an extension that is no URI",
      given: getTask({ parameters: { ...parameters, "A2A-Extensions": "a b" } }),
      want: { status: "INVALID_ARGUMENT" },
    },
  ])("$name", async ({ given, want }) => {
    const raw = await (await serve()).raw();
    expect(await ask(raw, given)).toMatchObject({ type: "error", id: 1, error: want });
    expect(await ask(raw, getTask())).toMatchObject({ type: "result", id: 1 });
  });

  test("more calls than the connection may have", async () => {
    const agent = await serve({ server: { limits: { calls: 1, streams: 1 } } });
    const raw = await agent.raw();
    const wait = { type: "call", method: "SendMessage", params: say("wait"), parameters };
    raw.send({ ...wait, id: 1 });
    expect(await ask(raw, { ...wait, id: 2 })).toMatchObject({
      type: "error",
      id: 2,
      error: { status: "RESOURCE_EXHAUSTED", message: "the connection has 1 calls open, its limit" },
    });
    expect(await ask(raw, stream("hang", { id: 3 }))).toMatchObject({ type: "event", id: 3 });
    expect(await ask(raw, stream("hang", { id: 4 }))).toMatchObject({
      type: "error",
      id: 4,
      error: { status: "RESOURCE_EXHAUSTED", message: "the connection has 1 streams open, its limit" },
    });
  });
});

describe("messages that end the connection", () => {
  test.each([
    { name: "no JSON", given: "{", code: 4400, reason: "expected JSON" },
    { name: "an empty text", given: "", code: 4400, reason: "expected JSON" },
    { name: "a list", given: "[]", code: 4400, reason: "expected a JSON object" },
    { name: "null", given: "null", code: 4400, reason: "expected a JSON object" },
    {
      name: "an unknown type",
      given: '{"type":"hello"}',
      code: 4400,
      reason: "type: expected call, message, done, credit, cancel or ping",
    },
    { name: "no id", given: getTask({ id: undefined }), code: 4400, reason: /^id: expected an integer/ },
    { name: "a fractional id", given: getTask({ id: 1.5 }), code: 4400, reason: /^id: expected an integer/ },
    {
      name: "an id that is too long",
      given: getTask({ id: "x".repeat(65) }),
      code: 4400,
      reason: /^id: expected/,
    },
    { name: "no method", given: getTask({ method: 1 }), code: 4400, reason: "method: expected a text" },
    { name: "no credit", given: stream("hang", { credit: 0 }), code: 4400, reason: /^credit: expected/ },
    { name: "too much credit", given: stream("hang", { credit: 2 ** 31 }), code: 4400, reason: /^credit: / },
    {
      name: "a negative time",
      given: getTask({ timeoutMs: -1 }),
      code: 4400,
      reason: /^timeoutMs: expected/,
    },
    { name: "deep nesting", given: "[".repeat(200_000), code: 4400, reason: "expected JSON" },
    { name: "a message that is too large", given: `"${"x".repeat(1024 * 1024)}"`, code: 1009, reason: "" },
  ])("$name", async ({ given, code, reason }) => {
    const raw = await (await serve({ server: { limits: { messageBytes: 512 * 1024 } } })).raw();
    raw.send(given);
    expect(await raw.closed).toEqual({
      code,
      reason: typeof reason === "string" ? reason : expect.stringMatching(reason),
    });
  });

  test("an id that is in use", async () => {
    const agent = await serve();
    const raw = await agent.raw();
    await ask(raw, stream("hang"));
    raw.send(getTask());
    expect(await raw.closed).toEqual({ code: 4409, reason: "a call with this id is open" });
    await until(() => agent.seen.ended === 1);
  });

  test("bytes", async () => {
    const raw = await (await serve()).raw();
    raw.socket.send(Buffer.from(JSON.stringify(getTask())));
    expect(await raw.closed).toEqual({ code: 1003, reason: "expected text messages" });
  });

  test("they disturb no other connection", async () => {
    const agent = await serve();
    const [good, bad] = [await agent.raw(), await agent.raw()];
    bad.send("{");
    await bad.closed;
    expect(await ask(good, getTask())).toMatchObject({ type: "result" });
  });
});

describe("the request that opens a connection", () => {
  const refused = async (
    agent: ServedAgent,
    headers: Record<string, string>,
    protocols?: readonly string[],
  ) =>
    connectRaw(agent.url, headers, protocols).then(
      (raw) => {
        raw.socket.terminate();
        return "accepted";
      },
      (error: unknown) => String(error),
    );

  test("must offer the subprotocol", async () => {
    const agent = await serve();
    expect(await refused(agent, {}, [])).toBe("Error: HTTP 400");
    expect(await refused(agent, {}, ["other"])).toBe("Error: HTTP 400");
    expect(await refused(agent, {}, ["other", "a2a-1.0.websocket"])).toBe("accepted");
  });

  test("must be for the path", async () => {
    const agent = await serve();
    expect(await agent.raw({ path: "/other" }).catch(String)).toBe("Error: HTTP 404");
    expect((await agent.raw({ path: `${path}?a=b` })).socket.protocol).toBe("a2a-1.0.websocket");
  });

  test("may come from pages of the same host only, unless others are allowed", async () => {
    const agent = await serve();
    const { host } = new URL(agent.url);
    expect(await refused(agent, { origin: "https://evil.example" })).toBe("Error: HTTP 403");
    expect(await refused(agent, { origin: "null" })).toBe("Error: HTTP 403");
    expect(await refused(agent, { origin: `https://${host}` })).toBe("accepted");
    await agent.close();
    const open = await serve({ server: { path, allowOrigin: (origin) => origin === "https://app.example" } });
    expect(await refused(open, { origin: "https://app.example" })).toBe("accepted");
    expect(await refused(open, { origin: "https://evil.example" })).toBe("Error: HTTP 403");
  });

  test("must be under a name of the server, whatever its origin", async () => {
    const agent = await serve({ server: { path, names: ["agent.example"] } });
    const page = { host: "evil.example", origin: "http://evil.example" };
    expect(await refused(agent, page)).toBe("Error: HTTP 421");
    expect(await refused(agent, { host: "[::1" })).toBe("Error: HTTP 421");
    expect(await refused(agent, { host: "agent.example", origin: "https://agent.example" })).toBe("accepted");
    expect(await refused(agent, {})).toBe("accepted");
  });

  test.each([
    { name: "one name", line: `GET ${path}`, lines: ["Host: agent.example"], want: "101" },
    {
      name: "two names",
      line: `GET ${path}`,
      lines: ["Host: agent.example", "hOST: evil.example"],
      want: "400",
    },
    {
      name: "two secrets",
      line: `GET ${path}`,
      lines: ["Host: agent.example", "Authorization: Bearer a", "authorization: Bearer b"],
      want: "400",
    },
    {
      name: "a whole URL of another server",
      line: `GET http://evil.example${path}`,
      lines: ["Host: agent.example"],
      want: "421",
    },
    {
      name: "a whole URL of the server",
      line: `GET http://agent.example${path}`,
      lines: ["Host: evil.example"],
      want: "101",
    },
    {
      name: "a whole URL of the server from a page of another one",
      line: `GET http://agent.example${path}`,
      lines: ["Host: evil.example", "Origin: http://evil.example"],
      want: "403",
    },
  ])("with $name: $want", async ({ line, lines, want }) => {
    const agent = await serve({ server: { path, names: ["agent.example"] } });
    const socket = connectTcp(Number(new URL(agent.url).port), "127.0.0.1");
    socket.write(
      [
        `${line} HTTP/1.1`,
        ...lines,
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        `Sec-WebSocket-Protocol: ${subprotocol}`,
        "",
        "",
      ].join("\r\n"),
    );
    const [head] = (await once(socket, "data")) as [Buffer];
    socket.destroy();
    expect(head.toString().split(" ")[1]).toBe(want);
  });

  test("is refused when the hook for origins throws, of which the host is told", async () => {
    const failure = new Error("no list of origins");
    const agent = await serve({
      server: {
        path,
        allowOrigin: () => {
          throw failure;
        },
      },
    });
    expect(await refused(agent, { origin: "https://app.example" })).toBe("Error: HTTP 500");
    expect(agent.hidden).toEqual([failure]);
    expect(await refused(agent, {})).toBe("accepted");
  });

  test("is refused when there are too many connections", async () => {
    const agent = await serve({ server: { path, limits: { connections: 1 } } });
    const first = await agent.raw();
    expect(await refused(agent, {})).toBe("Error: HTTP 503");
    first.socket.terminate();
    await until(() => agent.server.connections === 0);
    expect(await refused(agent, {})).toBe("accepted");
  });

  test("has headers and a query that hold for all its calls, unless a call has its own", async () => {
    const agent = await serve({ server: { path, gatewayHeaders: ["X-User"] } });
    const headers = {
      "a2a-version": "1.0",
      authorization: "Bearer a",
      "x-user": "ann",
      "x-forwarded-for": "1.1.1.1",
    };
    const raw = await agent.raw({ headers });
    await ask(raw, getTask({ parameters: undefined }));
    const own = {
      Authorization: "Bearer b",
      "X-User": "eve",
      "X-Forwarded-For": "2.2.2.2",
      Cookie: "a=b",
      "X-Own": "c",
    };
    await ask(raw, getTask({ parameters: own }));
    const names = ["authorization", "x-user", "x-forwarded-for", "cookie", "x-own"];
    expect(agent.seen.contexts.map((context) => names.map((name) => context.header(name)))).toEqual([
      ["Bearer a", "ann", "1.1.1.1", undefined, undefined],
      ["Bearer b", "ann", "1.1.1.1", undefined, "c"],
    ]);
  });

  test("may carry the version in its query", async () => {
    const raw = await (await serve()).raw({ path: `${path}?A2A-Version=1.0` });
    expect(await ask(raw, getTask({ parameters: {} }))).toMatchObject({ type: "result" });
  });
});

describe("what a host checks", () => {
  test("a call without credentials is refused with a challenge", async () => {
    const agent = await serve({
      host: {
        authenticate() {
          throw new CallError("UNAUTHENTICATED", "who are you", { challenges: ["Bearer"] });
        },
      },
    });
    expect(await ask(await agent.raw(), getTask())).toEqual({
      type: "error",
      id: 1,
      error: {
        code: 16,
        status: "UNAUTHENTICATED",
        message: "who are you",
        details: [{ "@type": errorInfo, reason: "UNAUTHENTICATED", domain: "a2a-protocol.org" }],
        challenges: ["Bearer"],
      },
    });
  });

  test("a call that is not allowed is refused", async () => {
    const agent = await serve({ host: { authorize: () => false } });
    expect(await ask(await agent.raw(), stream("count 1"))).toMatchObject({
      type: "error",
      id: 1,
      error: { code: 7, status: "PERMISSION_DENIED" },
    });
  });

  test("the older name of the extensions parameter is read", async () => {
    const agent = await serve();
    const raw = await agent.raw();
    await ask(raw, getTask({ parameters: { ...parameters, "X-A2A-Extensions": "urn:a, urn:b" } }));
    expect(agent.seen.contexts[0]?.extensions).toEqual(["urn:a", "urn:b"]);
  });

  test.each([
    ["refuse", ["error"]],
    ["break", ["event", "error"]],
    ["nothing", ["end"]],
  ])("a stream that says %s names the extensions in use in its first message only", async (text, types) => {
    const raw = await (await serve()).raw();
    raw.send(stream(text, { parameters: { ...parameters, "A2A-Extensions": "urn:a" } }));
    const messages: Record<string, unknown>[] = [];
    for (const _ of types) messages.push(await raw.next());
    expect(messages.map(({ type, parameters: told }) => [type, told])).toEqual(
      types.map((type, index) => [type, index === 0 ? { "A2A-Extensions": "urn:a" } : undefined]),
    );
  });

  test("an answer that is too large is refused with the extensions in use", async () => {
    const raw = await (await serve({ host: { limits: { eventBytes: 20 } } })).raw();
    const extensions = { ...parameters, "A2A-Extensions": "urn:a" };
    const call = { type: "call", id: 1, method: "SendMessage", params: say("activate") };
    expect(await ask(raw, { ...call, parameters: extensions })).toMatchObject({
      type: "error",
      parameters: { "A2A-Extensions": "urn:a" },
      error: { status: "INTERNAL" },
    });
  });
});

describe("clients that do not keep up", () => {
  test("a client that does not read holds its handlers back, and gets everything when it does", async () => {
    const agent = await serve();
    const raw = await agent.raw();
    const other = agent.client();
    raw.socket.pause();
    raw.send(stream("big 200", { credit: 1000 }));
    let pulled = -1;
    while (pulled !== agent.seen.pulled || pulled < 1) {
      pulled = agent.seen.pulled;
      for (let i = 0; i < 50; i += 1) await other.getTask({ id: "t1" });
    }
    // 40 MB are asked for; the buffers of both sides and 1 MiB are far less.
    expect(pulled).toBeLessThan(150);
    raw.socket.resume();
    const types = [];
    for (let i = 0; i < 201; i += 1) types.push((await raw.next())["type"]);
    expect(types).toEqual([...Array.from({ length: 200 }, () => "event"), "end"]);
  });

  test("a client that answers no ping is dropped", async () => {
    const agent = await serve({ server: { path, limits: { heartbeatMs: 40 } } });
    const raw = await agent.raw();
    await ask(raw, stream("hang"));
    raw.socket.pause();
    await until(() => agent.seen.ended === 1 && agent.server.connections === 0);
  });

  test("a client that is silent and answers pings stays", async () => {
    const agent = await serve({ server: { path, limits: { heartbeatMs: 300 } } });
    const raw = await agent.raw();
    let pings = 0;
    raw.socket.on("ping", () => {
      pings += 1;
    });
    await until(() => pings >= 3);
    expect(await ask(raw, getTask())).toMatchObject({ type: "result" });
  });
});
