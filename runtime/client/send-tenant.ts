import type { Method } from "../service/method.ts";
import type { Protocol } from "../service/protocol.ts";
import type { Interceptor } from "../service/transport.ts";
import { withRequests } from "./wrap-transport.ts";

/** Puts the tenant of the interface into the requests that have a field for it and name none. */
export function sendTenant(protocol: Protocol, tenant: string | undefined): Interceptor {
  const field = protocol.tenantField;
  if (field === undefined || tenant === undefined) return (transport) => transport;
  return withRequests((request, method) => {
    if (typeof request !== "object" || request === null || !hasField(method, field)) return request;
    const own = (request as Readonly<Record<string, unknown>>)[field];
    return own === undefined || own === "" ? { ...request, [field]: tenant } : request;
  });
}

/** Requests without parameters have no fields that a path could carry, the tenant least of all. */
function hasField({ parameters = {} }: Method, field: string): boolean {
  return Object.hasOwn(parameters, field);
}
