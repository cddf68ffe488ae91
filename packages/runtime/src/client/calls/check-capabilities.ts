import { capabilitiesOf, type MethodCapabilities, missingCapability } from "../../service/capabilities.ts";
import { valueAt } from "../../service/field-path.ts";
import type { ClientMethod } from "../../service/method.ts";
import type { ClientProtocol } from "../../service/protocol.ts";
import type { ClientInterceptor } from "../../service/transport.ts";
import { changeCalls } from "./change-calls.ts";

/** Refuses calls of capabilities that the card does not declare, with the server's error (A2A 3.3.4). */
export function checkCapabilities(protocol: ClientProtocol, card: () => object): ClientInterceptor {
  let known = new Map<string, MethodCapabilities>();
  let knownCard: object | undefined;

  const capabilities = (method: ClientMethod): MethodCapabilities => {
    const current = card();
    if (current !== knownCard) {
      known = new Map();
      knownCard = current;
    }
    const found = known.get(method.name) ?? capabilitiesOf(method, current, protocol);
    known.set(method.name, found);
    return found;
  };

  const check = (request: unknown, method: ClientMethod): unknown => {
    const { missing, closedFields } = capabilities(method);
    if (missing !== undefined) throw missingCapability(missing, method.name, protocol);
    for (const { rule, field } of closedFields) {
      if (valueAt(request, field) !== undefined) throw missingCapability(rule, field.join("."), protocol);
    }
    return request;
  };

  return changeCalls((options, method) => ({ options, map: (request) => check(request, method) }));
}
