import { type ClientBindingFactory, locateHttp } from "../service/binding-factory.ts";
import { createWebSocketTransport, type WebSocketTransportOptions } from "./client.ts";
import { webSocketBinding } from "./frames.ts";

/** For `connect`: reaches the interfaces that a card offers over WebSocket, at `ws:` and `wss:` URLs. */
export function webSocket(options: Omit<WebSocketTransportOptions, "url"> = {}): ClientBindingFactory {
  return {
    binding: options.binding ?? webSocketBinding,
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
