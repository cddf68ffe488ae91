import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { AgentCardCodec } from "@a2agen/a2a-1.0";
import { afterEach, describe, expect, test } from "vitest";
import { toNodeListener } from "../../../../packages/runtime/src/adapters/node.ts";
import { createHost, implement } from "../../../../packages/runtime/src/host/index.ts";
import type { HttpHandler } from "../../../../packages/runtime/src/http/http-message.ts";
import {
  createDiscoveryHandler,
  type DiscoveryOptions,
} from "../../../../packages/runtime/src/server/discovery.ts";
import {
  createHttpHandler,
  type HttpHandlerOptions,
  withCors,
} from "../../../../packages/runtime/src/server/index.ts";
import { listen, type RunningServer } from "../adapters/servers.ts";
import { createTestHost, fullCard, message } from "../host/agent.ts";

const running: RunningServer[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

async function serve(handler: HttpHandler): Promise<string> {
  const server = await listen(createServer(toNodeListener(handler)));
  running.push(server);
  return server.url;
}

const path = "/.well-known/agent-card.json";
const text = AgentCardCodec.stringify(fullCard);
const etag = `"${createHash("sha256").update(text).digest("hex").slice(0, 32)}"`;

describe("the agent card", () => {
  async function discover(options: DiscoveryOptions = {}): Promise<string> {
    return serve(createDiscoveryHandler(createTestHost().host, options));
  }

  function headersOf(response: Response): Record<string, string> {
    const own = Object.fromEntries(response.headers);
    for (const name of ["date", "connection", "keep-alive"]) Reflect.deleteProperty(own, name);
    return own;
  }

  test("is served with a strong entity tag", async () => {
    const response = await fetch((await discover()) + path);
    expect(response.status).toBe(200);
    expect(headersOf(response)).toEqual({
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(text)),
      "cache-control": "public, max-age=3600",
      etag,
      "last-modified": expect.stringMatching(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/),
      "access-control-allow-origin": "*",
      "access-control-expose-headers": "ETag",
    });
    expect(await response.text()).toBe(text);
  });

  test("has the same text and tag whatever the order of its fields", async () => {
    const card = Object.fromEntries(Object.entries(fullCard).toReversed());
    const url = await serve(createDiscoveryHandler(createTestHost({}, { card }).host));
    const response = await fetch(url + path);
    expect(response.headers.get("etag")).toBe(etag);
    expect(await response.text()).toBe(text);
  });

  test.each([
    { given: etag, want: 304 },
    { given: `W/${etag}`, want: 304 },
    { given: `"other, with comma", ${etag}`, want: 304 },
    { given: `"a",W/"b" , ${etag}`, want: 304 },
    { given: "*", want: 304 },
    { given: '"other"', want: 200 },
    { given: etag.slice(1, -1), want: 200 },
    { given: "garbage", want: 200 },
    { given: '"', want: 200 },
  ])("If-None-Match: $given is answered with $want", async ({ given, want }) => {
    const url = await discover();
    for (const method of ["GET", "HEAD"]) {
      const response = await fetch(url + path, { method, headers: { "if-none-match": given } });
      expect(response.status).toBe(want);
      expect(response.headers.get("etag")).toBe(etag);
      expect(response.headers.get("cache-control")).toBe("public, max-age=3600");
      expect(await response.text()).toBe(want === 200 && method === "GET" ? text : "");
    }
  });

  test.each([
    { name: "the same time", shift: 0, tags: undefined, want: 304 },
    { name: "a later time", shift: 1000, tags: undefined, want: 304 },
    { name: "an earlier time", shift: -1000, tags: undefined, want: 200 },
    { name: "no time", shift: Number.NaN, tags: undefined, want: 200 },
    { name: "another tag, which counts more", shift: 0, tags: '"other"', want: 200 },
  ])("If-Modified-Since: $name is answered with $want", async ({ shift, tags, want }) => {
    const url = (await discover()) + path;
    const modified = (await fetch(url)).headers.get("last-modified") ?? "";
    const since = Number.isNaN(shift) ? "yesterday" : new Date(Date.parse(modified) + shift).toUTCString();
    const headers = { "if-modified-since": since, ...(tags === undefined ? {} : { "if-none-match": tags }) };
    expect((await fetch(url, { headers })).status).toBe(want);
  });

  test("HEAD has the headers of GET", async () => {
    const url = await discover();
    const [get, head] = await Promise.all(["GET", "HEAD"].map((method) => fetch(url + path, { method })));
    expect(headersOf(head as Response)).toEqual(headersOf(get as Response));
  });

  test("OPTIONS tells the methods, and answers a browser's question", async () => {
    const url = await discover();
    const plain = await fetch(url + path, { method: "OPTIONS" });
    expect([plain.status, plain.headers.get("allow")]).toEqual([204, "GET, HEAD, OPTIONS"]);
    expect(plain.headers.get("access-control-allow-methods")).toBeNull();
    const asked = await fetch(url + path, {
      method: "OPTIONS",
      headers: {
        origin: "https://app.example.com",
        "access-control-request-method": "GET",
        "access-control-request-headers": "if-none-match",
      },
    });
    expect(asked.headers.get("access-control-allow-origin")).toBe("*");
    expect(asked.headers.get("access-control-allow-methods")).toBe("GET, HEAD, OPTIONS");
    expect(asked.headers.get("access-control-allow-headers")).toBe("if-none-match");
  });

  test.each(["POST", "PUT", "DELETE", "PATCH"])("%s is not allowed", async (method) => {
    const response = await fetch((await discover()) + path, { method });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });

  test("a query does not matter, another path is for others", async () => {
    const url = await discover();
    expect((await fetch(`${url}${path}?x=1`)).status).toBe(200);
    expect((await fetch(`${url}${path}/`)).status).toBe(404);
    expect((await fetch(`${url}/.well-known/agent.json`)).status).toBe(404);
  });

  test("can be below a prefix, under further paths, cached otherwise, without an origin", async () => {
    const url = await discover({
      prefix: "/agents/one/",
      paths: ["/.well-known/agent.json"],
      cacheControl: "no-cache",
      allowOrigin: false,
    });
    expect((await fetch(url + path)).status).toBe(404);
    for (const below of [path, "/.well-known/agent.json"]) {
      const response = await fetch(`${url}/agents/one${below}`);
      expect(response.status).toBe(200);
      expect(response.headers.get("cache-control")).toBe("no-cache");
      expect(response.headers.get("access-control-allow-origin")).toBeNull();
    }
  });

  test("a host without a card serves none", async () => {
    const { methods, protocol } = createTestHost().host;
    const service = { typeName: "x.Y", protocol, methods: {} };
    expect(methods.length).toBeGreaterThan(0);
    const host = createHost({ services: [implement(service, {})] });
    expect((await fetch((await serve(createDiscoveryHandler(host))) + path)).status).toBe(404);
  });
});

