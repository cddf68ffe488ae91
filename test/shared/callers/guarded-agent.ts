import { A2AServiceGrpc, type AgentCard } from "@a2agen/a2a-1.0";
import { A2AServiceGrpc as DraftGrpc } from "@a2agen/a2a-1.0-draft";
import { addGrpcService, grpcServerOptions } from "@a2agen/runtime/grpc";
import type { HostFamilyOptions } from "@a2agen/runtime/server";
import { Client, credentials, Metadata, Server, ServerCredentials, type ServiceError } from "@grpc/grpc-js";
import { onTestFinished } from "vitest";
import { startFamily } from "../versions/start-family.ts";

/** What came of a call over HTTP, whole. */
export interface HttpAnswer {
  readonly status: number;
  readonly challenge: string | null;
  readonly body: unknown;
}

/** The same over gRPC: code 0 for an answer. */
export interface GrpcAnswer {
  readonly code: number;
  readonly message: string;
  readonly challenge: string | undefined;
}

/** Headers of a call, and the tenant that it names. */
export interface Caller {
  readonly headers?: Readonly<Record<string, string>>;
  readonly tenant?: string;
}

export interface GuardedAgent {
  readonly origin: string;
  /** GetTask of "task-1", which there is, by raw requests in each version over each binding. */
  readonly calls: {
    readonly jsonRpc: (caller?: Caller) => Promise<HttpAnswer>;
    readonly rest: (caller?: Caller) => Promise<HttpAnswer>;
    readonly grpc: (caller?: Caller) => Promise<GrpcAnswer>;
    readonly jsonRpc03: (caller?: Caller) => Promise<HttpAnswer>;
    readonly draftRest: (caller?: Caller) => Promise<HttpAnswer>;
    readonly draftGrpc: (caller?: Caller) => Promise<GrpcAnswer>;
  };
  get(path: string): Promise<HttpAnswer>;
}

/** Serves the agent of tests in three versions over three bindings until the test has ended. */
export async function startGuardedAgent(
  card: (origin: string) => Partial<AgentCard>,
  options: Partial<HostFamilyOptions>,
): Promise<GuardedAgent> {
  const { origin, family } = await startFamily({ card, options });
  const [newest, , draft] = family.hosts;
  if (draft === undefined) throw new Error("expected a host of the draft");
  const server = new Server(grpcServerOptions(newest));
  onTestFinished(() => server.forceShutdown());
  addGrpcService(server, newest, [A2AServiceGrpc]);
  addGrpcService(server, draft, [DraftGrpc]);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) => {
      if (error === null) resolve(bound);
      else reject(error);
    });
  });
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  onTestFinished(() => client.close());
  const rpc = (path: string, method: string, version: string) => (caller?: Caller) =>
    ask(`${origin}${path}`, version, {
      method: "POST",
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method,
        params: { id: "task-1", ...(caller?.tenant !== undefined && { tenant: caller.tenant }) },
      }),
      headers: { "content-type": "application/json", ...caller?.headers },
    });
  const rest =
    (base: string) =>
    (caller: Caller = {}) => {
      const tenant = caller.tenant === undefined ? "" : `/${caller.tenant}`;
      return ask(`${origin}${base}${tenant}/tasks/task-1`, "1.0", { headers: caller.headers ?? {} });
    };
  return {
    origin,
    calls: {
      jsonRpc: rpc("/rpc", "GetTask", "1.0"),
      rest: rest("/rest"),
      grpc: (caller) => askGrpc(client, "lf.a2a.v1", { ...caller, id: [0x12, "task-1"] }),
      jsonRpc03: rpc("/rpc", "tasks/get", "0.3"),
      draftRest: rest("/draft/v1"),
      draftGrpc: (caller) => askGrpc(client, "a2a.v1", { ...caller, id: [0x0a, "tasks/task-1"] }),
    },
    get: (path) => ask(`${origin}${path}`, "1.0", {}),
  };
}

async function ask(url: string, version: string, init: RequestInit): Promise<HttpAnswer> {
  const headers = { "a2a-version": version, ...(init.headers as Record<string, string> | undefined) };
  const response = await fetch(url, { ...init, headers });
  const text = await response.text();
  const challenge = response.headers.get("www-authenticate");
  return { status: response.status, challenge, body: text === "" ? undefined : JSON.parse(text) };
}

interface GrpcRequest extends Caller {
  readonly id: readonly [number, string];
}

/** Bytes by hand: each is a field of a short text. */
function askGrpc(client: Client, service: string, request: GrpcRequest): Promise<GrpcAnswer> {
  const { headers = {}, tenant, id } = request;
  const field = (tag: number, text: string): number[] => [tag, text.length, ...Buffer.from(text)];
  const bytes = [...field(...id), ...(tenant === undefined ? [] : field(0x0a, tenant))];
  const metadata = new Metadata();
  metadata.set("a2a-version", "1.0");
  for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
  const identity = (buffer: Buffer): Buffer => buffer;
  return new Promise((resolve) => {
    const done = (error: ServiceError | null): void =>
      resolve({
        code: error?.code ?? 0,
        message: error?.details ?? "",
        challenge: error?.metadata.get("www-authenticate").map(String)[0],
      });
    const path = `/${service}.A2AService/GetTask`;
    client.makeUnaryRequest(path, identity, identity, Buffer.from(bytes), metadata, done);
  });
}
