import type { AuthenticationRequest } from "@a2agen/runtime/host";
import type { SecurityRequirement, SecurityScheme } from "@a2agen/runtime/service";

/** A call as the hook `authenticate` sees it; of an agent with OAuth where nothing else is said. */
export function requestOf(
  headers: Readonly<Record<string, string>>,
  {
    schemes = { oauth: { oauth2SecurityScheme: {} } },
    requirements = [{ schemes: { oauth: {} } }],
    query = {},
    peerCertificate,
  }: {
    readonly schemes?: Readonly<Record<string, SecurityScheme>>;
    readonly requirements?: readonly SecurityRequirement[];
    readonly query?: Readonly<Record<string, string>>;
    readonly peerCertificate?: unknown;
  } = {},
): AuthenticationRequest {
  return {
    binding: "TEST",
    method: "GetTask",
    kind: "unary",
    header: (name) => headers[name.toLowerCase()],
    query: (name) => query[name],
    requirements,
    schemes,
    peerCertificate,
  };
}
