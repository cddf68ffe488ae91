import { isObject } from "../../core/object.ts";
import type { ClientProtocol } from "../../service/protocol.ts";
import type { ClientInterceptor } from "../../service/transport.ts";
import { wrapTransport } from "../../service/wrap-transport.ts";

/** Reports the card for authenticated callers, which replaces the public one (A2A 3.1.11). */
export function keepCard({ card }: ClientProtocol, onCard: (card: object) => void): ClientInterceptor {
  return (inner) =>
    wrapTransport(inner, {
      async unary(method, request, options) {
        const answer = await inner.unary(method, request, options);
        if (method.output.typeName === card?.typeName && isObject(answer)) onCard(answer);
        return answer;
      },
    });
}
