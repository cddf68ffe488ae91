import { capabilitiesOf, type MethodCapabilities, missingCapability } from "../service/capabilities.ts";
import { valueAt } from "../service/field-path.ts";
import type { Method } from "../service/method.ts";
import type { Protocol } from "../service/protocol.ts";
import type { Interceptor } from "../service/transport.ts";
import { withRequests, wrapTransport } from "./wrap-transport.ts";

/**
 * Refuses calls that need a capability which the card does not declare, with the error that the server
 * would answer with (A2A 3.3.4), and sends nothing.
 */
export function checkCapabilities(protocol: Protocol, card: () => object): Interceptor {
  let known = new Map<string, MethodCapabilities>();
  let knownCard: object | undefined;

  const capabilities = (method: Method): MethodCapabilities => {
    const current = card();
    if (current !== knownCard) {
      known = new Map();
      knownCard = current;
    }
    const found = known.get(method.name) ?? capabilitiesOf(method, current, protocol);
    known.set(method.name, found);
    return found;
  };

  const check = (request: unknown, method: Method): unknown => {
    const { missing, closedFields } = capabilities(method);
    if (missing !== undefined) throw missingCapability(missing, method.name, protocol);
    for (const { rule, field } of closedFields) {
      if (valueAt(request, field) !== undefined) throw missingCapability(rule, field.join("."), protocol);
    }
    return request;
  };

  return (transport) => {
    const inner = withRequests(check)(transport);
    return wrapTransport(inner, {
      // A call fails as a promise or a stream does, never at once.
      unary: async (method, request, options) => inner.unary(method, request, options),
      async *stream(method, request, options) {
        yield* inner.stream(method, request, options);
      },
    });
  };
}
