import { once } from "node:events";
import { createServer, type IncomingMessage, request as requestHttp } from "node:http";
import { connect as connectSocket } from "node:net";
import type { AgentCard } from "@a2agen/a2a-1.0";
import { describe, expect, test } from "vitest";
import { message as answerMessage, startRawUpstream } from "../../shared/gateway/raw-upstream.ts";
import { startGateway } from "../../shared/gateway/start-gateway.ts";
import { listen } from "../../shared/interop/our-agent.ts";
import { failureOf } from "../../shared/interop/outcomes.ts";
import { startOlderServer } from "../../shared/interop-0.3/harness.ts";

const body = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "SendMessage",
  params: { message: { messageId: "m-1", role: "ROLE_USER", parts: [{ text: "hello" }] } },
});

interface Answered {
  readonly status: number;
  readonly text: string;
}

/** Sends a call of JSON-RPC with any headers, which `fetch` would not let through. */
async function send(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  text: string = body,
): Promise<Answered> {
  const request = requestHttp(url, {
    method: "POST",
    headers: { "content-type": "application/json", "a2a-version": "1.0", ...headers },
  });
  request.end(text);
  const [response] = (await once(request, "response")) as [IncomingMessage];
  let answer = "";
  for await (const chunk of response) answer += String(chunk);
  return { status: response.statusCode ?? 0, text: answer };
}

