import type { A2ARequestHandler, User } from "@a2a-js/sdk-0.3/server";
import { grpcService, A2AService as SdkService } from "@a2a-js/sdk-0.3/server/grpc";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { onTestFinished } from "vitest";

/** A server of gRPC that listens until the test has ended, and is told its agent later. */
export interface SdkGrpc {
  readonly address: string;
  serve(requestHandler: A2ARequestHandler, userOf: (authorization: string | undefined) => User): void;
}

export async function startSdkGrpc(): Promise<SdkGrpc> {
  const server = new Server();
  onTestFinished(() => server.forceShutdown());
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) => {
      if (error === null) resolve(bound);
      else reject(error);
    });
  });
  return {
    address: `127.0.0.1:${port}`,
    serve(requestHandler, userOf) {
      server.addService(
        SdkService,
        grpcService({
          requestHandler,
          userBuilder: async ({ metadata }) => userOf(metadata.get("authorization")[0]?.toString()),
        }),
      );
    },
  };
}
