import { WebSocket } from "ws";

export const subprotocol = "a2a-1.0.websocket";

/** A client that sends what a test wants, well-formed or not. */
export interface RawClient {
  readonly socket: WebSocket;
  send(message: unknown): void;
  /** The next message, parsed. */
  next(): Promise<Record<string, unknown>>;
  /** Code and reason, once the connection is closed. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
}

/** Rejects with the HTTP status of a server that refuses. */
export function connectRaw(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  protocols: readonly string[] = [subprotocol],
): Promise<RawClient> {
  const socket = new WebSocket(url, [...protocols], { headers });
  const messages: Record<string, unknown>[] = [];
  let waiting: ((message: Record<string, unknown>) => void) | undefined;
  socket.on("message", (data: Buffer) => {
    const message = JSON.parse(data.toString()) as Record<string, unknown>;
    const wake = waiting;
    waiting = undefined;
    if (wake === undefined) messages.push(message);
    else wake(message);
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on("close", (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  return new Promise((resolve, reject) => {
    socket.on("unexpected-response", (_, response) => reject(new Error(`HTTP ${response.statusCode}`)));
    socket.on("error", reject);
    socket.on("open", () =>
      resolve({
        socket,
        closed,
        send: (message) => socket.send(typeof message === "string" ? message : JSON.stringify(message)),
        next() {
          const message = messages.shift();
          if (message !== undefined) return Promise.resolve(message);
          return new Promise((resolveNext) => {
            waiting = resolveNext;
          });
        },
      }),
    );
  });
}