describe("headers of callers", () => {
  test("go no further, but for the trace and the language", async () => {
    const upstream = await startRawUpstream();
    const gateway = await startGateway(upstream.origin);
    const { status } = await send(`${gateway.url}/a2a`, {
      connection: "keep-alive, x-hop",
      "x-hop": "1",
      te: "trailers",
      "proxy-authorization": "Basic secret",
      "x-forwarded-for": "10.0.0.1",
      forwarded: "for=10.0.0.1",
      authorization: "Bearer secret",
      cookie: "session=secret",
      "x-a2agen-gateway-query": "admin=true",
      "x-custom": "1",
      baggage: "user=secret",
      traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
      "accept-language": "de",
    });
    expect(status).toBe(200);
    const [call] = upstream.calls;
    expect(call?.target).toBe("/rpc");
    expect(Object.keys(call?.headers ?? {}).sort()).toEqual([
      "a2a-version",
      "accept",
      "accept-language",
      "connection",
      "content-length",
      "content-type",
      "host",
      "traceparent",
      "user-agent",
    ]);
    expect(call?.headers["user-agent"]).toBe("a2agen-gateway");
    expect(JSON.stringify(call)).not.toContain("secret");
  });

  const places: readonly {
    readonly name: string;
    readonly schemes: AgentCard["securitySchemes"];
    readonly headers?: Readonly<Record<string, string>>;
    readonly query?: string;
    readonly found: object;
  }[] = [
    {
      name: "a token",
      schemes: { token: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
      headers: { authorization: "Bearer t", "x-key": "k", cookie: "key=k" },
      found: { authorization: "Bearer t", "x-key": undefined, cookie: undefined },
    },
    {
      name: "a key in a header",
      schemes: { key: { apiKeySecurityScheme: { location: "header", name: "X-Key" } } },
      headers: { authorization: "Bearer t", "x-key": "k" },
      found: { authorization: undefined, "x-key": "k" },
    },
    {
      name: "a key in a cookie, of several",
      schemes: { key: { apiKeySecurityScheme: { location: "cookie", name: "key" } } },
      headers: { cookie: "session=secret; key=k=1; other=2" },
      found: { cookie: "key=k=1" },
    },
    {
      name: "a key in the query",
      schemes: { key: { apiKeySecurityScheme: { location: "query", name: "key" } } },
      query: "?key=a%26b&admin=true",
      found: {},
    },
    {
      name: "none in a header that the transport sets",
      schemes: { key: { apiKeySecurityScheme: { location: "header", name: "Host" } } },
      headers: { host: "localhost" },
      found: {},
    },
  ];

  test.each(places)("credentials go where the card says: $name", async (place) => {
    const { schemes, headers = {}, query = "", found } = place;
    const upstream = await startRawUpstream(answerMessage, { securitySchemes: schemes ?? {} });
    const gateway = await startGateway(upstream.origin);
    expect((await send(`${gateway.url}/a2a${query}`, headers)).status).toBe(200);
    const [call] = upstream.calls;
    expect({ ...call?.headers, ...found }).toEqual(call?.headers);
    expect(call?.target).toBe(query === "" ? "/rpc" : "/rpc?key=a%26b");
    expect(call?.headers.host).toBe(new URL(upstream.origin).host);
  });

  test("the gateway's own replace those of callers, and its card asks for none", async () => {
    const token = { token: { httpAuthSecurityScheme: { scheme: "Bearer" } } };
    const required = [{ schemes: { token: { list: [] } } }];
    const upstream = await startRawUpstream(answerMessage, {
      securitySchemes: token,
      securityRequirements: required,
    });
    const gateway = await startGateway(upstream.origin, {
      upstreamHeaders: { authorization: "Bearer own" },
      passedHeaders: ["X-Custom"],
    });
    expect(gateway.cards[""]).not.toHaveProperty("securitySchemes");
    expect(gateway.cards[""]).not.toHaveProperty("securityRequirements");
    await send(`${gateway.url}/a2a`, { authorization: "Bearer caller", "x-custom": "1" });
    expect(upstream.calls[0]?.headers).toMatchObject({ authorization: "Bearer own", "x-custom": "1" });
  });

  test("a value that would begin a new line is not sent", async () => {
    const key = { apiKeySecurityScheme: { location: "query" as const, name: "key" } };
    const upstream = await startRawUpstream(answerMessage, { securitySchemes: { key } });
    const gateway = await startGateway(upstream.origin);
    await send(`${gateway.url}/a2a?key=a%0d%0ax-admin:%20true`);
    expect(upstream.calls[0]?.target).toBe("/rpc");
    expect(upstream.calls[0]?.headers).not.toHaveProperty("x-admin");
  });
});

describe("addresses", () => {
  test("a redirect of the upstream is not followed", async () => {
    const elsewhere = await startRawUpstream();
    const upstream = await startRawUpstream((response) => {
      response.writeHead(307, { location: `${elsewhere.origin}/rpc` }).end();
    });
    const gateway = await startGateway(upstream.origin);
    const { text } = await send(`${gateway.url}/a2a`, { authorization: "Bearer t" });
    expect(JSON.parse(text)).toMatchObject({
      error: { message: "an agent that this one needs is not available" },
    });
    expect(elsewhere.calls).toEqual([]);
    expect(gateway.problems.join()).toContain("redirects");
  });

  test("nor is one of its card", async () => {
    const elsewhere = await startRawUpstream();
    const server = createServer((_, response) => {
      response.writeHead(302, { location: `${elsewhere.origin}/.well-known/agent-card.json` }).end();
    });
    const error = await failureOf(startGateway(await listen(server)));
    expect(String((error as Error).cause ?? error)).toContain("redirects");
  });

  test.each(["http://127.0.0.1:9/rpc", "http://169.254.169.254/latest", "https://other.example.com/rpc"])(
    "a card that names %s is refused, unless its origin is allowed",
    async (url) => {
      const place = { protocolBinding: "JSONRPC", protocolVersion: "1.0" };
      const upstream = await startRawUpstream(answerMessage, { supportedInterfaces: [{ url, ...place }] });
      const error = await failureOf(startGateway(upstream.origin));
      expect((error as Error).message).toContain("name their origins to allow them");
      const gateway = await startGateway(upstream.origin, { origins: [new URL(url).origin] });
      expect(gateway.report().upstreams[0]?.url).toBe(upstream.origin);
    },
  );

  test("what clients name stays within a segment of a path", async () => {
    const upstream = await startRawUpstream(
      (response) => void response.writeHead(404).end(),
      {},
      "HTTP+JSON",
    );
    const gateway = await startGateway(upstream.origin);
    const params = { id: "../../admin?x=1\r\nx-admin: true" };
    await send(
      `${gateway.url}/a2a`,
      {},
      JSON.stringify({ jsonrpc: "2.0", id: 1, method: "GetTask", params }),
    );
    expect(upstream.calls[0]?.target).toBe("/rpc/tasks/..%2F..%2Fadmin%3Fx%3D1%0D%0Ax-admin%3A%20true");
    expect(upstream.calls[0]?.headers).not.toHaveProperty("x-admin");
  });
});

describe("messages", () => {
  test.each([
    { name: "two lengths", head: "Content-Length: 5\r\nContent-Length: 6\r\n" },
    { name: "a length and chunks", head: "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n" },
    { name: "an unknown coding", head: "Transfer-Encoding: chunked, identity\r\n" },
    { name: "a space before the colon", head: "Content-Length : 5\r\n" },
    { name: "a line end alone", head: "X-A: b\nContent-Length: 5\r\n" },
  ])("with $name are refused, and nothing of them reaches the upstream", async ({ head }) => {
    const upstream = await startRawUpstream();
    const gateway = await startGateway(upstream.origin);
    const socket = connectSocket(Number(new URL(gateway.url).port), "127.0.0.1");
    socket.write(`POST /a2a HTTP/1.1\r\nHost: localhost\r\n${head}\r\n0\r\n\r\nPOST /a2a HTTP/1.1\r\n\r\n`);
    let answer = "";
    for await (const chunk of socket) answer += String(chunk);
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(upstream.calls).toEqual([]);
  });

  test("of clients are bounded", async () => {
    const upstream = await startRawUpstream();
    const gateway = await startGateway(upstream.origin, { limits: { bodyBytes: 1000 } });
    const long = body.replace("hello", "h".repeat(1000));
    expect((await send(`${gateway.url}/a2a`, {}, long)).status).toBe(413);
    expect((await send(`${gateway.url}/notifications/x`, {}, long)).status).toBe(404);
    expect(upstream.calls).toEqual([]);
  });

  test("of the upstream are bounded", async () => {
    const upstream = await startRawUpstream((response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(`{"jsonrpc":"2.0","id":1,"result":"${"x".repeat(10_000)}"}`);
    });
    const gateway = await startGateway(upstream.origin, { limits: { answerBytes: 5000 } });
    const { text } = await send(`${gateway.url}/a2a`);
    expect(JSON.parse(text)).toMatchObject({ error: { code: expect.any(Number) } });
    expect(text.length).toBeLessThan(1000);
  });

  test("streams are bounded in number", async () => {
    const upstream = await startRawUpstream((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
    });
    const gateway = await startGateway(upstream.origin, { limits: { streams: 1 } });
    const streaming = body.replace("SendMessage", "SendStreamingMessage");
    const controller = new AbortController();
    const first = await fetch(`${gateway.url}/a2a`, {
      method: "POST",
      headers: { "content-type": "application/json", "a2a-version": "1.0" },
      body: streaming,
      signal: controller.signal,
    });
    expect(first.headers.get("content-type")).toContain("text/event-stream");
    const { text } = await send(`${gateway.url}/a2a`, {}, streaming);
    expect(text).toContain("RESOURCE_EXHAUSTED");
    controller.abort();
  });
});

test("there is no report of migration for others, and forged addresses of webhooks are unknown", async () => {
  const upstream = await startRawUpstream();
  const gateway = await startGateway(upstream.origin);
  expect((await fetch(`${gateway.url}/report`)).status).toBe(404);
  const forged = Buffer.alloc(100).toString("base64url");
  expect((await send(`${gateway.url}/notifications/${forged}`)).status).toBe(404);
});

test("names of fields that clients choose cannot add headers", async () => {
  const { origin } = await startOlderServer();
  const gateway = await startGateway(origin);
  const response = await fetch(`${gateway.url}/a2a`, {
    method: "POST",
    headers: { "content-type": "application/json", "a2a-version": "1.0" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "SendMessage",
      params: {
        message: {
          messageId: "m-1",
          role: "ROLE_USER",
          parts: [{ text: "echo", mediaType: "text/\r\nx-admin: true" }],
        },
      },
    }),
  });
  expect(response.headers.get("a2agen-losses")).toBe(
    '"message.parts[0].mediaType";of=request;kind=no-counterpart',
  );
  expect(response.headers.has("x-admin")).toBe(false);
});
