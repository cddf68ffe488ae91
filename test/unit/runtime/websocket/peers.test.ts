import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { A2AService, type A2AServiceClient } from "@a2agen/a2a-1.0";
import { createClient, type Transport } from "@a2agen/runtime/service";
import type { WebSocketTransportOptions } from "@a2agen/runtime/websocket";
import { afterEach, describe, expect, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { createA2AServiceWebSocketTransport } from "../../../websocket/generated/lf/a2a/v1/a2a_websocket_client.ts";
import { completedTask, say } from "./agent.ts";

interface Message {
  readonly type: string;
  readonly id: number;
  readonly [name: string]: unknown;
}

/** What a server answers to a message: texts to send. */
type Answer = (message: Message) => readonly (string | object)[];

let http: Server | undefined;
let transport: Transport | undefined;

afterEach(async () => {
  await transport?.close();
  http?.closeAllConnections();
  await new Promise((resolve) => (http === undefined ? resolve(undefined) : http.close(resolve)));
});

/** A client of a server that is not ours. */
async function callPeer(
  answer: Answer,
  options: Partial<WebSocketTransportOptions> = {},
): Promise<A2AServiceClient> {
  const server = createServer();
  http = server;
  new WebSocketServer({ server }).on("connection", (socket) => {
    socket.on("message", (data: Buffer) => {
      for (const text of answer(JSON.parse(data.toString()) as Message)) {
        socket.send(typeof text === "string" ? text : JSON.stringify(text));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  transport = createA2AServiceWebSocketTransport({ url, WebSocket, ...options });
  return createClient(A2AService, transport);
}

describe("what a client sends", () => {
  test("a call has its parameters, and a stream its credit", async () => {
    const messages: Message[] = [];
    const client = await callPeer((message) => {
      messages.push(message);
      return [
        message.credit === undefined
          ? { type: "result", id: message.id, result: completedTask("t1") }
          : { type: "end", id: message.id },
      ];
    });
    await client.getTask(
      { id: "t1" },
      { extensions: ["urn:a", "urn:b"], headers: { "X-A": "1" }, timeoutMs: 60_000 },
    );
    for await (const _ of client.sendStreamingMessage(say("x"))) throw new Error("expected no event");
    expect(messages).toEqual([
      {
        type: "call",
        id: 1,
        method: "GetTask",
        params: { id: "t1" },
        parameters: { "a2a-version": "1.0", "a2a-extensions": "urn:a,urn:b", "x-a": "1" },
        timeoutMs: 60_000,
      },
      {
        type: "call",
        id: 2,
        method: "SendStreamingMessage",
        params: say("x"),
        parameters: { "a2a-version": "1.0" },
        credit: 16,
      },
    ]);
  });
});

describe("what servers answer", () => {
  test("a result of the wrong type is the protocol's error for it", async () => {
    const client = await callPeer(({ id }) => [{ type: "result", id, result: { id: 1 } }]);
    await expect(client.getTask({ id: "t1" })).rejects.toMatchObject({ name: "InvalidAgentResponseError" });
  });

  test("what can be read all the same is a warning", async () => {
    const warnings: unknown[] = [];
    const result = {
      ...completedTask("t1"),
      status: { state: "TASK_STATE_COMPLETED", timestamp: "2026-01-01T01:00:00+01:00" },
    };
    const client = await callPeer(({ id }) => [{ type: "result", id, result }], {
      onWarning: (warning) => warnings.push(warning),
    });
    expect((await client.getTask({ id: "t1" })).status.timestamp).toBe("2026-01-01T00:00:00Z");
    expect(warnings).toMatchObject([{ method: "GetTask", path: "status.timestamp" }]);
  });

  test("an error is known by its reason, whatever its status", async () => {
    const details = [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "TASK_NOT_CANCELABLE" }];
    const client = await callPeer(({ id }) => [
      { type: "error", id, error: { code: 6, message: "no", details } },
    ]);
    await expect(client.cancelTask({ id: "t1" })).rejects.toMatchObject({
      name: "TaskNotCancelableError",
      status: "FAILED_PRECONDITION",
      message: "no",
    });
  });

  test.each([
    { name: "an error without anything", given: undefined, want: { status: "UNKNOWN" } },
    { name: "an error with a code only", given: { code: 14 }, want: { status: "UNAVAILABLE" } },
    { name: "an error with a status only", given: { status: "ABORTED" }, want: { status: "ABORTED" } },
  ])("$name", async ({ given, want }) => {
    const client = await callPeer(({ id }) => [{ type: "error", id, error: given }]);
    await expect(client.getTask({ id: "t1" })).rejects.toMatchObject(want);
  });

  test("an end without a result is the protocol's error for it", async () => {
    const client = await callPeer(({ id }) => [{ type: "end", id }]);
    await expect(client.getTask({ id: "t1" })).rejects.toMatchObject({ name: "InvalidAgentResponseError" });
  });

  test.each([
    { name: "no JSON", given: "{" },
    { name: "an unknown type", given: { type: "hello" } },
    { name: "a message that is too long", given: " ".repeat(100_001) },
  ])("$name breaks the connection", async ({ given }) => {
    const client = await callPeer(() => [given], { maximumCharacters: 100_000 });
    await expect(client.getTask({ id: "t1" })).rejects.toMatchObject({ status: "UNAVAILABLE" });
  });

  test("a server that is silent is given up", async () => {
    const client = await callPeer(() => [], { heartbeatMs: 20 });
    await expect(client.getTask({ id: "t1" })).rejects.toMatchObject({
      status: "UNAVAILABLE",
      message: expect.stringMatching(/the server was silent for \d+ ms$/),
    });
  });

  test("a server that answers pings is waited for", async () => {
    let pings = 0;
    let first = 0;
    const client = await callPeer(
      ({ type, id }) => {
        if (type !== "ping") {
          first = id;
          return [];
        }
        pings += 1;
        return pings < 3 ? [{ type: "pong" }] : [{ type: "result", id: first, result: completedTask("t1") }];
      },
      { heartbeatMs: 300 },
    );
    expect(await client.getTask({ id: "t1" })).toEqual(completedTask("t1"));
  });

  test("a server that goes away gets no further calls on its connection", async () => {
    let connections = 0;
    const client = await callPeer(({ id }) => [
      { type: "goaway" },
      { type: "result", id, result: completedTask("t1") },
    ]);
    http?.on("upgrade", () => {
      connections += 1;
    });
    await client.getTask({ id: "t1" });
    await client.getTask({ id: "t1" });
    expect(connections).toBe(2);
  });
});

describe("options", () => {
  test("a URL that is none is told", async () => {
    const client = await callPeer(() => [], { url: "not a url" });
    await expect(client.getTask({ id: "t1" })).rejects.toMatchObject({ status: "INVALID_ARGUMENT" });
  });

  test("a request that cannot be written is told", async () => {
    const client = await callPeer(() => []);
    const circular: Record<string, unknown> = {};
    circular["id"] = circular;
    await expect(client.getTask(circular as never)).rejects.toMatchObject({ status: "INVALID_ARGUMENT" });
  });
});
