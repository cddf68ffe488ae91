import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { WebSocketServer } from "ws";
import { bindingNames } from "./binding-of.ts";
import { connectTo } from "./connect-to.ts";
import { keepCalling, outcome, run, say, streamOutcome } from "./running.ts";

const depth = 100_000;
const deep = "[".repeat(depth) + "]".repeat(depth);
const type = "type.googleapis.com/google.rpc.ErrorInfo";
const retry = "type.googleapis.com/google.rpc.RetryInfo";
const details = `[{"@type":"${type}","reason":"X","metadata":{"a":${deep}}},{"@type":"${retry}","retryDelay":${deep}}]`;

/** A server over HTTP that says the same to everybody. */
async function answering(status: number, body: string): Promise<{ url: string; port: number }> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, port };
}

/** A server over WebSocket that says the same to everybody. */
async function sending(...frames: readonly string[]): Promise<{ url: string; port: number }> {
  const server = new WebSocketServer({
    port: 0,
    host: "127.0.0.1",
    handleProtocols: () => "a2a-1.0.websocket",
  });
  onTestFinished(() => {
    for (const client of server.clients) client.terminate();
    server.close();
  });
  server.on("connection", (socket) => {
    socket.on("message", () => {
      for (const frame of frames) socket.send(frame);
    });
  });
  await new Promise((resolve) => {
    server.on("listening", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `ws://127.0.0.1:${port}/`, port };
}

describe("an error with details of 100,000 levels is an error like others", () => {
  test.each([
    {
      name: "JSONRPC",
      status: 200,
      body: `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"m","data":${details}}}`,
    },
    {
      name: "HTTP+JSON",
      status: 500,
      body: `{"error":{"code":500,"status":"INTERNAL","message":"m","details":${details}}}`,
    },
    { name: "HTTP+JSON", status: 500, body: `{"type":"x","title":"m","status":500,"a":${deep}}` },
  ])("over $name", async ({ name, status, body }) => {
    const client = connectTo(name, await answering(status, body));
    expect(await outcome(client.getTask({ id: "1" }))).toMatchObject({
      kind: "error",
      message: "m",
      metadata: { a: "(nested too deeply)" },
    });
  });

  test("over JSONRPC, as data without a form", async () => {
    const body = `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"m","data":${deep}}}`;
    const client = connectTo("JSONRPC", await answering(200, body));
    expect(await outcome(client.getTask({ id: "1" }))).toMatchObject({
      kind: "error",
      metadata: { data: "(nested too deeply)" },
    });
  });

  test("over WEBSOCKET", async () => {
    const frame = `{"type":"error","id":1,"error":{"code":13,"message":"m","details":${details}}}`;
    const client = connectTo("WEBSOCKET", await sending(frame));
    expect(await outcome(client.getTask({ id: "1" }))).toMatchObject({
      kind: "error",
      message: "m",
      metadata: { a: "(nested too deeply)" },
    });
  });
});

test("over WEBSOCKET a server that sends more events than it may loses its connection", async () => {
  const event = JSON.stringify({ type: "event", id: 1, event: { message: say("x").message } });
  const server = await sending(...Array.from({ length: 1000 }, () => event));
  const found = await streamOutcome(connectTo("WEBSOCKET", server).sendStreamingMessage(say("x")));
  expect(JSON.stringify(found)).toContain("more events than a call has credit for");
});

describe.each(bindingNames)("over %s", (name) => {
  test("what a caller does with headers that fails ends its call, and no other one", async () => {
    const server = await run(name);
    const bystander = keepCalling(server.client());
    const client = server.client();
    const onHeaders = (): never => {
      throw new TypeError("the caller's own");
    };
    const first = outcome(client.getTask({ id: "task-1" }, { onHeaders }));
    expect(await first).toMatchObject({ kind: "error", reason: "UNAVAILABLE" });
    expect(await outcome(client.getTask({ id: "task-1" }))).toMatchObject({ kind: "value" });
    await bystander.leave();
  });

  test("a time limit beyond what timers can wait is none that is over at once", async () => {
    const server = await run(name);
    for (const timeoutMs of [2 ** 31, 1e15, Number.POSITIVE_INFINITY]) {
      expect(await outcome(server.client().getTask({ id: "task-1" }, { timeoutMs }))).toMatchObject({
        kind: "value",
      });
    }
  });
});
