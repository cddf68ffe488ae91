import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import type { HttpHandler } from "@a2agen/runtime/http";
import type { HostFamily } from "@a2agen/runtime/server";
import type { AroundCall, ServerLimits } from "./grpc-server.ts";
import type { ServedPlace } from "./interfaces.ts";

/** Where servers listen. */
export interface ServersInit {
  /** The address to listen on. Default: "127.0.0.1". */
  readonly host?: string | undefined;
  /** Of JSON-RPC and HTTP+JSON; 0 for a free one. */
  readonly port: number;
  /** Of gRPC; undefined for no gRPC. */
  readonly grpcPort: number | undefined;
  /** The origin at which clients reach it. Default: `http://localhost` and the port. */
  readonly url?: string | undefined;
  readonly grpcUrl?: string | undefined;
  readonly limits?: ServerLimits;
  /** Called at the begin of each call over gRPC. */
  readonly beginCall?: () => AroundCall;
}

/** Servers that listen, and answer nothing before `serve`: cards name their ports. */
export interface Servers extends ServedPlace {
  /** The family is for gRPC; undefined for none. */
  serve(family: HostFamily | undefined, handle: HttpHandler): void;
  /** Serves another family over gRPC; open calls go on. */
  replace(family: HostFamily): void;
  /** Ends them, with some time for the last bytes of answers. */
  close(): Promise<void>;
}

/** Milliseconds for the last bytes of answers. */
const lastBytesMs = 1000;

/** Opens a server over HTTP, and one of gRPC where it has a port. Rejects where a port is taken. */
export async function openServers(init: ServersInit): Promise<Servers> {
  const { host = "127.0.0.1", port, grpcPort, limits = {} } = init;
  const http = createServer();
  // Streams of tasks may be silent for as long as they like.
  http.requestTimeout = 0;
  const grpc = grpcPort === undefined ? undefined : await import("./grpc-server.ts");
  const grpcServer = grpc?.createGrpcServer(limits, init.beginCall);
  try {
    await new Promise<void>((resolve, reject) => {
      http.once("error", reject);
      http.listen(port, host, resolve);
    });
    const bound = grpcServer && (await grpc?.listen(grpcServer, host, grpcPort ?? 0));
    return {
      url: init.url ?? `http://localhost:${(http.address() as AddressInfo).port}`,
      grpcUrl: init.grpcUrl ?? (bound === undefined ? undefined : `localhost:${bound}`),
      serve(family, handle) {
        http.on("request", toNodeListener(handle));
        http.on("checkContinue", toNodeListener(handle, { expectContinue: true }));
        if (grpcServer !== undefined && family !== undefined) grpc?.addServices(grpcServer, family);
      },
      replace(family) {
        if (grpcServer !== undefined) grpc?.replaceServices(grpcServer, family);
      },
      async close() {
        await closeHttp(http);
        if (grpcServer !== undefined) await grpc?.closeServer(grpcServer, lastBytesMs);
      },
    };
  } catch (error) {
    http.close();
    grpcServer?.forceShutdown();
    throw error;
  }
}

function closeHttp(http: Server): Promise<void> {
  return new Promise((resolve) => {
    http.close(() => resolve());
    http.closeIdleConnections();
    setTimeout(() => http.closeAllConnections(), lastBytesMs).unref();
  });
}
