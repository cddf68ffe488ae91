// What the client needs of a WebSocket. Yours to change; made by a2agen 0.1.0.

/** Makes a WebSocket, as browsers, Node.js from version 22, and the package ws have it. */
export type WebSocketConstructor = new (url: string, protocols: string[]) => WebSocketLike;

/** What all of them declare in one way. */
export interface WebSocketLike {
  readonly readyState: number;
  send(text: string): void;
  close(code?: number, reason?: string): void;
}

/** What all of them have, though they declare the types of listeners each in their own way. */
export interface EventedWebSocket extends WebSocketLike {
  addEventListener(type: "open", listener: () => void): void;
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: "error", listener: (event: { readonly message?: string }) => void): void;
  addEventListener(
    type: "close",
    listener: (event: { readonly code: number; readonly reason: string }) => void,
  ): void;
}

/** The WebSocket of the platform; throws a TypeError where there is none. */
export function platformWebSocket(): WebSocketConstructor {
  const { WebSocket } = globalThis as { readonly WebSocket?: WebSocketConstructor };
  if (WebSocket !== undefined) return WebSocket;
  throw new TypeError(
    "WebSocket: this platform has none; give the transport one, that of the package ws, say",
  );
}
