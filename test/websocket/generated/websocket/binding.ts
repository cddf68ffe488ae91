// The WebSocket binding for clients that let the agent card choose. Yours to change; made by a2agen 0.1.0.
import { type BindingFactory, locateHttp } from "@a2agen/runtime/service";
import { createWebSocketTransport, type WebSocketTransportOptions } from "./client.js";

/** For `connect`: reaches the interfaces that a card offers over WebSocket, at `ws:` and `wss:` URLs. */
export function webSocket(options: Omit<WebSocketTransportOptions, "url"> = {}): BindingFactory {
  return {
    binding: options.binding ?? "WEBSOCKET",
    usesFetch: false,
    // The schemes differ from those of HTTP in nothing but their names.
    locate: (url) => (/^wss?:/i.test(url) ? locateHttp(url.replace(/^ws/i, "http")) : undefined),
    connect({ protocol, url, maximumBytes, onWarning }) {
      return createWebSocketTransport(protocol, {
        ...(maximumBytes === undefined ? {} : { maximumCharacters: maximumBytes }),
        ...(onWarning === undefined ? {} : { onWarning }),
        ...options,
        url,
      });
    },
  };
}
