import { shortVersionName } from "@a2agen/generators/naming/version-names.ts";
import type { Certainty, Shape } from "@a2agen/runtime/versions";

/** What the page asks its worker: to check a text, and to fill the pane that is shown. */
export interface CheckRequest {
  readonly kind: "check";
  readonly id: number;
  readonly text: string;
  /** Absent for what is found. */
  readonly dialect?: string | undefined;
  readonly typeName?: string | undefined;
  /** Which message of several the pane is about, from 0. */
  readonly part?: number | undefined;
  readonly pane: PaneRequest;
}

export type PaneRequest =
  /** To the newest other version where the wanted one is that of the text. */
  | { readonly kind: "translation"; readonly to: string | undefined }
  | { readonly kind: "canonical" }
  | { readonly kind: "signatures"; readonly keys: string }
  | { readonly kind: "binary" }
  | { readonly kind: "schema" }
  | { readonly kind: "type" };

/** Bytes that are to be read as a message. */
export interface DecodeRequest {
  readonly kind: "decode";
  readonly id: number;
  /** In base64 or hexadecimal, or the bytes themselves. */
  readonly bytes: string | Uint8Array;
  /** Absent for what is found. */
  readonly dialect?: string | undefined;
  readonly typeName?: string | undefined;
}

export type Request = CheckRequest | DecodeRequest;

/** A message about a place in the text. */
export interface Note {
  readonly severity: "error" | "warning" | "info" | "good";
  /** Empty for the whole. */
  readonly path: string;
  readonly message: string;
  /** The rule that is broken: the code of a decoder. */
  readonly rule?: string;
  /** The section of the specification that has the rule. */
  readonly section?: Section;
  /** Offsets in the text; absent where it is about no place. */
  readonly from?: number;
  readonly to?: number;
  /** Of `from`, beginning at 1. */
  readonly line?: number;
}

/** A section of the specification. */
export interface Section {
  readonly number: string;
  readonly about: string;
}

/** A version and type that a text may be of. */
export interface Found {
  readonly dialect: string;
  /** For people: "A2A 1.0". */
  readonly version: string;
  readonly what: Shape;
  /** Full name; empty for errors. */
  readonly typeName: string;
  readonly methods: readonly string[];
  /** "chosen" when the user named it, "near" when no type accepts the value. */
  readonly certainty: Certainty | "near" | "chosen";
  readonly error?: string;
}

export interface Report {
  readonly kind: "report";
  readonly id: number;
  /** Absent for what no version knows. */
  readonly found?: Found;
  /** What else it may be, which fits as well. */
  readonly others: readonly Found[];
  /** Absent where the text is one message. */
  readonly parts?: Parts;
  readonly notes: readonly Note[];
  /** Notes beyond those. */
  readonly more: number;
  readonly pane: Pane;
}

/** The messages of a text that has several. */
export interface Parts {
  readonly kind: "list" | "lines" | "events" | "recording";
  readonly count: number;
  /** The one that is shown, from 0. */
  readonly at: number;
  /** What they are, "StreamResponse, A2A 1.0", and how many of each. */
  readonly kinds: readonly (readonly [name: string, count: number])[];
}

/** What a pane shows. */
export interface Pane {
  /** Facts in one line each. */
  readonly facts: readonly string[];
  readonly notes: readonly Note[];
  readonly text?: string;
  readonly language?: "json" | "typescript";
  /** The version that it is translated to. */
  readonly to?: string;
  /** Texts to copy, by the label of their button. */
  readonly copies?: Readonly<Record<string, string>>;
}

export interface Decoded {
  readonly kind: "decoded";
  readonly id: number;
  /** The JSON of the message, or why there is none. */
  readonly result:
    | { readonly ok: true; readonly text: string; readonly dialect: string; readonly typeName: string }
    | { readonly ok: false; readonly message: string };
}

/** A version with its types, which users can choose. */
export interface VersionChoice {
  readonly dialect: string;
  readonly typeNames: readonly string[];
  /** Those that have a binary form. */
  readonly binaryTypeNames: readonly string[];
}

/** What the worker says first. */
export interface Ready {
  readonly kind: "ready";
  /** From the newest to the oldest. */
  readonly versions: readonly VersionChoice[];
}

export type Answer = Ready | Report | Decoded;

/** A version for people, "A2A 1.0-draft". */
export function versionLabel(dialect: string): string {
  return `A2A ${shortVersionName(dialect)}`;
}
