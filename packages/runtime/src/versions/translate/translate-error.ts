import { defined } from "../../core/object.ts";
import { CallError, type CallErrorInit, protocolError } from "../../service/call-error.ts";
import type { ClientProtocol } from "../../service/protocol.ts";
import type { Direction, FailedCall } from "./name-map.ts";
import type { ServiceTranslation } from "./service-translation.ts";

/**
 * Makes the error of one version that of the other: with its codes, and with the names that it has for
 * fields and values of the request. What the other version has no name for keeps its name, status and
 * JSON-RPC code; when it comes back to the version that has one, it is known by its reason.
 */
export function translateError(
  error: CallError,
  translation: Pick<ServiceTranslation, "older" | "newer" | "errors" | "renamer">,
  call: FailedCall,
): CallError {
  const { older, newer, errors, renamer } = translation;
  const { direction } = call;
  const [from, to] =
    direction === "upgrade" ? [older.protocol, newer.protocol] : [newer.protocol, older.protocol];
  const name = hasError(from, error.name) ? renamed(error.name, errors, direction) : nameOf(error.reason, to);
  const text = renamer?.rename(error, call) ?? error;
  const { message, violations, metadata } = text;
  const facts = { ...factsOf(error), message, violations, metadata };
  if (name !== undefined && hasError(to, name)) return protocolError(to, name, facts);
  if (text === error) return error;
  const { status, reason, http, jsonRpc } = error;
  return new CallError(status, message, { ...facts, name: error.name, reason, http, jsonRpc });
}

function renamed(name: string, errors: ServiceTranslation["errors"], direction: Direction): string {
  const isUpgrade = direction === "upgrade";
  const row = errors.find(({ older, newer }) => (isUpgrade ? older : newer) === name);
  return (isUpgrade ? row?.newer : row?.older) ?? name;
}

function nameOf(reason: string, { errors }: ClientProtocol): string | undefined {
  return Object.keys(errors).find((name) => errors[name]?.reason === reason);
}

function hasError({ errors }: ClientProtocol, name: string): boolean {
  return Object.hasOwn(errors, name);
}

function factsOf(error: CallError): CallErrorInit {
  const { details, retryAfterMs, challenges, headers, origin } = error;
  return { details, challenges, headers, ...defined({ retryAfterMs, origin }), cause: error };
}
