import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { A2AService } from "@a2agen/a2a-1.0";
import { createHost, implement } from "@a2agen/runtime/host";
import { expect, onTestFinished, test } from "vitest";
import { TestAgent } from "../../shared/bindings/test-agent.ts";
import { createA2AServiceWebSocketServer } from "../../websocket/generated/lf/a2a/v1/a2a_websocket_server.ts";
import { later } from "./running.ts";

test("a connection that is refused is not kept by a client that does not close its side", async () => {
  const host = createHost({ services: [implement(A2AService, new TestAgent())] });
  const server = createServer();
  createA2AServiceWebSocketServer(host, { path: "/ws" }).attach(server);
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const closed = later();
  server.once("connection", (socket) => socket.once("close", closed.resolve));
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  let answer = "";
  socket.on("data", (piece: Buffer) => {
    answer += piece.toString();
  });
  socket.write(
    "GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
  );
  await new Promise((resolve) => {
    socket.once("end", resolve);
  });
  await closed.promise;
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
});
