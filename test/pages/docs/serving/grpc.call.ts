import assert from "node:assert/strict";
import { A2AService, A2AServiceGrpc } from "@a2agen/a2a-1.0";
import { createGrpcTransport } from "@a2agen/runtime/grpc";
import { createClient, isCallError } from "@a2agen/runtime/service";
import { credentials } from "@grpc/grpc-js";
import { keyPair } from "./certificate.ts";
import { hostOf } from "./client-of.ts";

// What the page takes as given.
const ca = Buffer.from(keyPair.ca);
Object.assign(globalThis, {
  host: hostOf({}),
  ca,
  key: Buffer.from(keyPair.key),
  cert: Buffer.from(keyPair.cert),
});
await import("./grpc.ts");

const transport = createGrpcTransport({
  address: "https://localhost:443",
  codecs: [A2AServiceGrpc],
  credentials: credentials.createSsl(ca),
});
const client = createClient(A2AService, transport);
await assert.rejects(
  client.getTask({ id: "t-1" }, { timeoutMs: 30_000 }),
  (error) => isCallError(error) && error.status === "UNIMPLEMENTED",
);
// Its server listens for good.
process.exit();
