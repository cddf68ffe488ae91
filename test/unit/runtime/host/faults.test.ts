import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import type { A2AService } from "@a2agen/a2a-1.0";
import { afterEach, expect, test } from "vitest";
import { toNodeListener } from "../../../../packages/runtime/src/adapters/node.ts";
import { createHttpHandler } from "../../../../packages/runtime/src/server/index.ts";
import { exchange } from "../adapters/exchange.ts";
import { listen, type RunningServer } from "../adapters/servers.ts";
import { createTestHost, makeTask, makeUpdate, message, type TestHost } from "./agent.ts";

const running: (RunningServer & TestHost)[] = [];

afterEach(async () => {
  for (const server of running.splice(0)) {
    await server.host.close({ graceMs: 1 });
    await server.close();
  }
});

async function serve(
  overrides: Partial<A2AService> = {},
  options: Parameters<typeof createTestHost>[1] = {},
): Promise<RunningServer & TestHost> {
  const tested = createTestHost(overrides, options);
  const server = await listen(createServer(toNodeListener(createHttpHandler(tested.host))));
  const all = { ...server, ...tested };
  running.push(all);
  return all;
}

function post(path: string, body: string, headers = ""): string {
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\nA2A-Version: 1.0\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${body}`;
}

const streamRequest = post("/message:stream", JSON.stringify(message));

/** The server still answers. */
async function expectHealthy({ url }: RunningServer): Promise<void> {
  const response = await fetch(`${url}/tasks/t1`, { headers: { "a2a-version": "1.0" } });
  expect(await response.json()).toEqual(makeTask("t1"));
}

test("1,000 streams are open at the same time on one host, and all are served", async () => {
  const count = 1000;
  let started = 0;
  let open: () => void = () => undefined;
  const allStarted = new Promise<void>((resolve) => {
    open = resolve;
  });
  const server = await serve({
    async *sendStreamingMessage() {
      if (++started === count) open();
      await allStarted;
      for (let index = 0; index < 10; index++) yield makeUpdate(index);
    },
  });
  const sockets = Array.from({ length: count }, () => connect(server.port, "127.0.0.1"));
  const texts = await Promise.all(
    sockets.map(async (socket) => {
      let text = "";
      socket.setEncoding("utf8");
      socket.write(streamRequest.replace("\r\nHost", "\r\nConnection: close\r\nHost"));
      socket.on("data", (chunk: string) => {
        text += chunk;
      });
      await new Promise((resolve, reject) => {
        socket.on("end", resolve);
        socket.on("error", reject);
      });
      return text;
    }),
  );
  for (const text of texts) expect(text.match(/data: /g)).toHaveLength(10);
  await expectHealthy(server);
});

test("a reader that does not read holds its handler back", async () => {
  const text = "x".repeat(64 * 1024);
  let made = 0;
  const server = await serve({
    async *sendStreamingMessage() {
      for (;;) yield makeUpdate(made++, text);
    },
  });
  const socket = connect(server.port, "127.0.0.1");
  socket.write(streamRequest);
  await new Promise((resolve) => {
    socket.once("readable", resolve);
  });
  // A handler that nothing held back would make events for ever, and nobody else would be served.
  for (let round = 0; round < 50; round++) await expectHealthy(server);
  expect(made * text.length).toBeLessThan(32 * 1024 * 1024);
  socket.destroy();
});

test("a client that goes in mid-stream stops its handler", async () => {
  let stopped: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    stopped = resolve;
  });
  const server = await serve({
    async *sendStreamingMessage(_request, { signal }) {
      yield makeUpdate(0);
      await new Promise((resolve) => {
        signal.addEventListener("abort", resolve);
      });
      stopped();
    },
  });
  const socket = connect(server.port, "127.0.0.1");
  socket.write(streamRequest);
  await new Promise((resolve) => {
    socket.once("data", resolve);
  });
  socket.destroy();
  await done;
  expect(server.reported).toEqual([]);
  await expectHealthy(server);
});

test("a client that goes while its call is in work aborts the signal", async () => {
  let began: () => void = () => undefined;
  let aborted: () => void = () => undefined;
  const inWork = new Promise<void>((resolve) => {
    began = resolve;
  });
  const done = new Promise<void>((resolve) => {
    aborted = resolve;
  });
  const server = await serve({
    sendMessage: (_request, { signal }) =>
      new Promise(() => {
        signal.addEventListener("abort", () => aborted());
        began();
      }),
  });
  const socket = connect(server.port, "127.0.0.1");
  socket.write(post("/message:send", JSON.stringify(message)));
  await inWork;
  socket.destroy();
  await done;
  await expectHealthy(server);
});

test.each(["/rpc", "/message:send"])("a body of 50 MB for %s is refused before it is read", async (path) => {
  const server = await serve();
  const socket: Socket = connect(server.port, "127.0.0.1");
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nA2A-Version: 1.0\r\nContent-Type: application/json\r\nContent-Length: 52428800\r\n\r\n`,
  );
  const piece = Buffer.alloc(1024 * 1024, "x");
  let answer = "";
  let sent = 0;
  await new Promise<void>((resolve, reject) => {
    const send = (): void => {
      while (sent < 50) {
        sent++;
        if (!socket.write(piece)) {
          socket.once("drain", send);
          return;
        }
      }
    };
    socket.on("data", (chunk) => {
      answer += chunk.toString();
    });
    socket.on("end", () => resolve());
    // A client that sends slowly is cut off in the end; it has its answer by then.
    socket.on("error", (error) => (answer === "" ? reject(error) : resolve()));
    send();
  });
  expect(answer).toMatch(/^HTTP\/1.1 413 /);
  expect(answer).toContain("RESOURCE_EXHAUSTED");
  await expectHealthy(server);
});

