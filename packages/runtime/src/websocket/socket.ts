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

/** One client's connection, as the package ws has it. */
export interface ServerSocket {
  readonly OPEN: number;
  readonly readyState: number;
  /** Bytes that wait to be taken by the client. */
  readonly bufferedAmount: number;
  readonly isPaused: boolean;
  on(
    event: "message",
    listener: (data: Uint8Array | ArrayBuffer | Uint8Array[], isBinary: boolean) => void,
  ): unknown;
  on(event: "pong" | "close", listener: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  send(text: string, onSent: () => void): void;
  ping(): void;
  pause(): void;
  resume(): void;
  close(code: number, reason: string): void;
  terminate(): void;
}

/** A request for a WebSocket, as Node.js has it. */
export interface UpgradeRequest {
  readonly url?: string | undefined;
  readonly headers: {
    readonly host?: string | undefined;
    readonly origin?: string | undefined;
    readonly "sec-websocket-protocol"?: string | undefined;
    readonly [name: string]: string | string[] | undefined;
  };
  /** Names and values in turn, as they came. */
  readonly rawHeaders?: readonly string[];
  readonly socket: object;
}

/** The connection that such a request came over. */
export interface UpgradeSocket {
  on(event: "error", listener: () => void): unknown;
  once(event: "finish", listener: () => void): unknown;
  end(text: string): unknown;
  destroy(): unknown;
}

/** An HTTP server, as Node.js has it. */
export interface UpgradingServer {
  on(
    event: "upgrade",
    listener: (request: UpgradeRequest, socket: UpgradeSocket, head: Uint8Array) => void,
  ): unknown;
  listenerCount(event: "upgrade"): number;
}

/** Makes what turns requests into connections: the class `WebSocketServer` of the package ws. */
export type WebSocketServerConstructor = new (options: {
  noServer: true;
  clientTracking: false;
  maxPayload: number;
  perMessageDeflate: false;
  handleProtocols: () => string;
}) => Upgrader;

export interface Upgrader {
  handleUpgrade(
    request: UpgradeRequest,
    socket: UpgradeSocket,
    head: Uint8Array,
    onOpen: (webSocket: ServerSocket) => void,
  ): void;
  close(): void;
}

/** The WebSocket of the platform; throws a TypeError where there is none. */
export function platformWebSocket(): WebSocketConstructor {
  const { WebSocket } = globalThis as { readonly WebSocket?: WebSocketConstructor };
  if (WebSocket !== undefined) return WebSocket;
  throw new TypeError(
    "WebSocket: this platform has none; give the transport one, that of the package ws, say",
  );
}
