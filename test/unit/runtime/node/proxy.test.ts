import { readFile } from "node:fs/promises";
import { createServer as createHttpServer, type IncomingMessage } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import { A2AService } from "@a2agen/a2a-1.0";
import { expect, test } from "vitest";
import { toNodeListener } from "../../../../packages/runtime/src/adapters/node.ts";
import { connect } from "../../../../packages/runtime/src/client/index.ts";
import { jsonRpc } from "../../../../packages/runtime/src/jsonrpc/index.ts";
import { createNodeFetch } from "../../../../packages/runtime/src/node/index.ts";
import { proxyFor } from "../../../../packages/runtime/src/node/proxy-settings.ts";
import { callMounted, mountedAgent } from "../../../shared/http/mounted-agent.ts";
import { listen, startProxy } from "../../../shared/http/start-proxy.ts";

const certificate = (name: string): Promise<string> =>
  readFile(join(import.meta.dirname, "certificates", name), "utf8");

test("connect calls an agent in clear through HTTP_PROXY", async () => {
  const listener = toNodeListener(mountedAgent("http://agent.test"));
  const proxy = await startProxy(await listen(createHttpServer(listener)));
  const fetch = createNodeFetch({ env: { HTTP_PROXY: proxy.url } });
  expect(await callMounted("http://agent.test", { fetch, insecure: true })).toHaveLength(6);
  expect(proxy.seen.slice(0, 2)).toEqual([
    "GET http://agent.test/.well-known/agent-card.json",
    "POST http://agent.test/a2a",
  ]);
});

async function startEncrypted(): Promise<{ port: number; callers: (string | undefined)[] }> {
  const callers: (string | undefined)[] = [];
  const listener = toNodeListener(mountedAgent("https://agent.test"));
  const [cert, key, ca] = await Promise.all(["server.pem", "server.key", "ca.pem"].map(certificate));
  if (cert === undefined || key === undefined || ca === undefined) throw new Error("no certificate");
  const server = createHttpsServer({ cert, key, ca, requestCert: true, rejectUnauthorized: false });
  server.on("request", (incoming: IncomingMessage, outgoing) => {
    const { authorized } = incoming.socket as TLSSocket;
    callers.push(authorized ? "client.test" : undefined);
    listener(incoming, outgoing);
  });
  return { port: await listen(server), callers };
}

test("connect calls an agent over TLS through HTTPS_PROXY, with a client certificate", async () => {
  const { port, callers } = await startEncrypted();
  const proxy = await startProxy(port, "p@ss");
  const [cert, key, ca] = await Promise.all(["client.pem", "client.key", "ca.pem"].map(certificate));
  const env = { https_proxy: proxy.url.replace("://", "://me:p%40ss@") };
  const fetch = createNodeFetch({ env, tls: { cert, key, ca } });
  expect(await callMounted("https://agent.test", { fetch })).toHaveLength(6);
  expect(new Set(callers)).toEqual(new Set(["client.test"]));
  // Connections are kept.
  expect(new Set(proxy.seen)).toEqual(new Set(["CONNECT agent.test:443"]));
  expect(proxy.seen.length).toBeLessThan(callers.length);
});

test("what a proxy refuses is told", async () => {
  const proxy = await startProxy(1, "secret");
  const fetch = createNodeFetch({ env: { HTTPS_PROXY: proxy.url } });
  const opened = connect(A2AService, "https://agent.test", { bindings: [jsonRpc()], fetch, retry: false });
  await expect(opened).rejects.toMatchObject({
    status: "UNAVAILABLE",
    message: expect.stringContaining(
      `the proxy ${new URL(proxy.url).host} refused CONNECT agent.test:443 with HTTP status 407`,
    ),
  });
});

const proxy = "http://proxy.test:3128/";

test.each<{ name: string; url: string; env: Record<string, string>; want: string | undefined }>([
  { name: "nothing", url: "https://a.test", env: {}, want: undefined },
  { name: "https", url: "https://a.test", env: { HTTPS_PROXY: proxy }, want: proxy },
  { name: "https for http", url: "http://a.test", env: { HTTPS_PROXY: proxy }, want: undefined },
  { name: "without scheme", url: "http://a.test", env: { http_proxy: "proxy.test:3128" }, want: proxy },
  {
    name: "lower case first",
    url: "http://a.test",
    env: { http_proxy: proxy, HTTP_PROXY: "x" },
    want: proxy,
  },
  { name: "CGI", url: "http://a.test", env: { HTTP_PROXY: proxy, REQUEST_METHOD: "GET" }, want: undefined },
  { name: "empty", url: "http://a.test", env: { HTTP_PROXY: " " }, want: undefined },
  { name: "localhost", url: "http://localhost:1", env: { HTTP_PROXY: proxy }, want: undefined },
  { name: "127.1", url: "http://127.1", env: { HTTP_PROXY: proxy }, want: undefined },
  { name: "::1", url: "http://[::1]:1", env: { HTTP_PROXY: proxy }, want: undefined },
  ...[
    { list: "*", exempt: true },
    { list: "a.test", exempt: true },
    { list: ".test", exempt: true },
    { list: "*.test", exempt: true },
    { list: "b.test, A.TEST", exempt: true },
    { list: "a.test:80", exempt: true },
    { list: "a.test:81", exempt: false },
    { list: "aa.test", exempt: false },
    { list: "est", exempt: false },
  ].map(({ list, exempt }) => ({
    name: `NO_PROXY=${list}`,
    url: "http://a.test",
    env: { HTTP_PROXY: proxy, NO_PROXY: list },
    want: exempt ? undefined : proxy,
  })),
  {
    name: "a network",
    url: "http://10.1.2.3",
    env: { HTTP_PROXY: proxy, NO_PROXY: "10.0.0.0/8" },
    want: undefined,
  },
  {
    name: "another one",
    url: "http://11.1.2.3",
    env: { HTTP_PROXY: proxy, NO_PROXY: "10.0.0.0/8,10.0.0.0/99,/8" },
    want: proxy,
  },
  {
    name: "an IPv6 network",
    url: "http://[fd00::1]",
    env: { HTTP_PROXY: proxy, NO_PROXY: "fd00::/8" },
    want: undefined,
  },
  {
    name: "an IPv6 address",
    url: "http://[fd00::1]:8080",
    env: { HTTP_PROXY: proxy, NO_PROXY: "[fd00::1]:8080" },
    want: undefined,
  },
])("the proxy of $url: $name", ({ url, env, want }) => {
  expect(proxyFor(new URL(url), env)?.href).toBe(want);
});

test("a proxy that is no URL of HTTP is an error without its text", () => {
  expect(() => proxyFor(new URL("http://a.test"), { HTTP_PROXY: "socks5://me:secret@x" })).toThrow(
    new TypeError("HTTP_PROXY: expected the http or https URL of a proxy, found another text"),
  );
});
