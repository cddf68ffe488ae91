import { A2AService, A2AServiceGrpc } from "@a2agen/a2a-1.0";
import { A2AService as DraftService, A2AServiceGrpc as DraftServiceGrpc } from "@a2agen/a2a-1.0-draft";
import { addGrpcService, createGrpcTransport, grpcServerOptions } from "@a2agen/runtime/grpc";
import { implement } from "@a2agen/runtime/host";
import { createHostFamily, type HostFamilyOptions } from "@a2agen/runtime/server";
import { createClient } from "@a2agen/runtime/service";
import { draftToA2a10 } from "@a2agen/translate";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { expect, onTestFinished, test } from "vitest";
import { fullCard, TestAgent } from "../../shared/bindings/test-agent.ts";
import { collect } from "../../shared/collect.ts";
import { failureOf } from "../../shared/interop/outcomes.ts";

/** Serves the draft and 1.0 by one gRPC server, with a client of each. */
async function start(options: Partial<HostFamilyOptions> = {}) {
  const family = createHostFamily({
    services: [implement(A2AService, new TestAgent())],
    card: {
      ...fullCard,
      supportedInterfaces: [{ url: "127.0.0.1:1", protocolBinding: "GRPC", protocolVersion: "1.0" }],
    },
    authenticate: () => ({ id: "anybody" }),
    older: [
      {
        translation: draftToA2a10,
        jsonRpc: false,
        cardPrefix: "/draft",
        interfaces: [{ url: "127.0.0.1:1", protocolBinding: "GRPC" }],
      },
    ],
    ...options,
  });
  const [newest, older] = family.hosts;
  if (older === undefined) throw new Error("expected a host of the draft");
  const server = new Server(grpcServerOptions(newest));
  onTestFinished(() => server.forceShutdown());
  addGrpcService(server, newest, [A2AServiceGrpc]);
  addGrpcService(server, older, [DraftServiceGrpc]);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) => {
      if (error === null) resolve(bound);
      else reject(error);
    });
  });
  const address = `http://127.0.0.1:${port}`;
  const transports = [
    createGrpcTransport({ address, codecs: [A2AServiceGrpc] }),
    createGrpcTransport({ address, codecs: [DraftServiceGrpc] }),
  ] as const;
  onTestFinished(async () => {
    await Promise.all(transports.map((transport) => transport.close()));
  });
  return {
    family,
    client: createClient(A2AService, transports[0]),
    draftClient: createClient(DraftService, transports[1]),
  };
}

test("the draft and 1.0 are served by one gRPC server", async () => {
  const { family, client, draftClient } = await start();
  expect(await client.getTask({ id: "task-1" })).toMatchObject({
    id: "task-1",
    status: { state: "TASK_STATE_WORKING" },
  });
  expect(await draftClient.getTask({ name: "tasks/task-1" })).toMatchObject({
    id: "task-1",
    status: { state: "working" },
  });
  const message = { messageId: "m", role: "user", parts: [{ text: "stream 1" }] } as const;
  const events = await collect(
    draftClient.sendStreamingMessage({ message: { ...message, parts: [...message.parts] } }),
  );
  expect(events).toHaveLength(3);
  expect(events[2]).toMatchObject({ statusUpdate: { status: { state: "completed" }, final: true } });
  expect(await failureOf(draftClient.getTask({ name: "tasks/none" }))).toMatchObject({
    name: "TaskNotFoundError",
    status: "NOT_FOUND",
  });
  await family.close({ graceMs: 0 });
  expect(await failureOf(draftClient.getTask({ name: "tasks/task-1" }))).toMatchObject({
    status: "UNAVAILABLE",
  });
});

test("the draft over gRPC asks of callers what 1.0 asks", async () => {
  const security = {
    requirements: [{ schemes: { token: { list: [] } } }],
    schemes: { token: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
  };
  const nobody = await start({ security, authenticate: () => undefined });
  const unknown = { status: "UNAUTHENTICATED" };
  expect(await failureOf(nobody.client.getTask({ id: "task-1" }))).toMatchObject(unknown);
  expect(await failureOf(nobody.draftClient.getTask({ name: "tasks/task-1" }))).toMatchObject(unknown);
  const stream = nobody.draftClient.subscribeToTask({ name: "tasks/task-1" });
  expect(await failureOf(collect(stream))).toMatchObject(unknown);

  const refused = await start({ authorize: () => false });
  const forbidden = { status: "PERMISSION_DENIED" };
  expect(await failureOf(refused.client.getTask({ id: "task-1" }))).toMatchObject(forbidden);
  expect(await failureOf(refused.draftClient.getTask({ name: "tasks/task-1" }))).toMatchObject(forbidden);
  const other = refused.draftClient.subscribeToTask({ name: "tasks/task-1" });
  expect(await failureOf(collect(other))).toMatchObject(forbidden);
});
