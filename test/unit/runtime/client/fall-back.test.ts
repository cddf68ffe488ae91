import { createServer as createTcpServer } from "node:net";
import { A2AServiceClient, A2AServiceGrpc, type AgentInterface } from "@a2agen/a2a-1.0";
import { a2a03ToA2a10 } from "@a2agen/translate";
import { expect, onTestFinished, test } from "vitest";
import { type ClientConnectOptions, connect } from "../../../../packages/runtime/src/client/index.ts";
import { grpc } from "../../../../packages/runtime/src/grpc/index.ts";
import { jsonRpc } from "../../../../packages/runtime/src/jsonrpc/index.ts";
import { rest } from "../../../../packages/runtime/src/rest/index.ts";
import { cardOf, errorOf, hello, startAgent, task } from "../../../shared/client/agents.ts";
import { collect } from "../../../shared/collect.ts";

const bindings = [jsonRpc(), rest(), grpc({ codecs: [A2AServiceGrpc] })];

/** An address that refuses connections. */
async function closedPort(): Promise<number> {
  const { port, close } = await listenTcp(() => {});
  await close();
  return port;
}

/** A server that hangs up when it has read something. */
async function listenTcp(onRequest: () => void): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createTcpServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      onRequest();
      socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const close = (): Promise<void> => new Promise((resolve) => void server.close(() => resolve()));
  onTestFinished(() => void server.close());
  return { port, close };
}

/** An agent behind HTTP+JSON, and other interfaces before that in its card. */
async function connectTo(
  before: readonly AgentInterface[],
  options: Partial<ClientConnectOptions> = {},
  after: "rest" | "none" = "rest",
) {
  const agent = await startAgent({
    card: (origin) => {
      const own = cardOf(origin).supportedInterfaces.filter(
        ({ protocolBinding }) => after === "rest" && protocolBinding === "HTTP+JSON",
      );
      return cardOf(origin, { supportedInterfaces: [...before, ...own] });
    },
  });
  const connection = await connect(A2AServiceClient, agent.origin, {
    bindings,
    retry: false,
    allowInterface: () => true,
    ...options,
  });
  onTestFinished(() => connection.close());
  return { agent, connection };
}

const jsonRpcAt = (port: number): AgentInterface => ({
  url: `http://127.0.0.1:${port}/rpc`,
  protocolBinding: "JSONRPC",
  protocolVersion: "1.0",
});

test.each([
  { name: "JSON-RPC", entry: jsonRpcAt },
  {
    name: "gRPC",
    entry: (port: number): AgentInterface => ({
      url: `http://127.0.0.1:${port}`,
      protocolBinding: "GRPC",
      protocolVersion: "1.0",
    }),
  },
])("calls go to the next interface when that of $name refuses connections", async ({ entry }) => {
  const first = entry(await closedPort());
  const { agent, connection } = await connectTo([first]);
  expect(connection.interface).toEqual(first);
  const answers = await Promise.all([
    connection.client.sendMessage(hello),
    connection.client.sendMessage(hello),
  ]);
  expect(answers[0]).toEqual({ task: task("task-1", "TASK_STATE_COMPLETED") });
  expect(connection.interface.protocolBinding).toBe("HTTP+JSON");
  expect(connection.transport.binding).toBe("HTTP+JSON");
  expect(await collect(connection.client.sendStreamingMessage(hello))).toHaveLength(2);
  expect(agent.calls.map(({ method }) => method)).toEqual([
    "SendMessage",
    "SendMessage",
    "SendStreamingMessage",
  ]);
  const moved = connection.warnings.filter(({ message }) => message.includes("cannot be reached"));
  expect(moved).toMatchObject([{ about: "interface", message: expect.stringContaining(first.url) }]);
});

test("a stream begins at the next interface that can be reached, whatever its version", async () => {
  const { connection } = await connectTo(
    [
      jsonRpcAt(await closedPort()),
      {
        url: `http://127.0.0.1:${await closedPort()}/old`,
        protocolBinding: "JSONRPC",
        protocolVersion: "0.3",
      },
    ],
    { older: [a2a03ToA2a10] } as Partial<ClientConnectOptions>,
  );
  expect(await collect(connection.client.sendStreamingMessage(hello))).toHaveLength(2);
  expect(connection.interface.protocolBinding).toBe("HTTP+JSON");
  expect(connection.protocol.version).toBe("1.0");
});

test("a request that may have been processed is not sent again, unless the method is idempotent", async () => {
  let requests = 0;
  const { port } = await listenTcp(() => requests++);
  const { agent, connection } = await connectTo([jsonRpcAt(port)]);
  expect(await errorOf(connection.client.sendMessage(hello))).toMatchObject({ status: "UNAVAILABLE" });
  expect(await errorOf(collect(connection.client.sendStreamingMessage(hello)))).toMatchObject({
    status: "UNAVAILABLE",
  });
  expect(agent.calls).toEqual([]);
  expect(connection.interface.protocolBinding).toBe("JSONRPC");
  expect(await connection.client.getTask({ id: "7" })).toMatchObject({ id: "7" });
  expect(connection.interface.protocolBinding).toBe("HTTP+JSON");
  expect(requests).toBe(3);
});

test("without another interface, and where none answers, the error is that of the first", async () => {
  const ports = [await closedPort(), await closedPort()] as const;
  const { connection } = await connectTo(ports.map(jsonRpcAt), {}, "none");
  const error = await errorOf(connection.client.sendMessage(hello));
  expect(error).toMatchObject({
    status: "UNAVAILABLE",
    message: expect.stringContaining(`:${ports[0]}/rpc`),
  });
  expect(connection.interface).toEqual(jsonRpcAt(ports[0]));
});

test("an error of the next interface is its answer", async () => {
  const { connection } = await connectTo([jsonRpcAt(await closedPort())]);
  expect(await errorOf(connection.client.cancelTask({ id: "7" }))).toMatchObject({ status: "UNIMPLEMENTED" });
  expect(connection.interface.protocolBinding).toBe("HTTP+JSON");
});
