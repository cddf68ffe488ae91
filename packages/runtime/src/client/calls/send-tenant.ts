import type { ClientMethod, Method } from "../../service/method.ts";
import type { ClientProtocol } from "../../service/protocol.ts";
import type { ClientInterceptor } from "../../service/transport.ts";
import { changeCalls } from "./change-calls.ts";

/** Adds the tenant of the interface to requests that have a field for it and name no tenant. */
export function sendTenant(protocol: ClientProtocol, tenant: string | undefined): ClientInterceptor {
  const field = protocol.tenantField;
  if (field === undefined || tenant === undefined) return (transport) => transport;
  const addTenant = (request: unknown, method: ClientMethod): unknown => {
    if (typeof request !== "object" || request === null || !mayHaveField(method, field)) return request;
    const own = (request as Readonly<Record<string, unknown>>)[field];
    return own === undefined || own === "" ? { ...request, [field]: tenant } : request;
  };
  return changeCalls((options, method) => ({ options, map: (request) => addTenant(request, method) }));
}

const probed = new WeakMap<ClientMethod, boolean>();

/**
 * Whether a request may have the field: by the parameters of its path and query, or else, as for methods of
 * extensions, unless the codec refuses a string there, or what clients have of it does not send one.
 * Well-known types have no declared fields.
 */
function mayHaveField(method: ClientMethod, field: string): boolean {
  const { parameters = {}, input } = method;
  if (Object.hasOwn(parameters, field)) return true;
  if (input.typeName.startsWith("google.protobuf.")) return false;
  const known = probed.get(method);
  if (known !== undefined) return known;
  const takes = takesText(input, field);
  probed.set(method, takes);
  return takes;
}

function takesText(input: ClientMethod["input"] & Partial<Method["input"]>, field: string): boolean {
  const probe = { [field]: "x" };
  const result = input.tryDecode?.(probe);
  if (result !== undefined) return result.ok || !result.issues.some(({ segments }) => segments[0] === field);
  // Unknown fields are not sent.
  return Object.hasOwn(input.encode(probe) as object, field);
}