describe("one handler for everything", () => {
  async function everything(options: HttpHandlerOptions = {}): Promise<string> {
    return serve(createHttpHandler(createTestHost().host, options));
  }

  const version = { "a2a-version": "1.0" };

  async function statuses(url: string): Promise<Record<string, number>> {
    const rpc = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params: message });
    const json = { "content-type": "application/json" };
    const call = (at: string): Promise<Response> =>
      fetch(url + at, { method: "POST", headers: { ...version, ...json }, body: rpc });
    const results = {
      "POST /": await call("/"),
      "POST /rpc": await call("/rpc"),
      "POST /a2a/rpc": await call("/a2a/rpc"),
      "GET /tasks/t1": await fetch(`${url}/tasks/t1`, { headers: version }),
      "GET /v1/tasks/t1": await fetch(`${url}/v1/tasks/t1`, { headers: version }),
      card: await fetch(url + path),
      other: await fetch(`${url}/other/path`),
    };
    return Object.fromEntries(Object.entries(results).map(([name, { status }]) => [name, status]));
  }

  test("serves the interfaces of the card at their paths", async () => {
    expect(await statuses(await everything())).toEqual({
      "POST /": 404,
      "POST /rpc": 200,
      "POST /a2a/rpc": 404,
      "GET /tasks/t1": 200,
      // The tenant v1.
      "GET /v1/tasks/t1": 200,
      card: 200,
      other: 404,
    });
  });

  test("serves at the paths that it is told, and nothing that is switched off", async () => {
    const url = await everything({ jsonRpc: "/a2a/rpc", rest: false, discovery: false });
    expect(await statuses(url)).toEqual({
      "POST /": 404,
      "POST /rpc": 404,
      "POST /a2a/rpc": 200,
      "GET /tasks/t1": 404,
      "GET /v1/tasks/t1": 404,
      card: 404,
      other: 404,
    });
    const rest = await everything({ jsonRpc: false, rest: "/v1", discovery: { prefix: "/a" } });
    expect(await statuses(rest)).toEqual({
      "POST /": 404,
      "POST /rpc": 404,
      "POST /a2a/rpc": 404,
      "GET /tasks/t1": 404,
      "GET /v1/tasks/t1": 200,
      card: 404,
      other: 404,
    });
  });

  test("what nobody takes is an error in the form of the profile", async () => {
    const response = await fetch(`${await everything()}/other/path`);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      error: {
        code: 404,
        status: "NOT_FOUND",
        message:
          'this path is not served: expected that JSON-RPC is at /rpc, HTTP+JSON is below /; got "/other/path"',
        details: [
          {
            "@type": "type.googleapis.com/google.rpc.ErrorInfo",
            reason: "NOT_FOUND",
            domain: "a2a-protocol.org",
          },
        ],
      },
    });
  });

  test("or is passed on", async () => {
    const handler = createHttpHandler(createTestHost().host, { passOn: true });
    const own: HttpHandler = async (request) =>
      (await handler(request)) ?? { status: 200, headers: {}, body: "mine" };
    expect(await (await fetch(`${await serve(own)}/other/path`)).text()).toBe("mine");
  });
});

