export { webSocket } from "./binding.ts";
export { createWebSocketTransport, type WebSocketTransportOptions } from "./client.ts";
export { createWebSocketServer, type WebSocketServer, type WebSocketServerOptions } from "./server.ts";
export type { WebSocketLimits } from "./server-limits.ts";
export type {
  ServerSocket,
  UpgradeRequest,
  Upgrader,
  UpgradeSocket,
  UpgradingServer,
  WebSocketConstructor,
  WebSocketLike,
  WebSocketServerConstructor,
} from "./socket.ts";
