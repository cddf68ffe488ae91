import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { A2AServiceGrpc as ServiceGrpc03 } from "@a2agen/a2a-0.3/proto";
import { A2AService, A2AServiceGrpc, type AgentCard } from "@a2agen/a2a-1.0";
import { A2AServiceGrpc as DraftServiceGrpc } from "@a2agen/a2a-1.0-draft";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import {
  completed,
  createAgent,
  type Execute,
  inputRequired,
  textArtifact,
  working,
} from "@a2agen/runtime/agent";
import { addGrpcService } from "@a2agen/runtime/grpc";
import { createHost, type Host, type HostOptions, implement } from "@a2agen/runtime/host";
import { type WebhookOptions, webhooks } from "@a2agen/runtime/push";
import { createHostFamily, createHttpHandler, type HttpHandlerOptions } from "@a2agen/runtime/server";
import { a2a03ProtoToA2a10, a2a03ToA2a10, draftToA2a10 } from "@a2agen/translate";
import { Server as GrpcServer, ServerCredentials } from "@grpc/grpc-js";
import { onTestFinished } from "vitest";
import { listen } from "../interop/our-agent.ts";

/** Does what texts of the scenario say. */
const execute: Execute = async function* ({ text, signal, task }) {
  if (task !== undefined) {
    yield completed("Thank you");
    return;
  }
  if (text === "ask") {
    yield inputRequired("Which one?");
    return;
  }
  yield working("At work");
  if (text === "stay") await pause(5000, undefined, { signal });
  yield textArtifact("answer", "first ", { append: false });
  yield textArtifact("answer", "second", { append: true, lastChunk: true });
};

export interface KitAgentOptions {
  readonly card?: (origin: string, grpcPort: number) => Partial<AgentCard>;
  /** Also the draft and 0.3. */
  readonly isFamily?: boolean;
  readonly http?: HttpHandlerOptions;
  readonly host?: Pick<HostOptions, "authenticate">;
  readonly push?: WebhookOptions;
}

/** Where an agent is, with each interface. */
export interface ProbedAgent {
  readonly origin: string;
}

/** An agent of the kit over every binding, until the test has ended. */
export async function startKitAgent({
  card: more = () => ({}),
  isFamily = false,
  http = {},
  host: checks = {},
  push = { http: true, networks: ["127.0.0.0/8"] },
}: KitAgentOptions = {}): Promise<ProbedAgent> {
  const server = createServer();
  const origin = await listen(server);
  const grpcServer = new GrpcServer({ "grpc.max_receive_message_length": 4_000_000 });
  const port = await new Promise<number>((resolve, reject) => {
    grpcServer.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  const card: AgentCard = {
    name: "Probed",
    description: "Does what the texts of the scenario say.",
    version: "1.0.0",
    supportedInterfaces: [
      { url: `${origin}/rpc`, protocolBinding: "JSONRPC", protocolVersion: "1.0" },
      { url: `${origin}/rest`, protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
      { url: `http://127.0.0.1:${port}`, protocolBinding: "GRPC", protocolVersion: "1.0" },
    ],
    capabilities: { streaming: true, pushNotifications: true },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [{ id: "obey", name: "Obey", description: "Does what it is told.", tags: ["test"] }],
    ...more(origin, port),
  };
  const agent = createAgent({
    service: A2AService,
    card,
    execute,
    onError: () => undefined,
    ...(card.capabilities.extendedAgentCard === true ? { extendedCard: card } : {}),
    push: webhooks({ older: [a2a03ToA2a10, draftToA2a10], ...push }),
  });
  const init = { services: [implement(A2AService, agent)], card, onError: () => undefined, ...checks };
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
  server.on("request", toNodeListener(createHttpHandler(host, { onDeprecated: () => undefined, ...http })));
  const codecs = [A2AServiceGrpc, DraftServiceGrpc, ServiceGrpc03];
  for (const each of family?.hosts ?? [host as Host]) {
    if (each.protocol.bindings?.includes("GRPC") !== false) addGrpcService(grpcServer, each, codecs);
  }
  onTestFinished(async () => {
    await Promise.all([host.close({ graceMs: 0 }), agent.close()]);
    grpcServer.forceShutdown();
  });
  return { origin };
}

/** What leads it where. */
export const kitScenario = {
  plain: "Hello",
  inputRequired: "ask",
  answer: "this one",
  working: "stay",
  artifact: "Hello",
};
