import { once } from "node:events";
import { createServer } from "node:http";
import { connect as connectHttp2, createServer as createHttp2Server } from "node:http2";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { toFetchHandler } from "../../../../runtime/adapters/index.ts";
import { toNodeListener } from "../../../../runtime/adapters/node.ts";
import { createRestHandler } from "../../../../runtime/rest/index.ts";
import { createTestHost, makeUpdate, message, type TestHost } from "../host/agent.ts";

const body = JSON.stringify(message);
const headers = { "a2a-version": "1.0", "content-type": "application/json" };
const text = "x".repeat(256 * 1024);

/** A host whose streams send as much as is taken, and end when nothing is. */
function createFlood(): TestHost {
  return createTestHost(
    {
      async *sendStreamingMessage() {
        for (let index = 0; ; index++) yield makeUpdate(index, text);
      },
    },
    { limits: { idleMs: 100 } },
  );
}

const timeout = 20_000;

test.concurrent("the connection of a client that reads nothing is closed a while after its stream", {
  timeout,
}, async ({ onTestFinished }) => {
  const { host } = createFlood();
  const server = createServer(toNodeListener(createRestHandler(host)));
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
  // Resolves when no connection is left.
  await new Promise((resolve) => {
    server.close(resolve);
  });
});

test.concurrent("and the stream of one connection of HTTP/2, which stays open", { timeout }, async ({
  onTestFinished,
}) => {
  const { host } = createFlood();
  const server = createHttp2Server(toNodeListener(createRestHandler(host)));
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
  const [own] = (await served) as [NodeJS.EventEmitter];
  await once(own, "close");
  expect(session.destroyed).toBe(false);
});

test.concurrent("a body of the Fetch API that nobody reads fails a while after its stream", {
  timeout,
}, async () => {
  const { host } = createFlood();
  const handler = toFetchHandler(createRestHandler(host));
  const response = await handler(new Request("http://x/message:stream", { method: "POST", headers, body }));
  const reader = response.body?.getReader();
  await reader?.read();
  await expect(reader?.closed).rejects.toThrow("the stream has ended and was not read to its end");
});

test.concurrent("a client that reads in time gets the end of its stream", {
  timeout,
}, async () => {
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
