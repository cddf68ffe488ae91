import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { A2AService, A2AServiceGrpc } from "@a2agen/a2a-1.0";
import { addGrpcService, grpcServerOptions } from "@a2agen/runtime/grpc";
import { createHost, implement } from "@a2agen/runtime/host";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { onTestFinished } from "vitest";
import { CommandAgent } from "./command-agent.ts";

/** A certificate for localhost and the authority that has issued it, good for a hundred years. */
export const certificates: string = join(import.meta.dirname, "tls");

/** The environment of who trusts the authority. */
export const trusting: Readonly<Record<string, string>> = {
  NODE_EXTRA_CA_CERTS: join(certificates, "ca.pem"),
  // Roots that the machine has set for gRPC would take their place.
  GRPC_DEFAULT_SSL_ROOTS_FILE_PATH: "",
};

/** Serves an agent over gRPC with TLS until the test has ended; returns its address. */
export async function startEncryptedGrpc(): Promise<string> {
  const [cert, key] = await Promise.all(
    ["server.pem", "server.key"].map((name) => readFile(join(certificates, name))),
  );
  if (cert === undefined || key === undefined) throw new Error("no certificate");
  const host = createHost({ services: [implement(A2AService, new CommandAgent())] });
  const server = new Server(grpcServerOptions(host));
  addGrpcService(server, host, [A2AServiceGrpc]);
  const credentials = ServerCredentials.createSsl(null, [{ cert_chain: cert, private_key: key }]);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", credentials, (error, bound) => {
      if (error === null) resolve(bound);
      else reject(error);
    });
  });
  onTestFinished(() => server.forceShutdown());
  return `https://localhost:${port}`;
}
