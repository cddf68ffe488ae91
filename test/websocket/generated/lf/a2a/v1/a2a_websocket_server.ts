// The WebSocket servers of lf/a2a/v1/a2a.proto. Yours to change; made by a2agen 0.1.0.
import type { Host } from "@a2agen/runtime/host";
import {
  createWebSocketServer,
  type WebSocketServer,
  type WebSocketServerOptions,
} from "@a2agen/runtime/websocket";
import { WebSocketServer as Sockets } from "ws";

/** Serves lf.a2a.v1.A2AService over WebSocket, with everything else that the host has. */
export function createA2AServiceWebSocketServer(
  host: Host,
  options: Omit<WebSocketServerOptions, "WebSocketServer"> = {},
): WebSocketServer {
  return createWebSocketServer(host, { WebSocketServer: Sockets, ...options });
}
