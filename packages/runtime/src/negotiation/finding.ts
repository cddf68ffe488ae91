/** What can be said of an extension that was asked for, or declared active. */
export type FindingCode =
  /** Not a list, an element that does not name an extension, or one with a member of another type. */
  | "malformed"
  /** Behind the elements that are looked at. */
  | "too-many"
  /** Named before; in an answer, also with another version. */
  | "duplicate"
  /** The name is unknown: its fields are ignored. */
  | "unknown"
  /** The name is known, the version is not: another one is never taken instead. */
  | "unknown-version"
  /** Draft or experimental, and that was not allowed. */
  | "unstable"
  /** Being phased out. */
  | "deprecated"
  /** No longer supported. */
  | "retired"
  /** Declared active without having been asked for. */
  | "not-requested"
  /** An unknown part of the API. */
  | "unknown-target";

/** Something to log, or to answer with. */
export interface Finding {
  readonly code: FindingCode;
  /** An error means that the extension was wanted and is not active; a warning that the call continues. */
  readonly severity: "error" | "warning";
  /** Position in the list; absent for the list itself. */
  readonly index?: number;
  /** Says what was expected and what came. Text of the other side is quoted and cut. */
  readonly message: string;
}

const shown = 60;

/** What came, for a message: quoted, escaped and not longer than a line. */
export function showValue(value: unknown): string {
  if (typeof value === "string") {
    return JSON.stringify(value.length > shown ? `${value.slice(0, shown)}...` : value);
  }
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : typeof value;
}
