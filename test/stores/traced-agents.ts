// One of the processes of a trace, by its first argument: a client, or an agent, which writes its address.
// The SDK of OpenTelemetry sends their spans as its variables say.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { A2AService, A2AServiceGrpc, type AgentCard } from "@a2agen/a2a-1.0";
import { otel } from "@a2agen/otel";
import { openDirectory } from "@a2agen/postgres/directory";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { createAgent, type Execute, textArtifact, working } from "@a2agen/runtime/agent";
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
import { trace } from "@opentelemetry/api";
import { NodeSDK } from "@opentelemetry/sdk-node";
import { pgliteClass } from "../shared/pglite.ts";
import { local } from "../shared/push/start-webhooks.ts";

const [, , role = "", ...args] = process.argv;
const sdk = new NodeSDK({ serviceName: role });
sdk.start();
const observer = otel();

function cardOf(name: string, supportedInterfaces: AgentCard["supportedInterfaces"]): AgentCard {
  return {
    name,
    description: `Is ${name}.`,
    version: "2.0.0",
    supportedInterfaces,
    capabilities: { pushNotifications: true },
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
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  served.handler = makeHandler(origin);
  return origin;
}

/** Asks two things at once in one trace of its own: the second one waits in the queue of the agent. */
async function ask(url: string): Promise<void> {
  await trace.getTracer("user").startActiveSpan("ask", async (span) => {
    const { client, close } = await connect(A2AService, url, { bindings: [jsonRpc()], observer });
    for (const text of ["hang", "work"]) {
      await client.sendMessage({
        message: { messageId: text, role: "ROLE_USER", parts: [{ text }] },
        configuration: { returnImmediately: true },
      });
    }
    await close();
    span.end();
  });
  await sdk.shutdown();
}

/** JSON-RPC over the tasks of a directory. The first process hangs and is killed; the next one asks B. */
async function serveA(directory: string, addressOfB: string | undefined): Promise<string> {
  const { store } = await openDirectory(pgliteClass, directory);
  const execute: Execute = async function* ({ text, step }) {
    yield working();
    if (addressOfB === undefined) await new Promise(() => undefined);
    if (text === "hang") return;
    const card = cardOf("B", [{ url: addressOfB ?? "", protocolBinding: "GRPC", protocolVersion: "1.0" }]);
    const { client, close } = await connect(A2AService, card, {
      bindings: [grpc({ codecs: [A2AServiceGrpc] })],
      insecure: true,
      observer,
    });
    const answer = await step("ask B", async () => {
      const message = { messageId: "to-b", role: "ROLE_USER" as const, parts: [{ text: `A: ${text}` }] };
      const { task } = await client.sendMessage({ message });
      return task?.artifacts?.[0]?.parts[0]?.text ?? "";
    });
    await close();
    yield textArtifact("a", answer);
  };
  return listen((origin) => {
    const card = cardOf("A", [{ url: origin, protocolBinding: "JSONRPC", protocolVersion: "1.0" }]);
    const agent = createAgent({
      service: A2AService,
      card,
      store,
      observer,
      resumable: true,
      limits: { leaseMs: 300, concurrency: addressOfB === undefined ? 1 : 2 },
      execute,
    });
    return createHttpHandler(createHost({ services: [implement(A2AService, agent)], card, observer }));
  });
}

/** gRPC, with a receiver for what C notifies. */
async function serveB(originOfC: string): Promise<string> {
  const older = [a2a03ToA2a10, a2a03ProtoToA2a10];
  const receiver = createWebhookReceiver(A2AService, { older, observer });
  const origin = await listen(() => receiver.handler);
  const card = cardOf("B", [{ url: "127.0.0.1:1", protocolBinding: "GRPC", protocolVersion: "1.0" }]);
  const agent = createAgent({
    service: A2AService,
    card,
    observer,
    async *execute({ text }) {
      const { client, close } = await connect(A2AService, originOfC, {
        bindings: [rest()],
        older: [a2a03ProtoToA2a10],
        observer,
      });
      const hook = await receiver.open(`${origin}/hook`);
      const { task } = await client.sendMessage({
        message: { messageId: "to-c", role: "ROLE_USER", parts: [{ text: `B: ${text}` }] },
        configuration: { taskPushNotificationConfig: { id: "w", ...hook.config } },
      });
      for await (const { event } of hook.events(task?.id ?? "")) if ("statusUpdate" in event) break;
      await close();
      yield textArtifact("a", task?.artifacts?.[0]?.parts[0]?.text ?? "");
    },
  });
  const host = createHost({ services: [implement(A2AService, agent)], card, observer });
  const server = new GrpcServer(grpcServerOptions(host));
  addGrpcService(server, host, [A2AServiceGrpc]);
  return new Promise((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) =>
      error === null ? resolve(`127.0.0.1:${port}`) : reject(error),
    );
  });
}

/** 0.3 over HTTP+JSON, with push notifications. */
function serveC(): Promise<string> {
  return listen((origin) => {
    const card = cardOf("C", [{ url: origin, protocolBinding: "HTTP+JSON", protocolVersion: "0.3" }]);
    const push = webhooks({ ...local, older: [a2a03ToA2a10, a2a03ProtoToA2a10] });
    const execute: Execute = async function* ({ text }) {
      yield textArtifact("a", `C: ${text}`);
    };
    const agent = createAgent({ service: A2AService, card, push, observer, execute });
    const older = [
      { translation: a2a03ToA2a10, jsonRpc: false as const },
      { translation: a2a03ProtoToA2a10 },
    ];
    const services = [implement(A2AService, agent)];
    return createHttpHandler(
      createHostFamily({ services, card, older, onWarning: () => undefined, observer }),
    );
  });
}

const [first = "", second] = args;
if (role === "client") await ask(first);
else if (role === "agent-a") console.log(await serveA(first, second));
else if (role === "agent-b") console.log(await serveB(first));
else if (role === "agent-c") console.log(await serveC());
