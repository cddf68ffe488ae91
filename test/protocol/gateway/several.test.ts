import { A2AServiceClient, A2AServiceGrpc, type SecurityScheme } from "@a2agen/a2a-1.0";
import { connect } from "@a2agen/runtime/client";
import { grpc } from "@a2agen/runtime/grpc";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { rest } from "@a2agen/runtime/rest";
import { expect, onTestFinished, test } from "vitest";
import {
  createGateway,
  type Gateway,
  type GatewayOptions,
} from "../../../packages/gateway/src/library/index.ts";
import { collect } from "../../shared/collect.ts";
import { message, startRawUpstream } from "../../shared/gateway/raw-upstream.ts";
import { startOurAgent } from "../../shared/interop/our-agent.ts";
import { failureOf } from "../../shared/interop/outcomes.ts";
import { startOlderServer } from "../../shared/interop-0.3/harness.ts";

const bindings = [grpc({ codecs: [A2AServiceGrpc] }), jsonRpc(), rest()];
const apiKey: SecurityScheme = { apiKeySecurityScheme: { location: "header", name: "x-own-key" } };
const bearer: SecurityScheme = { httpAuthSecurityScheme: { scheme: "bearer" } };

async function start(options: GatewayOptions): Promise<Gateway> {
  const gateway = await createGateway(options);
  onTestFinished(() => gateway.close({ graceMs: 0 }));
  return gateway;
}

async function connectTo(url: string, only?: string): Promise<A2AServiceClient> {
  const connection = await connect(A2AServiceClient, url, {
    bindings: bindings.filter(({ binding }) => only === undefined || binding === only),
    authentication: "none",
    insecure: true,
  });
  onTestFinished(() => connection.close());
  return connection.client;
}

function say(text: string, tenant?: string) {
  const parts = [{ text }];
  return { message: { messageId: "m-1", role: "ROLE_USER" as const, parts }, ...(tenant && { tenant }) };
}

test.each(["JSONRPC", "HTTP+JSON", "GRPC"])(
  "each of several agents is called below its path, and over gRPC by its tenant: %s",
  async (binding) => {
    const [older, newer] = await Promise.all([startOlderServer(), startOurAgent({ binding: "JSONRPC" })]);
    const gateway = await start({
      grpcPort: 0,
      upstreams: {
        "/older": { upstream: older.origin, tenant: "old" },
        "/newer/one": { upstream: newer.origin, tenant: "new" },
      },
    });
    const [first, second] = [
      await connectTo(`${gateway.url}/older`, binding),
      await connectTo(`${gateway.url}/newer/one`, binding),
    ];
    const [one, two] = [await first.sendMessage(say("echo 1")), await second.sendMessage(say("echo 2"))];
    expect([one, two].map(({ task, message: said }) => task ?? said)).not.toContain(undefined);
    expect((await collect(second.sendStreamingMessage(say("do it")))).length).toBeGreaterThan(1);
    const report = gateway
      .report()
      .upstreams.map(({ path, version, clients }) => [
        path,
        version,
        clients.map((each) => [
          each.binding,
          each.methods["SendMessage"],
          each.methods["SendStreamingMessage"],
        ]),
      ]);
    expect(report).toEqual([
      ["/older", "0.3", [[binding, 1, undefined]]],
      ["/newer/one", "1.0", [[binding, 1, 1]]],
    ]);
  },
);

test("a client of 0.3 is served below a path, and cards lead nowhere else", async () => {
  const { origin } = await startOurAgent({ binding: "JSONRPC" });
  const gateway = await start({ upstreams: { "/a": { upstream: origin }, "/b": { upstream: origin } } });
  const response = await fetch(`${gateway.url}/a/a2a`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "message/send",
      params: {
        message: { kind: "message", messageId: "m-1", role: "user", parts: [{ kind: "text", text: "echo" }] },
      },
    }),
  });
  expect(await response.json()).toMatchObject({ result: { kind: expect.any(String) } });
  for (const path of ["/a", "/b"]) {
    const card = await (await fetch(`${gateway.url}${path}/.well-known/agent-card.json`)).json();
    expect(card).toEqual(gateway.cards[path]);
    const urls = JSON.stringify(card).match(/"url":"[^"]*/g) ?? [];
    expect(urls.filter((url) => url.includes(gateway.url) && !url.includes(`${gateway.url}${path}`))).toEqual(
      [],
    );
  }
  expect((await fetch(`${gateway.url}/.well-known/agent-card.json`)).status).toBe(404);
  expect((await fetch(`${gateway.url}/abc/.well-known/agent-card.json`)).status).toBe(404);
});

