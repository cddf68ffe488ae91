import { addGrpcService, grpcServerOptions } from "@a2agen/runtime/grpc";
import { createHost, implement } from "@a2agen/runtime/host";
import { removeGrpcServices } from "@a2agen/runtime/internal/grpc";
import type { HostFamily } from "@a2agen/runtime/server";
import {
  Metadata,
  Server,
  ServerCredentials,
  ServerInterceptingCall,
  type ServerInterceptor,
} from "@grpc/grpc-js";
import { grpcCodecs } from "../grpc-codecs.ts";
import { current } from "../versions.ts";

/** What a server allows its callers. */
export interface ServerLimits {
  /** Bytes of a request. */
  readonly bodyBytes?: number;
  readonly streams?: number;
}

/** What goes around a call over gRPC. */
export interface AroundCall {
  /** Runs what answers the call. */
  run(work: () => void): void;
  /** Adds these entries to its trailing metadata. */
  trailers(): Readonly<Record<string, string>>;
}

/** A server with these limits, which is there before its card names its port. */
export function createGrpcServer(
  { bodyBytes, streams }: ServerLimits,
  begin: (() => AroundCall) | undefined,
): Server {
  const limits = { ...(bodyBytes && { bodyBytes }), ...(streams && { streams }) };
  const host = createHost({ services: [implement(current.service, {})], limits });
  const options = grpcServerOptions(host);
  if (begin === undefined) return new Server(options);
  return new Server({ ...options, interceptors: [...(options.interceptors ?? []), surround(begin)] });
}

function surround(begin: () => AroundCall): ServerInterceptor {
  return (_method, call) => {
    const { run, trailers } = begin();
    return new ServerInterceptingCall(call, {
      start: (next) => next({ onReceiveHalfClose: run }),
      sendStatus(status, next) {
        const metadata = status.metadata?.clone() ?? new Metadata();
        for (const [name, value] of Object.entries(trailers())) metadata.set(name, value);
        next({ ...status, metadata });
      },
    });
  };
}

/** Listens, without TLS: that is for the proxy before it. Resolves with the port. */
export function listen(server: Server, host: string, port: number): Promise<number> {
  const address = host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
  return new Promise((resolve, reject) => {
    server.bindAsync(address, ServerCredentials.createInsecure(), (error, bound) => {
      if (error === null) resolve(bound);
      else reject(error);
    });
  });
}

/** Adds every version that has gRPC. */
export function addServices(server: Server, { hosts }: HostFamily): void {
  for (const host of hosts) {
    if (host.protocol.bindings?.includes("GRPC") !== false) addGrpcService(server, host, grpcCodecs);
  }
}

/** Serves these hosts in place of those before; open calls go on. */
export function replaceServices(server: Server, family: HostFamily): void {
  removeGrpcServices(server);
  addServices(server, family);
}

/** Ends the server when its answers are sent, or after some milliseconds. */
export function closeServer(server: Server, ms: number): Promise<void> {
  return new Promise((resolve) => {
    server.tryShutdown(() => resolve());
    setTimeout(() => server.forceShutdown(), ms).unref();
  });
}
