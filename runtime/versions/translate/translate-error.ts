import { defined } from "../../core/object.ts";
import { type CallError, type CallErrorInit, protocolError } from "../../service/call-error.ts";
import type { Protocol } from "../../service/protocol.ts";
import type { ServiceTranslation } from "./service-translation.ts";

/** Which way an error goes: to clients of the older version, or from its servers. */
export type Direction = "upgrade" | "downgrade";

/**
 * Makes the error of one version that of the other: the same text and facts, with the codes of the
 * other version. What the other version has no name for keeps its name, status and JSON-RPC code; when
 * it comes back to the version that has one, it is known by its reason. An error of no protocol, such as
 * INVALID_ARGUMENT, is returned as it is.
 */
export function translateError(
  error: CallError,
  { older, newer, errors }: Pick<ServiceTranslation, "older" | "newer" | "errors">,
  direction: Direction,
): CallError {
  const [from, to] =
    direction === "upgrade" ? [older.protocol, newer.protocol] : [newer.protocol, older.protocol];
  const name = hasError(from, error.name) ? renamed(error.name, errors, direction) : nameOf(error.reason, to);
  return name !== undefined && hasError(to, name) ? protocolError(to, name, factsOf(error)) : error;
}

function renamed(name: string, errors: ServiceTranslation["errors"], direction: Direction): string {
  const isUpgrade = direction === "upgrade";
  const row = errors.find(({ older, newer }) => (isUpgrade ? older : newer) === name);
  return (isUpgrade ? row?.newer : row?.older) ?? name;
}

function nameOf(reason: string, { errors }: Protocol): string | undefined {
  return Object.keys(errors).find((name) => errors[name]?.reason === reason);
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
    ...defined({ retryAfterMs, origin }),
    cause: error,
  };
}