test("each agent is sent the credentials that its own card names, below its path and by its tenant", async () => {
  const one = await startRawUpstream(message, { securitySchemes: { key: apiKey } });
  const two = await startRawUpstream(message, { securitySchemes: { token: bearer } });
  const gateway = await start({
    upstreams: {
      "/one": { upstream: one.origin, tenant: "one" },
      "/two": { upstream: two.origin, tenant: "two" },
      "/own": { upstream: two.origin, upstreamHeaders: { authorization: "Bearer own" } },
    },
  });
  const headers = { authorization: "Bearer secret-1", "x-own-key": "secret-2" };
  const send = async (path: string, tenant?: string): Promise<unknown> => {
    const response = await fetch(`${gateway.url}${path}/a2a`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json", "a2a-version": "1.0" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params: say("x", tenant) }),
    });
    return response.json();
  };
  for (const [path, tenant] of [["/one"], ["/two"], ["", "one"], ["", "two"], ["/own"]] as const) {
    expect(await send(path, tenant)).toMatchObject({ result: { message: { messageId: "m-2" } } });
  }
  const seen = [...one.calls, ...two.calls].map((call) => [
    call.headers.authorization,
    call.headers["x-own-key"],
  ]);
  expect(seen).toEqual([
    [undefined, "secret-2"],
    [undefined, "secret-2"],
    ["Bearer secret-1", undefined],
    ["Bearer secret-1", undefined],
    ["Bearer own", undefined],
  ]);
  // The tenant was the gateway's.
  expect(JSON.stringify([...one.calls, ...two.calls])).not.toContain("tenant");
  expect(await send("", "three")).toMatchObject({
    error: { message: expect.stringContaining("tenant: expected one of one, two") },
  });
  expect(await send("")).toMatchObject({ error: { code: -32_602 } });
  expect(one.calls).toHaveLength(2);
});

test("health says how each agent is, and is good while one of them is", async () => {
  const [one, two] = await Promise.all([startRawUpstream(), startRawUpstream()]);
  const gateway = await start({
    upstreams: { "/one": { upstream: one.origin }, "/two": { upstream: two.origin } },
  });
  const ask = async (path: string): Promise<unknown> => {
    const response = await fetch(`${gateway.url}${path}`);
    return [response.status, await response.json()];
  };
  const both = { "/one": "ready", "/two": "ready" };
  expect(await ask("/readyz")).toEqual([200, { status: "ready", upstreams: both }]);
  await one.close();
  const bad = [200, { status: "ready", upstreams: { ...both, "/one": "not ready" } }];
  await expect.poll(() => ask("/readyz"), { timeout: 20_000 }).toEqual(bad);
  expect((await fetch(`${gateway.url}/one/readyz`)).status).toBe(503);
  await two.close();
  await expect.poll(async () => (await fetch(`${gateway.url}/readyz`)).status, { timeout: 20_000 }).toBe(503);
  expect(await ask("/healthz")).toMatchObject([200, { upstreams: { "/one": "alive" } }]);
});

test("webhooks of several agents have addresses below their paths", async () => {
  const { origin } = await startOurAgent({ binding: "JSONRPC" });
  const gateway = await start({
    upstreams: { "/a": { upstream: origin } },
    secret: "a secret of at least 32 characters",
  });
  const forged = Buffer.alloc(100).toString("base64url");
  const response = await fetch(`${gateway.url}/a/notifications/${forged}`, { method: "POST" });
  expect([response.status, await response.text()]).toEqual([404, expect.stringContaining("no such webhook")]);
});

test.each([
  { upstreams: {}, text: "upstreams: expected at least one, found none" },
  {
    upstreams: { billing: { upstream: "http://localhost:1" } },
    text: 'upstreams["billing"]: expected a path',
  },
  {
    upstreams: {
      "/a": { upstream: "http://localhost:1", tenant: "t" },
      "/b": { upstream: "http://localhost:1", tenant: "t" },
    },
    text: 'upstreams["/b"].tenant: another one has the tenant t',
  },
  {
    upstreams: { "/a": { upstream: "http://localhost:1" } },
    grpcPort: 0,
    text: "grpcPort: gRPC has no paths",
  },
])("$text", async ({ text, ...options }) => {
  expect(((await failureOf(createGateway(options))) as Error).message).toContain(text);
});
