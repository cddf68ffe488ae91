import type { JsonObject } from "@a2agen/runtime";
import type { ExtensionInit } from "@a2agen/runtime/extensions";

/** What the page knows of an extension. */
export interface ExtensionFacts {
  readonly name: string;
  /** Its own URI, and others of the same version. */
  readonly uris: readonly [string, ...string[]];
  readonly description: string;
  readonly data: readonly DataFacts[];
}

/** A kind of data of an extension. */
export interface DataFacts {
  /** Names it in checks. */
  readonly id: string;
  /** Empty for the only one. */
  readonly name: string;
  readonly description: string;
  /** Short names of the core objects that carry it. */
  readonly on: readonly string[];
  readonly from: "agent" | "client" | "either";
  readonly place: DataPlace;
  /** With all that it refers to in its `$defs`; of parts of a media type that of one element. */
  readonly schema: JsonObject;
  /** The names on the way to the state that the data tells. */
  readonly state?: readonly string[];
}

export type DataPlace = Exclude<NonNullable<ExtensionInit<unknown, unknown>["key"]>, string>;

/** A value that the page wants to be checked. */
export interface CheckRequest {
  /** Of kinds of data. */
  readonly ids: readonly string[];
  readonly value: unknown;
}

/** What is wrong with a value as data of each kind. */
export type CheckAnswer = readonly (readonly DataProblem[])[];

export interface DataProblem {
  readonly path: string;
  readonly message: string;
}
