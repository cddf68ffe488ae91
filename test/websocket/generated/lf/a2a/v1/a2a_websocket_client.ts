// The WebSocket clients of lf/a2a/v1/a2a.proto. Yours to change; made by a2agen 0.1.0.
import { A2AService, type A2AServiceClient } from "@a2agen/a2a-1.0";
import { createClient, type Interceptor, type Transport } from "@a2agen/runtime/service";
import { createWebSocketTransport, type WebSocketTransportOptions } from "@a2agen/runtime/websocket";

/** Carries the calls of clients of lf.a2a.v1.A2AService over WebSocket. */
export function createA2AServiceWebSocketTransport(options: WebSocketTransportOptions): Transport {
  return createWebSocketTransport(A2AService.protocol, options);
}

/** Makes a client of lf.a2a.v1.A2AService. Close its connection with that of the transport where the process is to end. */
export function createA2AServiceWebSocketClient(
  options: WebSocketTransportOptions,
  { interceptors = [] }: { readonly interceptors?: readonly Interceptor[] } = {},
): A2AServiceClient {
  return createClient(A2AService, createA2AServiceWebSocketTransport(options), { interceptors });
}
