import { once } from "node:events";
import { createServer } from "node:http";
import {
  connect as connectHttp2,
  createServer as createHttp2Server,
  type ServerHttp2Stream,
} from "node:http2";
import { connect } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toFetchHandler } from "../../../../packages/runtime/src/adapters/index.ts";
import { toNodeListener } from "../../../../packages/runtime/src/adapters/node.ts";
import { createRestHandler } from "../../../../packages/runtime/src/rest/index.ts";
import { createGate } from "../../../shared/agent/start-agent.ts";
import { createTestHost, makeUpdate, message, type TestHost } from "../host/agent.ts";

const body = JSON.stringify(message);
const headers = { "a2a-version": "1.0", "content-type": "application/json" };
const text = "x".repeat(256 * 1024);

const timeout = 20_000;

interface Flood extends TestHost {
  /** The host has ended a stream. */
  readonly stopped: Promise<void>;
}

/** A host whose streams send as much as is taken, and end when nothing is. */
function createFlood(): Flood {
  const stopped = createGate();
  const test = createTestHost(
    {
      async *sendStreamingMessage() {
        try {
          for (let index = 0; ; index++) yield makeUpdate(index, text);
        } finally {
          stopped.open();
        }
      },
    },
    { limits: { idleMs: 100 } },
  );
  return { ...test, stopped: stopped.opened };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** How long a client may take over the rest. */
const graceMs = 5000;

/** Lets the time pass that clients have for the rest of a stream; `isOver` says that it was broken off. */
async function passGrace({ stopped }: Flood, isOver: () => boolean): Promise<void> {
  await stopped;
  await vi.advanceTimersByTimeAsync(graceMs - 1);
  await new Promise((resolve) => setImmediate(resolve));
  expect(isOver()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
}

test("the connection of a client that reads nothing is closed a while after its stream", { timeout }, async ({
  onTestFinished,
}) => {
  const flood = createFlood();
  const server = createServer(toNodeListener(createRestHandler(flood.host)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("expected a port");
  const socket = connect(address.port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => undefined);
  const lines = Object.entries({ host: "x", ...headers, "content-length": body.length });
  socket.write(
    `POST /message:stream HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`,
  );
  socket.pause();
  await once(server, "request");
  // When no connection is left.
  const closed = once(server, "close");
  let isClosed = false;
  server.close(() => {
    isClosed = true;
  });
  await passGrace(flood, () => isClosed);
  await closed;
});

test("and the stream of one connection of HTTP/2, which stays open", { timeout }, async ({
  onTestFinished,
}) => {
  const flood = createFlood();
  const server = createHttp2Server(toNodeListener(createRestHandler(flood.host)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("expected a port");
  const session = connectHttp2(`http://127.0.0.1:${address.port}`);
  onTestFinished(() => {
    session.destroy();
    server.close();
  });
  const stream = session.request({ ":method": "POST", ":path": "/message:stream", ...headers });
  stream.on("error", () => undefined);
  stream.end(body);
  const served = once(server, "stream");
  const [own] = (await served) as [ServerHttp2Stream];
  const closed = once(own, "close");
  await passGrace(flood, () => own.closed);
  await closed;
  expect(session.destroyed).toBe(false);
});

test("a body of the Fetch API that nobody reads fails a while after its stream", { timeout }, async () => {
  const flood = createFlood();
  const handler = toFetchHandler(createRestHandler(flood.host));
  const response = await handler(new Request("http://x/message:stream", { method: "POST", headers, body }));
  const reader = response.body?.getReader();
  await reader?.read();
  let problem: unknown;
  const closed = reader?.closed.catch((error: unknown) => {
    problem = error;
  });
  await passGrace(flood, () => problem !== undefined);
  await closed;
  expect(String(problem)).toContain("the stream has ended and was not read to its end");
});

test("a client that reads in time gets the end of its stream", async () => {
  const { host } = createFlood();
  const handler = toFetchHandler(createRestHandler(host));
  const response = await handler(new Request("http://x/message:stream", { method: "POST", headers, body }));
  const reader = response.body?.getReader();
  await reader?.read();
  await host.close({ graceMs: 1 });
  // The rest of the event that was begun comes before it.
  let last = await reader?.read();
  while (last?.done === false) last = await reader?.read();
  expect(last).toEqual({ done: true, value: undefined });
});
