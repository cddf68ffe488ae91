import type { Method } from "../service/method.ts";
import type { Protocol } from "../service/protocol.ts";
import type { Interceptor } from "../service/transport.ts";
import { withRequests } from "./wrap-transport.ts";

/** Puts the tenant of the interface into the requests that have a field for it and name none. */
export function sendTenant(protocol: Protocol, tenant: string | undefined): Interceptor {
  const field = protocol.tenantField;
  if (field === undefined || tenant === undefined) return (transport) => transport;
  return withRequests((request, method) => {
    if (typeof request !== "object" || request === null || !mayHaveField(method, field)) return request;
    const own = (request as Readonly<Record<string, unknown>>)[field];
    return own === undefined || own === "" ? { ...request, [field]: tenant } : request;
  });
}

const probed = new WeakMap<Method, boolean>();

/**
 * Whether a request may have the field. Paths and queries tell of it; other methods, those of an extension
 * say, are taken to have it unless their codec refuses a text there: what a message has no field for is
 * not sent. Well-known types are values of their own, in which it would be something else.
 */
function mayHaveField(method: Method, field: string): boolean {
  const { parameters = {}, input } = method;
  if (Object.hasOwn(parameters, field)) return true;
  if (input.typeName.startsWith("google.protobuf.")) return false;
  const known = probed.get(method);
  if (known !== undefined) return known;
  const result = input.tryDecode({ [field]: "x" });
  const takes = result.ok || !result.issues.some(({ segments }) => segments[0] === field);
  probed.set(method, takes);
  return takes;
}
