import { createServer } from "node:http";
import {
  A2AService,
  A2AServiceGrpc,
  type AgentCard,
  type AgentExtension,
  type SendMessageRequest,
  type SendMessageResponse,
  type StreamResponse,
} from "@a2agen/a2a-1.0";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { type Connection, type ConnectOptions, connect } from "@a2agen/runtime/client";
import type { ExtensionSupport } from "@a2agen/runtime/extensions";
import { addGrpcService, type GrpcCodecs, grpc, grpcServerOptions } from "@a2agen/runtime/grpc";
import { createHost, type Host, type HostOptions, implement } from "@a2agen/runtime/host";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { rest } from "@a2agen/runtime/rest";
import { createHttpHandler } from "@a2agen/runtime/server";
import { type CallContext, CallError } from "@a2agen/runtime/service";
import { Server as GrpcServer, ServerCredentials } from "@grpc/grpc-js";
import { onTestFinished } from "vitest";
import { listen } from "../../../shared/interop/our-agent.ts";
import { TaskSearchGrpc } from "./definitions.ts";

export type BindingName = "JSONRPC" | "HTTP+JSON" | "GRPC";

export const bindingNames: readonly BindingName[] = ["JSONRPC", "HTTP+JSON", "GRPC"];

/** Answers with what is active; the text of a message may ask it to fail before or after that. */
export const reporter: Partial<A2AService> = {
  async sendMessage(request: SendMessageRequest, context: CallContext): Promise<SendMessageResponse> {
    const { activated, extensions } = context;
    switch (request.message.parts[0]?.text) {
      case "fail":
        throw new CallError("NOT_FOUND", "nothing is there");
      case "crash":
        throw new TypeError("a secret of the agent");
      default:
        return { message: answer({ activated: [...activated], extensions: [...extensions] }) };
    }
  },
  async *sendStreamingMessage(
    request: SendMessageRequest,
    context: CallContext,
  ): AsyncGenerator<StreamResponse, void, undefined> {
    const text = request.message.parts[0]?.text;
    if (text === "fail") throw new CallError("NOT_FOUND", "nothing is there");
    yield { message: answer({ activated: [...context.activated] }) };
    if (text === "break") throw new CallError("ABORTED", "broken off");
  },
};

export function answer(data: Record<string, string[]>): NonNullable<SendMessageResponse["message"]> {
  return { messageId: "answer", role: "ROLE_AGENT", parts: [{ data }] };
}

export function say(text: string, more: Partial<SendMessageRequest> = {}): SendMessageRequest {
  return { message: { messageId: "m-1", role: "ROLE_USER", parts: [{ text }] }, ...more };
}

export interface AgentInit {
  readonly handler?: Partial<A2AService>;
  readonly extensions?: readonly ExtensionSupport[];
  /** What the card declares; each supported extension, when absent. */
  readonly declared?: readonly AgentExtension[];
  readonly options?: Partial<HostOptions>;
  /** The binary codecs of the services of extensions. */
  readonly codecs?: readonly GrpcCodecs[];
}

export interface StartedAgent {
  readonly origin: string;
  readonly host: Host;
  readonly card: (binding: BindingName) => AgentCard;
  /** What the hook `onError` was told. */
  readonly hidden: readonly unknown[];
  connect(
    binding: BindingName,
    options?: Partial<ConnectOptions<AgentCard>>,
  ): Promise<Connection<A2AService, AgentCard>>;
}

/** Serves an agent over all bindings, until the test has ended. */
export async function startAgent(init: AgentInit = {}): Promise<StartedAgent> {
  const { handler = reporter, extensions = [], options = {}, codecs = [TaskSearchGrpc] } = init;
  const declared = init.declared ?? extensions.map(({ extension: { uri } }) => ({ uri }));
  const server = createServer();
  const origin = await listen(server);
  const places: Record<BindingName, string> = {
    JSONRPC: `${origin}/rpc`,
    "HTTP+JSON": `${origin}/rest`,
    GRPC: "",
  };
  const hidden: unknown[] = [];
  const host = createHost({
    services: [implement(A2AService, handler)],
    card: cardWith(declared, places.JSONRPC, "JSONRPC"),
    extensions,
    // Events here are what a transport has to carry, not streams of an agent.
    checkAnswers: "shape",
    onError: (error) => hidden.push(error),
    ...options,
  });
  server.on("request", toNodeListener(createHttpHandler(host, { jsonRpc: "/rpc", rest: "/rest" })));
  const grpcServer = new GrpcServer(grpcServerOptions(host));
  addGrpcService(grpcServer, host, [A2AServiceGrpc, ...codecs]);
  const port = await new Promise<number>((resolve, reject) => {
    grpcServer.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  places.GRPC = `http://127.0.0.1:${port}`;
  onTestFinished(async () => {
    await host.close({ graceMs: 0 });
    grpcServer.forceShutdown();
  });
  const card = (binding: BindingName): AgentCard => cardWith(declared, places[binding], binding);
  return {
    origin,
    host,
    hidden,
    card,
    async connect(binding, more = {}) {
      const connection = await connect(A2AService, card(binding), {
        bindings: [jsonRpc(), rest(), grpc({ codecs: [A2AServiceGrpc, ...codecs] })],
        retry: false,
        resume: false,
        // What is refused, the host refuses.
        checkExtensions: false,
        ...more,
      });
      onTestFinished(() => connection.close());
      return connection;
    },
  };
}

export function cardWith(
  extensions: readonly AgentExtension[],
  url: string,
  protocolBinding: string,
): AgentCard {
  return {
    name: "Reporter",
    description: "Tells what is active.",
    version: "1.0.0",
    supportedInterfaces: [{ url, protocolBinding, protocolVersion: "1.0" }],
    capabilities: { streaming: true, extensions: [...extensions] },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
  };
}
