import { A2AService, type A2AServiceClient, A2AServiceGrpc } from "@a2agen/a2a-1.0";
import { createGrpcTransport } from "@a2agen/runtime/grpc";
import { createJsonRpcTransport } from "@a2agen/runtime/jsonrpc";
import { createRestTransport } from "@a2agen/runtime/rest";
import { createClient, type Interceptor, type Transport } from "@a2agen/runtime/service";
import { createWebSocketTransport } from "@a2agen/runtime/websocket";
import { onTestFinished } from "vitest";
import { WebSocket } from "ws";

/** A client of a server of test/shared/bindings/bindings.ts that is reached by another port. */
export function connectTo(
  name: string,
  { url, port, interceptors = [] }: { url: string; port: number; interceptors?: readonly Interceptor[] },
): A2AServiceClient {
  const address = new URL(url);
  address.port = String(port);
  const transport = makeTransport(name, name === "GRPC" ? address.origin : address.href);
  onTestFinished(() => transport.close());
  return createClient(A2AService, transport, { interceptors });
}

function makeTransport(name: string, url: string): Transport {
  const { protocol } = A2AService;
  switch (name) {
    case "JSONRPC":
      return createJsonRpcTransport(protocol, { url });
    case "HTTP+JSON":
      return createRestTransport(protocol, { url });
    case "GRPC":
      return createGrpcTransport({ address: url, codecs: [A2AServiceGrpc] });
    case "WEBSOCKET":
      return createWebSocketTransport(protocol, { url, WebSocket });
  }
  throw new Error(`no binding ${name}`);
}
