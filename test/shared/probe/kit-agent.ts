import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { A2AServiceGrpc as ServiceGrpc03 } from "@a2agen/a2a-0.3/proto";
import { A2AService, A2AServiceGrpc, type AgentCard } from "@a2agen/a2a-1.0";
import { A2AServiceGrpc as DraftServiceGrpc } from "@a2agen/a2a-1.0-draft";
import { A2AService as NextService, A2AServiceGrpc as NextServiceGrpc } from "@a2agen/a2a-1.1-dev";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import {
  type AgentEvent,
  completed,
  createAgent,
  dataArtifact,
  type Execute,
  failed,
  inputRequired,
  type Turn,
  textArtifact,
  working,
} from "@a2agen/runtime/agent";
import { addGrpcService } from "@a2agen/runtime/grpc";
import { createHost, type Host, type HostOptions, implement } from "@a2agen/runtime/host";
import type { HttpHandler } from "@a2agen/runtime/http";
import { type WebhookOptions, webhooks } from "@a2agen/runtime/push";
import { createHostFamily, createHttpHandler, type HttpHandlerOptions } from "@a2agen/runtime/server";
import { a2a03ProtoToA2a10, a2a03ToA2a10, draftToA2a10 } from "@a2agen/translate";
import { Server as GrpcServer, ServerCredentials } from "@grpc/grpc-js";
import { onTestFinished } from "vitest";
import { listen } from "../interop/our-agent.ts";

/** Does what texts of the scenario say. */
async function* work({
  text,
  signal,
  task,
  acceptedOutputModes,
}: Turn): AsyncGenerator<AgentEvent, void, undefined> {
  if (task !== undefined) {
    yield completed("Thank you");
    return;
  }
  if (text === "ask") {
    yield inputRequired("Which one?");
    return;
  }
  if (acceptedOutputModes.includes("application/json")) {
    yield dataArtifact("answer", { text });
    return;
  }
  yield working("At work");
  if (text === "fail") {
    yield failed("It cannot be done");
    return;
  }
  if (text === "stay") await pause(600_000, undefined, { signal });
  yield textArtifact("answer", "first ", { append: false });
  yield textArtifact("answer", "second", { append: true, lastChunk: true });
}

const obey: Execute = (turn) => (turn.text === "reply" ? Promise.resolve("Hello") : work(turn));

export interface KitAgentOptions {
  readonly card?: (origin: string, grpcPort: number) => Partial<AgentCard>;
  /** Also the draft and 0.3. */
  readonly isFamily?: boolean;
  /** Of 1.1 alone. */
  readonly isNext?: boolean;
  readonly http?: HttpHandlerOptions;
  readonly host?: Pick<HostOptions, "authenticate" | "extensions">;
  readonly push?: WebhookOptions;
  /** What it does; default: what texts of the scenario say. */
  readonly execute?: Execute;
  /** What stands between the agent and its clients over HTTP. */
  readonly decorate?: (handler: HttpHandler) => HttpHandler;
}

/** Where an agent is, with each interface. */
export interface ProbedAgent {
  readonly origin: string;
  /** Of gRPC. */
  readonly port: number;
}

/** An agent of the kit over every binding, until the test has ended. */
export async function startKitAgent({
  card: more = () => ({}),
  isFamily = false,
  isNext = false,
  http = {},
  host: checks = {},
  push = { http: true, networks: ["127.0.0.0/8"] },
  execute = obey,
  decorate = (handler) => handler,
}: KitAgentOptions = {}): Promise<ProbedAgent> {
  const server = createServer();
  const origin = await listen(server);
  const grpcServer = new GrpcServer({ "grpc.max_receive_message_length": 4_000_000 });
  const port = await new Promise<number>((resolve, reject) => {
    grpcServer.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  const service = isNext ? NextService : A2AService;
  const protocolVersion = isNext ? "1.1" : "1.0";
  const card: AgentCard = {
    name: "Probed",
    description: "Does what the texts of the scenario say.",
    version: "1.0.0",
    supportedInterfaces: [
      { url: `${origin}/rpc`, protocolBinding: "JSONRPC", protocolVersion },
      { url: `${origin}/rest`, protocolBinding: "HTTP+JSON", protocolVersion },
      { url: `http://127.0.0.1:${port}`, protocolBinding: "GRPC", protocolVersion },
    ],
    capabilities: { streaming: true, pushNotifications: true },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [{ id: "obey", name: "Obey", description: "Does what it is told.", tags: ["test"] }],
    ...more(origin, port),
  };
  const agent = createAgent({
    service,
    card,
    execute,
    onError: () => undefined,
    ...(card.capabilities.extendedAgentCard === true ? { extendedCard: card } : {}),
    push: webhooks({ older: isNext ? [] : [a2a03ToA2a10, draftToA2a10], ...push }),
  });
  const init = { services: [implement<object>(service, agent)], card, onError: () => undefined, ...checks };
  const family = isFamily
    ? createHostFamily({
        ...init,
        onLosses: () => undefined,
        onWarning: () => undefined,
        older: [
          { translation: a2a03ToA2a10 },
          { translation: a2a03ProtoToA2a10 },
          { translation: draftToA2a10, jsonRpc: "/draft/rpc", rest: "/draft", cardPrefix: "/draft" },
        ],
      })
    : undefined;
  const host = family ?? createHost(init);
  const handler = createHttpHandler(host, { onDeprecated: () => undefined, ...http });
  server.on("request", toNodeListener(decorate(handler)));
  const codecs = [isNext ? NextServiceGrpc : A2AServiceGrpc, DraftServiceGrpc, ServiceGrpc03];
  for (const each of family?.hosts ?? [host as Host]) {
    if (each.protocol.bindings?.includes("GRPC") !== false) addGrpcService(grpcServer, each, codecs);
  }
  onTestFinished(async () => {
    await Promise.all([host.close({ graceMs: 0 }), agent.close()]);
    grpcServer.forceShutdown();
  });
  return { origin, port };
}

/** What leads it where. */
export const kitScenario = {
  plain: "Hello",
  inputRequired: "ask",
  answer: "this one",
  working: "stay",
  artifact: "Hello",
  failing: "fail",
  reply: "reply",
};
