import { type CallError, type CallErrorInit, protocolError } from "../service/call-error.ts";
import type { Protocol } from "../service/protocol.ts";
import type { ServiceTranslation } from "./service-translation.ts";

/** Which way an error goes: to clients of the older version, or from its servers. */
export type Direction = "upgrade" | "downgrade";

/**
 * Makes the error of one version that of the other: the same text and facts, with the codes of the
 * other version. What the other version has no name for keeps its name, status and JSON-RPC code, and
 * an error of no protocol, such as INVALID_ARGUMENT, is returned as it is.
 */
export function translateError(
  error: CallError,
  { older, newer, errors }: Pick<ServiceTranslation, "older" | "newer" | "errors">,
  direction: Direction,
): CallError {
  const [from, to] =
    direction === "upgrade" ? [older.protocol, newer.protocol] : [newer.protocol, older.protocol];
  if (!hasError(from, error.name)) return error;
  const row = errors.find((names) => names[direction === "upgrade" ? "older" : "newer"] === error.name);
  const name = row?.[direction === "upgrade" ? "newer" : "older"] ?? error.name;
  return hasError(to, name) ? protocolError(to, name, factsOf(error)) : error;
}

function hasError({ errors }: Protocol, name: string): boolean {
  return Object.hasOwn(errors, name);
}

function factsOf(error: CallError): CallErrorInit & { readonly message: string } {
  const { message, metadata, violations, details, retryAfterMs, challenges, headers, origin } = error;
  return {
    message,
    metadata,
    violations,
    details,
    challenges,
    headers,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(origin === undefined ? {} : { origin }),
    cause: error,
  };
}
