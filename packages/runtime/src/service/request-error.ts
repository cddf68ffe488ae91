import type { DecodeError } from "../core/decode-error.ts";
import { formatIssue, type Issue } from "../core/issue.ts";
import { defined, errorCode, isObject } from "../core/object.ts";
import { CallError, type CallErrorInit, type FieldViolation, isCallError } from "./call-error.ts";

/** Most violations that an error carries. */
const maximumViolations = 100;

/**
 * Whether an error is that of an event, JSON or bytes, of a kind that this version does not know: none of its
 * members, or another tag.
 */
export function isUnknownEvent(error: unknown, event: unknown): boolean {
  if (!isObject(event) || Object.keys(event).length === 0) return false;
  if (!isCallError(error) || !isDecodeError(error.cause)) return false;
  const [issue, ...others] = error.cause.issues;
  if (issue === undefined || others.length > 0) return false;
  const { code, segments } = issue;
  return segments.length === 0 ? code === "oneof-none" : segments.length === 1 && code === "enum";
}

/** Tells the error of a decoder from others. */
export function isDecodeError(error: unknown): error is DecodeError {
  return errorCode(error) === "ERR_A2AGEN_DECODE" && "issues" in (error as Error);
}

/** The error for a request that is not of its type; the same on every binding. */
export function invalidRequest(
  issues: readonly Issue[],
  cause: unknown,
  { origin }: Pick<CallErrorInit, "origin"> = {},
): CallError {
  const violations = issues.slice(0, maximumViolations).map(toViolation);
  const [first] = issues;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : "";
  const text =
    first === undefined ? "invalid parameters" : `invalid parameters: ${formatIssue(first)}${more}`;
  return new CallError("INVALID_ARGUMENT", text, {
    violations,
    cause,
    ...defined({ origin }),
  });
}

function toViolation({ path, message }: Issue): FieldViolation {
  return { field: path, description: message };
}
