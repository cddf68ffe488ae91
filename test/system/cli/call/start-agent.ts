import { createServer, type RequestListener } from "node:http";
import { A2AService, A2AServiceGrpc, type AgentCard } from "@a2agen/a2a-1.0";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { addGrpcService, grpcServerOptions } from "@a2agen/runtime/grpc";
import { implement } from "@a2agen/runtime/host";
import { createHostFamily, createHttpHandler } from "@a2agen/runtime/server";
import { a2a03ToA2a10, draftToA2a10 } from "@a2agen/translate";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { onTestFinished } from "vitest";
import { defined } from "../../../../packages/runtime/src/core/object.ts";
import { fullCard } from "../../../shared/bindings/test-agent.ts";
import { freePort } from "../../../shared/free-port.ts";
import { listen } from "../../../shared/interop/our-agent.ts";
import { startA2agen } from "../../../shared/process/start-a2agen.ts";
import { type CliResult, runA2agen } from "../../../shared/run-a2agen.ts";
import { CommandAgent } from "./command-agent.ts";

export interface StartedAgent {
  readonly origin: string;
  /** Address of the gRPC interface. */
  readonly grpc: string;
  readonly agent: CommandAgent;
  /** Runs `a2agen call` with the agent; its addresses are ORIGIN and GRPC in what is written. */
  readonly call: (args: readonly string[], init?: CallInit) => Promise<CliResult>;
}

export interface CallInit {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** Below the origin. Default: the agent itself. */
  readonly path?: string;
}

/**
 * Serves an agent over every binding until the test has ended: in every version, the draft below /draft,
 * or in 1.0 only.
 */
export async function startAgent(
  changeCard: (card: AgentCard) => AgentCard | Promise<AgentCard> = (card) => card,
  { isFamily = true }: { readonly isFamily?: boolean } = {},
): Promise<StartedAgent> {
  const server = createServer();
  const origin = await listen(server);
  const agent = new CommandAgent();
  const port = await freePort();
  const card = await changeCard({
    ...fullCard,
    supportedInterfaces: [
      { url: `${origin}/rpc`, protocolBinding: "JSONRPC", protocolVersion: "1.0" },
      { url: `${origin}/rest`, protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
      { url: `http://127.0.0.1:${port}`, protocolBinding: "GRPC", protocolVersion: "1.0" },
    ],
  });
  const family = createHostFamily({
    services: [implement(A2AService, agent)],
    card,
    authenticate: ({ header }) => ({
      id: /^Bearer (.+)$/.exec(header("authorization") ?? "")?.[1] ?? "anybody",
    }),
    older: isFamily
      ? [
          { translation: a2a03ToA2a10 },
          { translation: draftToA2a10, jsonRpc: "/draft/rpc", rest: "/draft", cardPrefix: "/draft" },
        ]
      : [],
    onError: () => undefined,
  });
  server.on("request", toNodeListener(createHttpHandler(family, { onDeprecated: () => undefined })));
  const [host] = family.hosts;
  await serveGrpc(host, port);
  onTestFinished(() => family.close({ graceMs: 0 }));
  const grpc = `http://127.0.0.1:${port}`;
  return {
    origin,
    grpc,
    agent,
    async call([...args], { env, input, path = "" } = {}) {
      const line = ["call", `${origin}${path}`, ...args];
      const init = defined({ env });
      const result =
        input === undefined
          ? await runA2agen(line, init)
          : await startA2agen(line, { ...init, input: Buffer.from(input) });
      const hide = (text: string): string => text.replaceAll(origin, "ORIGIN").replaceAll(grpc, "GRPC");
      return { ...result, stdout: hide(result.stdout), stderr: hide(result.stderr) };
    },
  };
}

type Host = Parameters<typeof grpcServerOptions>[0];

/** Serves until the test has ended. */
async function serveGrpc(host: Host, port: number): Promise<void> {
  const server = new Server(grpcServerOptions(host));
  addGrpcService(server, host, [A2AServiceGrpc]);
  await new Promise<void>((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error) => {
      if (error === null) resolve();
      else reject(error);
    });
  });
  onTestFinished(() => server.forceShutdown());
}

/** Serves what a listener answers, until the test has ended. */
export async function startWeb(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  return listen(server);
}