describe("pages of other origins", () => {
  const origin = "https://app.example.com";
  const asking = { origin, "access-control-request-method": "POST" };

  async function cors(init: Partial<Parameters<typeof withCors>[1]> = {}): Promise<string> {
    const { host } = createTestHost();
    const inner = createHttpHandler(host, { passOn: true });
    return serve(withCors(inner, { protocol: host.protocol, ...init }));
  }

  function corsHeaders(response: Response): Record<string, string> {
    return Object.fromEntries(
      [...response.headers].filter(([name]) => name.startsWith("access-control-") || name === "vary"),
    );
  }

  test("may call, with the parameters of the protocol", async () => {
    const url = await cors({ headers: ["X-Api-Key"] });
    const preflight = await fetch(`${url}/rpc`, { method: "OPTIONS", headers: asking });
    expect(preflight.status).toBe(204);
    expect(corsHeaders(preflight)).toEqual({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
      "access-control-allow-headers":
        "Content-Type, Accept, Authorization, If-None-Match, Last-Event-ID, Stream-ID, Stream-End, A2A-Version, A2A-Extensions, X-A2A-Extensions, X-Api-Key",
      "access-control-max-age": "7200",
    });
    const call = await fetch(`${url}/tasks/t1`, { headers: { origin, "a2a-version": "1.0" } });
    expect(call.status).toBe(200);
    expect(corsHeaders(call)).toEqual({
      "access-control-allow-origin": "*",
      "access-control-expose-headers":
        "ETag, WWW-Authenticate, Retry-After, Allow, Stream-ID, A2A-Version, A2A-Extensions, X-A2A-Extensions",
    });
  });

  test("may call from the listed origins only", async () => {
    const url = await cors({ origins: [origin], credentials: true });
    const listed = await fetch(`${url}/tasks/t1`, { headers: { origin } });
    expect(corsHeaders(listed)).toMatchObject({
      "access-control-allow-origin": origin,
      "access-control-allow-credentials": "true",
      vary: "origin",
    });
    const other = await fetch(`${url}/tasks/t1`, { headers: { origin: "https://evil.example.com" } });
    expect(corsHeaders(other)).toEqual({ vary: "origin" });
    const preflight = await fetch(`${url}/rpc`, {
      method: "OPTIONS",
      headers: { ...asking, origin: "https://evil.example.com" },
    });
    expect(corsHeaders(preflight)).toEqual({ vary: "origin" });
  });

  test("are not answered where nothing is served", async () => {
    const url = await cors();
    const preflight = await fetch(`${url}/elsewhere/x`, { method: "OPTIONS", headers: asking });
    expect([preflight.status, corsHeaders(preflight)]).toEqual([404, {}]);
  });

  test("cannot send cookies from everywhere", () => {
    const { host } = createTestHost();
    const inner = createHttpHandler(host);
    expect(() => withCors(inner, { protocol: host.protocol, credentials: true })).toThrow(
      'origins: list the origins; browsers take no cookies from "*"',
    );
  });
});
