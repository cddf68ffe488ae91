import { WebSocket } from "ws";
import { type Outcome, outcomeOfDetails, type RawCall } from "./outcome.ts";

interface Frame {
  readonly type: string;
  readonly id: string;
  readonly result?: unknown;
  readonly event?: unknown;
  readonly error?: { readonly message: string; readonly details: readonly never[] };
}

/** One connection and one call, frame by frame. */
export function rawWebSocket(url: string): RawCall {
  return async (method, params, headers) => {
    const socket = new WebSocket(url, ["a2a-1.0.websocket"]);
    const events: unknown[] = [];
    try {
      return await new Promise<Outcome>((resolve, reject) => {
        socket.on("error", reject);
        socket.on("close", (code, reason) => reject(new Error(`closed with ${code} ${reason.toString()}`)));
        socket.on("open", () => {
          socket.send(
            JSON.stringify({ type: "call", id: "raw-1", method, params, parameters: headers, credit: 1000 }),
          );
        });
        socket.on("message", (data: Buffer) => {
          const frame = JSON.parse(data.toString()) as Frame;
          switch (frame.type) {
            case "result":
              resolve({ kind: "value", value: frame.result });
              return;
            case "event":
              events.push(frame.event);
              return;
            case "end":
              resolve({ kind: "events", events });
              return;
            case "error": {
              const { message, details } = frame.error ?? { message: "", details: [] };
              const error = outcomeOfDetails(message, details);
              resolve(events.length === 0 ? error : { kind: "events", events, error });
            }
          }
        });
      });
    } finally {
      socket.terminate();
    }
  };
}
