import { createServer } from "node:http";
import { A2AService, type A2AServiceClient, A2AServiceGrpc, type AgentCard } from "@a2agen/a2a-1.0";
import {
  type A2AServiceClient as DraftClient,
  A2AService as DraftService,
  A2AServiceGrpc as DraftServiceGrpc,
} from "@a2agen/a2a-1.0-draft";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { type Agent, type AgentOptions, createAgent, type Execute } from "@a2agen/runtime/agent";
import { addGrpcService, createGrpcTransport, grpcServerOptions } from "@a2agen/runtime/grpc";
import { implement } from "@a2agen/runtime/host";
import { createJsonRpcTransport } from "@a2agen/runtime/jsonrpc";
import { createRestTransport } from "@a2agen/runtime/rest";
import {
  createHostFamily,
  createHttpHandler,
  type HostFamily,
  type HostFamilyOptions,
  type OlderVersion,
} from "@a2agen/runtime/server";
import { createClient, type Transport } from "@a2agen/runtime/service";
import { translateTransport } from "@a2agen/runtime/versions";
import { draftToA2a10 } from "@a2agen/translate";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { onTestFinished } from "vitest";
import { card as fullCard } from "../../shared/agent/start-agent.ts";
import { listen } from "../../shared/interop/our-agent.ts";
import type { Text } from "./rules.ts";

export const wireBindings = ["JSONRPC", "HTTP+JSON", "GRPC"] as const;
export type WireBinding = (typeof wireBindings)[number];

/** One of the two texts and one binding, in which a rule is to hold. */
export interface World {
  readonly text: Text;
  readonly binding: WireBinding;
}

export interface WorldOptions extends Partial<AgentOptions> {
  readonly execute: Execute;
  /** What differs from a card that declares everything. */
  readonly declares?: Partial<AgentCard>;
  readonly host?: Partial<HostFamilyOptions>;
}

export interface RunningAgent {
  readonly agent: Agent;
  /** Speaks the version of the world's text; it has the types of 1.0 in both. */
  readonly client: A2AServiceClient;
  clientOf(name: string): A2AServiceClient;
  /** A client that sends these headers, or metadata, with every call. */
  clientWith(headers: Readonly<Record<string, string>>): A2AServiceClient;
  /** A client with the types of the draft, in a world of the draft. */
  draftClient(): DraftClient;
  /** Of JSON-RPC or HTTP+JSON, where requests are sent. */
  readonly url: string;
}

export const draftVersion: OlderVersion = {
  translation: draftToA2a10,
  jsonRpc: "/draft/rpc",
  rest: "/draft",
  cardPrefix: "/draft",
};

type MakeTransport = (headers: Readonly<Record<string, string>>) => Transport;

/** Serves an agent in both versions over the binding of a world, until the test has ended. */
export async function startWorld(world: World, options: WorldOptions): Promise<RunningAgent> {
  const { declares, host, ...own } = options;
  const card = { ...fullCard, ...declares };
  const agent = createAgent({ service: A2AService, card, onError: () => undefined, ...own });
  const family = createHostFamily({
    services: [implement(A2AService, agent)],
    card,
    authenticate: ({ header }) => {
      const id = header("x-caller");
      return id === undefined ? undefined : { id };
    },
    older: [draftVersion],
    onLosses: () => undefined,
    onWarning: () => undefined,
    onError: () => undefined,
    ...host,
  });
  const transports: Transport[] = [];
  const { url, make } =
    world.binding === "GRPC" ? await serveGrpc(world.text, family) : await serveHttp(world, family);
  onTestFinished(async () => {
    await agent.close(0);
    await family.close({ graceMs: 0 });
    for (const transport of transports) await transport.close();
  });
  const open: MakeTransport = (headers) => {
    const transport = make(headers);
    transports.push(transport);
    return transport;
  };
  const clientWith = (headers: Readonly<Record<string, string>>): A2AServiceClient => {
    const transport = open(headers);
    return createClient(
      A2AService,
      world.text === "1.0" ? transport : translateTransport(draftToA2a10, transport),
    );
  };
  return {
    agent,
    client: clientWith({}),
    clientOf: (name) => clientWith({ "x-caller": name }),
    clientWith,
    draftClient() {
      if (world.text !== "draft") throw new Error("expected a world of the draft");
      return createClient(DraftService, open({}));
    },
    url,
  };
}

interface Served {
  readonly url: string;
  readonly make: MakeTransport;
}

async function serveHttp({ text, binding }: World, family: HostFamily): Promise<Served> {
  const handler = createHttpHandler(family, {
    jsonRpc: "/rpc",
    rest: "/rest",
    onDeprecated: () => undefined,
  });
  const origin = await listen(createServer(toNodeListener(handler)));
  const { protocol } = text === "1.0" ? A2AService : DraftService;
  const paths =
    text === "1.0" ? { JSONRPC: "/rpc", rest: "/rest" } : { JSONRPC: "/draft/rpc", rest: "/draft" };
  if (binding === "JSONRPC") {
    const url = origin + paths.JSONRPC;
    return { url, make: (headers) => createJsonRpcTransport(protocol, { url, headers }) };
  }
  const url = origin + paths.rest;
  return { url, make: (headers) => createRestTransport(protocol, { url, headers }) };
}

async function serveGrpc(text: Text, { hosts: [newest, draft] }: HostFamily): Promise<Served> {
  if (draft === undefined) throw new Error("expected a host of the draft");
  const server = new Server(grpcServerOptions(newest));
  onTestFinished(() => server.forceShutdown());
  addGrpcService(server, newest, [A2AServiceGrpc]);
  addGrpcService(server, draft, [DraftServiceGrpc]);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) => {
      if (error === null) resolve(bound);
      else reject(error);
    });
  });
  const url = `http://127.0.0.1:${port}`;
  const codecs = [text === "1.0" ? A2AServiceGrpc : DraftServiceGrpc];
  return { url, make: (metadata) => createGrpcTransport({ address: url, codecs, metadata }) };
}
