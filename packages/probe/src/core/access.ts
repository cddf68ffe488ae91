import type { Header } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import type { Outcome } from "./outcome.ts";
import type { Subject } from "./subject.ts";

const secrets = /^(?:authorization|cookie)$|token|key|secret/i;

/** Headers without credentials. */
export function withoutSecrets<T extends Header>(headers: readonly T[]): T[] {
  return headers.filter(({ name }) => !secrets.test(name));
}

/** Whether calls carry credentials. */
export function hasSecrets({ headers }: Subject): boolean {
  return headers.some(({ name }) => secrets.test(name));
}

/** Whether the card requires credentials. */
export function requiresCredentials({ card }: Subject): boolean {
  const required = card.securityRequirements ?? [];
  return required.length > 0 && required.every(({ schemes = {} }) => Object.keys(schemes).length > 0);
}

/** Whether an error may ask for credentials; JSON-RPC has no code for that (A2A 3.3.2). */
export function mayAskForCredentials(outcome: Outcome, { binding }: Subject): boolean {
  if (outcome.kind !== "error") return false;
  const { kind, isNamed } = outcome.failure;
  return kind === "auth" || (binding === "JSONRPC" && !isNamed && kind === "other");
}
