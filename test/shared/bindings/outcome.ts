import { type FieldViolation, isCallError } from "@a2agen/runtime/service";

/** What came of a call, without what only one binding has. */
export type Outcome =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "events"; readonly events: readonly unknown[]; readonly error?: ErrorOutcome }
  | ErrorOutcome;

export interface ErrorOutcome {
  readonly kind: "error";
  readonly reason: string;
  readonly message: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly violations: readonly FieldViolation[];
}

/** Makes one call; `headers` are HTTP headers, metadata, or parameters. */
export type RawCall = (
  method: string,
  params: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>>,
) => Promise<Outcome>;

/** What an error of one of our clients says. */
export function outcomeOf(error: unknown): ErrorOutcome {
  if (!isCallError(error)) throw error;
  const { reason, message, metadata, violations } = error;
  return { kind: "error", reason, message, metadata: { ...metadata }, violations: [...violations] };
}

interface Detail {
  readonly "@type": string;
  readonly reason?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly fieldViolations?: readonly FieldViolation[];
}

/** The same of an error as it is on the wire, read without our code. */
export function outcomeOfDetails(message: string, details: readonly Detail[]): ErrorOutcome {
  const find = (type: string): Detail | undefined =>
    details.find((detail) => detail["@type"] === `type.googleapis.com/google.rpc.${type}`);
  return {
    kind: "error",
    reason: find("ErrorInfo")?.reason ?? "",
    message,
    metadata: find("ErrorInfo")?.metadata ?? {},
    violations: find("BadRequest")?.fieldViolations ?? [],
  };
}