test.each(["/rpc", "/message:send"])("a body that trickles into %s is given up", async (path) => {
  const server = await serve({}, { limits: { bodyMs: 30 } });
  const socket = connect(server.port, "127.0.0.1");
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nA2A-Version: 1.0\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
  );
  const chunk: Buffer = await new Promise((resolve) => {
    socket.once("data", resolve);
  });
  expect(chunk.toString()).toMatch(/^HTTP\/1.1 408 /);
  socket.destroy();
  await expectHealthy(server);
});

test("names of extensions cannot add headers to the answer", async () => {
  const server = await serve({
    sendMessage: async (_request, context) => {
      for (const uri of context.extensions) context.activate(uri);
      expect(() => context.activate("urn:x\r\nSet-Cookie: stolen=1")).toThrow(
        new TypeError('activate: expected the URI of an extension, found "urn:x\\r\\nSet-Cookie: stolen=1"'),
      );
      expect(() => context.activate("urn:日本")).toThrow(TypeError);
      return { task: makeTask("t1") };
    },
  });
  for (const [path, body] of [
    ["/message:send", JSON.stringify(message)],
    ["/rpc", JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params: message })],
  ] as const) {
    const answer = await exchange(
      server.port,
      post(path, body, "A2A-Extensions: urn:a, urn:b\r\nConnection: close\r\n"),
    );
    expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    expect(answer).toMatch(/\r\na2a-extensions: urn:a,urn:b\r\n/i);
    expect(answer).not.toMatch(/set-cookie/i);
  }
});

test("a header that a handler's error names cannot end the head", async () => {
  const { CallError } = await import("../../../../packages/runtime/src/service/index.ts");
  const server = await serve({
    getTask: () =>
      Promise.reject(
        new CallError("UNAUTHENTICATED", "no", {
          challenges: ["Bearer\r\nSet-Cookie: stolen=1"],
          headers: { "x-bad\r\nset-cookie": "stolen=2" },
        }),
      ),
  });
  const answer = await exchange(
    server.port,
    "GET /tasks/t1 HTTP/1.1\r\nHost: localhost\r\nA2A-Version: 1.0\r\nConnection: close\r\n\r\n",
  );
  expect(answer).toMatch(/^HTTP\/1.1 401 /);
  expect(answer).not.toMatch(/\r\nset-cookie/i);
});

test("streams end cleanly when the server shuts down", async () => {
  const server = await serve({
    async *sendStreamingMessage(_request, { signal }) {
      yield makeUpdate(0);
      await new Promise((resolve) => {
        signal.addEventListener("abort", resolve);
      });
    },
  });
  const response = await fetch(`${server.url}/message:stream`, {
    method: "POST",
    headers: { "a2a-version": "1.0", "content-type": "application/json" },
    body: JSON.stringify(message),
  });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  await reader.read();
  const rest = reader.read();
  await server.host.close();
  expect((await rest).done).toBe(true);
  const refused = await fetch(`${server.url}/tasks/t1`, { headers: { "a2a-version": "1.0" } });
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
});
