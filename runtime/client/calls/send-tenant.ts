import type { Method } from "../../service/method.ts";
import type { Protocol } from "../../service/protocol.ts";
import type { Interceptor } from "../../service/transport.ts";
import { changeCalls } from "./wrap-transport.ts";

/** Adds the tenant of the interface to requests that have a field for it and name no tenant. */
export function sendTenant(protocol: Protocol, tenant: string | undefined): Interceptor {
  const field = protocol.tenantField;
  if (field === undefined || tenant === undefined) return (transport) => transport;
  const addTenant = (request: unknown, method: Method): unknown => {
    if (typeof request !== "object" || request === null || !mayHaveField(method, field)) return request;
    const own = (request as Readonly<Record<string, unknown>>)[field];
    return own === undefined || own === "" ? { ...request, [field]: tenant } : request;
  };
  return changeCalls((options, method) => ({ options, map: (request) => addTenant(request, method) }));
}

const probed = new WeakMap<Method, boolean>();

/**
 * Whether a request may have the field: by the parameters of its path and query, or else, as for methods of
 * extensions, unless the codec refuses a string there. Well-known types have no fields of their own.
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
