export { webSocket } from "./binding.ts";
export { createWebSocketTransport, type WebSocketTransportOptions } from "./client.ts";
export { createWebSocketServer, type WebSocketServer, type WebSocketServerOptions } from "./server.ts";
export type { WebSocketLimits } from "./server-limits.ts";
export type {
  ServerSocket,
  Upgrader,
  WebSocketConstructor,
  WebSocketLike,
  WebSocketServerConstructor,
} from "./socket.ts";
