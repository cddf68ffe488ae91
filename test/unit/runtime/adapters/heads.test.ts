import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { toFetchHandler } from "../../../../packages/runtime/src/adapters/fetch.ts";
import { toNodeListener } from "../../../../packages/runtime/src/adapters/node.ts";
import { createHttpHandler } from "../../../../packages/runtime/src/server/index.ts";
import { createTestHost, fullCard } from "../host/agent.ts";
import { exchange } from "./exchange.ts";

const handler = createHttpHandler(
  createTestHost(
    {},
    {
      card: {
        ...fullCard,
        supportedInterfaces: [
          { url: "http://localhost:4000/rpc", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
        ],
      },
    },
  ).host,
  { jsonRpc: "/rpc" },
);

async function statusOf(lines: readonly string[], body = ""): Promise<string | undefined> {
  const server = createServer(toNodeListener(handler));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const head = [...lines, `Content-Length: ${body.length}`, "Connection: close", "", ""].join("\r\n");
  return (await exchange(port, head + body)).split(" ")[1];
}

const card = "/.well-known/agent-card.json";

test.each([
  { name: "one name", head: [`GET ${card} HTTP/1.1`, "Host: localhost"], want: "200" },
  { name: "two names", head: [`GET ${card} HTTP/1.1`, "Host: localhost", "Host: evil.example"], want: "400" },
  {
    name: "one name twice",
    head: [`GET ${card} HTTP/1.1`, "Host: localhost", "hOST: localhost"],
    want: "400",
  },
  {
    name: "two secrets",
    head: [`GET ${card} HTTP/1.1`, "Host: localhost", "Authorization: Bearer a", "authorization: Bearer b"],
    want: "400",
  },
  {
    name: "one secret",
    head: [`GET ${card} HTTP/1.1`, "Host: localhost", "Authorization: Bearer a"],
    want: "200",
  },
  {
    name: "a whole URL of another server",
    head: [`GET http://evil.example${card} HTTP/1.1`, "Host: localhost"],
    want: "421",
  },
  {
    name: "a whole URL of the server",
    head: [`GET http://localhost${card} HTTP/1.1`, "Host: localhost"],
    want: "200",
  },
  { name: "no name that can be read", head: [`GET ${card} HTTP/1.1`, "Host: [::1"], want: "421" },
])("a request with $name: $want", async ({ head, want }) => {
  expect(await statusOf(head)).toBe(want);
});

const call = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "GetTask", params: { id: "t" } });

test.each([
  { encoding: "gzip", want: "415" },
  { encoding: "identity", want: "200" },
])("a body in $encoding: $want", async ({ encoding, want }) => {
  const json = "Content-Type: application/json";
  const head = ["POST /rpc HTTP/1.1", "Host: localhost", json, `Content-Encoding: ${encoding}`];
  expect(await statusOf(head, call)).toBe(want);
  const headers = { "content-type": "application/json", "content-encoding": encoding };
  const answer = await toFetchHandler(handler)(
    new Request("http://localhost/rpc", { method: "POST", headers, body: call }),
  );
  expect(String(answer.status)).toBe(want);
});
