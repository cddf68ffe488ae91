import { defined, own } from "../../core/object.ts";
import { isRecord } from "../../core/trust.ts";
import type { Dialect } from "./detection.ts";
import type { Fit } from "./rank-fits.ts";

/** Finds the errors in an HTTP body: problem details, or `{"error": {code, status, message}}`. */
export function detectProblem(
  value: Readonly<Record<string, unknown>>,
  dialects: readonly Dialect[],
): readonly Fit[] {
  const error = own(value, "error");
  if (isRecord(error) && typeof own(error, "code") === "number" && typeof own(error, "status") === "string") {
    return toFits(
      dialects.filter(({ service }) => service.protocol.errorBody === "status"),
      (dialect) => findReason(dialect, own(error, "details")),
    );
  }
  const isProblem =
    typeof own(value, "status") === "number" &&
    (typeof own(value, "title") === "string" || typeof own(value, "detail") === "string");
  if (!isProblem) return [];
  const type = own(value, "type");
  const named = dialects.filter((dialect) => findType(dialect, type) !== undefined);
  const bodies = dialects.filter(({ service }) => service.protocol.errorBody === "problem+json");
  return toFits(named.length > 0 ? named : bodies, (dialect) => findType(dialect, type));
}

function toFits(
  dialects: readonly Dialect[],
  errorOf: (dialect: Dialect) => string | undefined,
): readonly Fit[] {
  return dialects.map((dialect) => {
    const error = errorOf(dialect);
    const found = { dialect: dialect.name, what: "problem", typeName: "", at: [], methods: [] } as const;
    return {
      finding: { ...found, ...defined({ error }) },
      unknownFields: [],
      required: error === undefined ? 0 : 1,
    };
  });
}

function findType({ service }: Dialect, type: unknown): string | undefined {
  if (typeof type !== "string") return undefined;
  return Object.entries(service.protocol.errors).find(([, { problemType }]) => problemType === type)?.[0];
}

function findReason({ service }: Dialect, details: unknown): string | undefined {
  if (!Array.isArray(details)) return undefined;
  const reasons: readonly unknown[] = details
    .slice(0, 10)
    .map((detail: unknown) => (isRecord(detail) ? own(detail, "reason") : undefined));
  return Object.entries(service.protocol.errors).find(([, { reason }]) => reasons.includes(reason))?.[0];
}
