import type { CallError } from "../../service/call-error.ts";

/** Which way something goes: to the newer version, or to the older one. */
export type Direction = "upgrade" | "downgrade";

/** What two versions call the fields and values of requests: emitted from the plan of their translators. */
export interface Spelling {
  /** Renamed fields, keyed by type pair. */
  readonly places: { readonly [pair: string]: readonly PlaceRow[] };
  /** By enumeration: the values that both versions have. */
  readonly choices: { readonly [choice: string]: readonly (readonly [older: string, newer: string])[] };
  /** The enumerations of fields, by the name of the field: `state`. */
  readonly facts: { readonly [field: string]: string };
}

/** "file.mimeType" in the older version and "mediaType" in the newer one, false where it has no such field; the pair or enumeration of the field. */
export type PlaceRow = readonly [older: string | false, newer: string | false, inner?: string];

/** What an error says of a request. */
export type Spelled = Pick<CallError, "message" | "violations" | "metadata">;

/** The call that failed. */
export interface FailedCall {
  /** The pair of the request in each step of the translation. */
  readonly pairs: readonly string[];
  /** The request as the caller wrote it. */
  readonly sent: unknown;
  /** Where the error goes. */
  readonly direction: Direction;
}

/** Tells errors in the names that the caller has for fields and values. */
export interface Speller {
  /** The same object where the names are the same. */
  spell(told: Spelled, call: FailedCall): Spelled;
  /** The speller of this translation followed by another one. */
  to(newer: Speller): Speller;
  /** Of each step, the oldest version first. */
  readonly spellings: readonly Spelling[];
}
