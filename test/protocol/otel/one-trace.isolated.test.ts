import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { A2AService, A2AServiceGrpc, type AgentCard, type Message } from "@a2agen/a2a-1.0";
import { otel } from "@a2agen/otel";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { createAgent, type Execute, textArtifact } from "@a2agen/runtime/agent";
import { connect } from "@a2agen/runtime/client";
import { addGrpcService, grpc, grpcServerOptions } from "@a2agen/runtime/grpc";
import { createHost, implement } from "@a2agen/runtime/host";
import type { HttpHandler } from "@a2agen/runtime/http";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { webhooks } from "@a2agen/runtime/push";
import { createWebhookReceiver } from "@a2agen/runtime/receiver";
import { rest } from "@a2agen/runtime/rest";
import { createHostFamily, createHttpHandler } from "@a2agen/runtime/server";
import { a2a03ProtoToA2a10, a2a03ToA2a10 } from "@a2agen/translate";
import { Server as GrpcServer, ServerCredentials } from "@grpc/grpc-js";
import { expect, onTestFinished, test } from "vitest";
import { followAsyncCalls, Telemetry } from "../../shared/otel/telemetry.ts";
import { local } from "../../shared/push/start-webhooks.ts";

followAsyncCalls();

function cardOf(name: string, interfaces: AgentCard["supportedInterfaces"]): AgentCard {
  return {
    name,
    description: `Is ${name}.`,
    version: "2.0.0",
    supportedInterfaces: interfaces,
    capabilities: { streaming: true, pushNotifications: true },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
  };
}

async function listen(makeHandler: (origin: string) => HttpHandler): Promise<string> {
  const served: { handler?: HttpHandler } = {};
  const server = createServer((request, response) => {
    if (served.handler !== undefined) toNodeListener(served.handler)(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  served.handler = makeHandler(origin);
  return origin;
}

test("a client, three agents over three bindings in two versions, and a webhook make one trace", async () => {
  const telemetry = new Telemetry();
  const observer = otel(telemetry);
  const options = { observer } as const;

  // C: 0.3 over HTTP+JSON, which notifies.
  const originC = await listen((origin) => {
    const card = cardOf("C", [{ url: origin, protocolBinding: "HTTP+JSON", protocolVersion: "0.3" }]);
    const execute: Execute = async function* ({ text }) {
      yield textArtifact("a", `C: ${text}`);
    };
    const push = webhooks({ ...local, older: [a2a03ToA2a10, a2a03ProtoToA2a10] });
    const agent = createAgent({ service: A2AService, card, execute, push, ...options });
    onTestFinished(() => agent.close());
    return createHttpHandler(
      createHostFamily({
        services: [implement(A2AService, agent)],
        card,
        older: [{ translation: a2a03ToA2a10, jsonRpc: false }, { translation: a2a03ProtoToA2a10 }],
        onWarning: () => undefined,
        ...options,
      }),
    );
  });

  // B: gRPC, with a receiver for what C says.
  const receiver = createWebhookReceiver(A2AService, {
    older: [a2a03ToA2a10, a2a03ProtoToA2a10],
    ...options,
  });
  const originB = await listen(() => receiver.handler);
  const grpcServer = new GrpcServer();
  const portB = await new Promise<number>((resolve, reject) => {
    grpcServer.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) =>
      error === null ? resolve(port) : reject(error),
    );
  });
  onTestFinished(() => grpcServer.forceShutdown());
  const cardB = cardOf("B", [{ url: `127.0.0.1:${portB}`, protocolBinding: "GRPC", protocolVersion: "1.0" }]);
  const agentB = createAgent({
    service: A2AService,
    card: cardB,
    async *execute({ text }) {
      const { client, close } = await connect(A2AService, originC, {
        bindings: [rest()],
        older: [a2a03ProtoToA2a10],
        ...options,
      });
      const hook = await receiver.open(`${originB}/hook`);
      const { task } = await client.sendMessage({
        message: { messageId: "to-c", role: "ROLE_USER", parts: [{ text: `B: ${text}` }] },
        configuration: { taskPushNotificationConfig: { id: "w", ...hook.config } },
      });
      for await (const { event } of hook.events(task?.id ?? "")) {
        if ("statusUpdate" in event) break;
      }
      await close();
      yield textArtifact("a", task?.artifacts?.[0]?.parts[0]?.text ?? "");
    },
    ...options,
  });
  onTestFinished(() => agentB.close());
  const hostB = createHost({ services: [implement(A2AService, agentB)], card: cardB, ...options });
  expect(grpcServerOptions(hostB)).toBeDefined();
  addGrpcService(grpcServer, hostB, [A2AServiceGrpc]);

  // A: JSON-RPC.
  const originA = await listen((origin) => {
    const card = cardOf("A", [{ url: `${origin}/a2a`, protocolBinding: "JSONRPC", protocolVersion: "1.0" }]);
    const agent = createAgent({
      service: A2AService,
      card,
      async *execute({ text, step }) {
        const { client, close } = await connect(A2AService, cardB, {
          bindings: [grpc({ codecs: [A2AServiceGrpc] })],
          insecure: true,
          ...options,
        });
        const answer = await step("ask B", async () => {
          const { task } = await client.sendMessage({
            message: { messageId: "to-b", role: "ROLE_USER", parts: [{ text: `A: ${text}` }] },
          });
          return task?.artifacts?.[0]?.parts[0]?.text ?? "";
        });
        await close();
        yield textArtifact("a", answer);
      },
      ...options,
    });
    onTestFinished(() => agent.close());
    return createHttpHandler(createHost({ services: [implement(A2AService, agent)], card, ...options }));
  });

  const { client, close } = await connect(A2AService, originA, { bindings: [jsonRpc()], ...options });
  const message: Message = {
    messageId: "to-a",
    role: "ROLE_USER",
    parts: [{ text: "hello" }],
    referenceTaskIds: ["earlier"],
  };
  const states: (string | undefined)[] = [];
  for await (const event of client.sendStreamingMessage({ message })) {
    if ("statusUpdate" in event) states.push(event.statusUpdate.status.state);
  }
  await close();
  expect(states).toEqual(["TASK_STATE_COMPLETED"]);
  // The client has its answer before the agents have ended their turns.
  await expect.poll(() => telemetry.spans.length, { timeout: 20_000 }).toBe(19);

  expect(new Set(telemetry.spans.map((span) => span.spanContext().traceId)).size).toBe(1);
  expect(telemetry.tree).toMatchSnapshot();
});
