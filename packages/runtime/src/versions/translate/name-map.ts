import type { CallError } from "../../service/call-error.ts";

/** Which way something goes: to the newer version, or to the older one. */
export type Direction = "upgrade" | "downgrade";

/** What two versions call the fields and values of requests: emitted from the plan of their translators. */
export interface NameMap {
  /** Renamed fields, keyed by type pair. */
  readonly places: { readonly [pair: string]: readonly PlaceRow[] };
  /** By enumeration: the values that both versions have. */
  readonly choices: { readonly [choice: string]: readonly (readonly [older: string, newer: string])[] };
  /** The enumerations of fields, by the name of the field: `state`. */
  readonly facts: { readonly [field: string]: string };
}

/**
 * "file.mimeType" in the older version and "mediaType" in the newer one, false where it has no such field;
 * the pair or enumeration of the field.
 */
export type PlaceRow = readonly [older: string | false, newer: string | false, inner?: string];

/** What an error says of a request. */
export type ErrorText = Pick<CallError, "message" | "violations" | "metadata">;

/** The call that failed. */
export interface FailedCall {
  /** The pair of the request in each step of the translation. */
  readonly pairs: readonly string[];
  /** The request as the caller wrote it. */
  readonly sent: unknown;
  /** Where the error goes. */
  readonly direction: Direction;
}

/** Rewrites errors in the caller's names for fields and values. */
export interface ErrorRenamer {
  /** The same object where the names are the same. */
  rename(error: ErrorText, call: FailedCall): ErrorText;
  /** The renamer of this translation followed by a newer one. */
  to(newer: ErrorRenamer): ErrorRenamer;
  /** Of each step, the oldest version first. */
  readonly maps: readonly NameMap[];
}
