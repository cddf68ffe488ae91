import type { Codec } from "../core/codec.ts";
import type { JsonObject, JsonValue } from "../core/json.ts";

/** Data of a skill. */
export interface SkillData {
  /** Of the data part that has it. */
  readonly mediaType: string;
  /** Absent for data of which no schema is known: any JSON. */
  readonly codec?: Codec<unknown>;
  /** The JSON Schema of the codec, for language models. */
  readonly schema?: JsonObject;
}

/** A skill of a card, as `a2agen client` writes it. */
export interface Skill {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Absent for a skill that takes a text. */
  readonly input?: SkillData;
  /** Absent where it is not known what data it gives. */
  readonly output?: Required<SkillData>;
}

/** Skills by the names of their functions. */
export type SkillTable = Readonly<Record<string, Skill>>;

export type InputOf<Of> = Of extends { readonly input: infer Data }
  ? Data extends { readonly codec: Codec<infer Value> }
    ? Value
    : JsonValue
  : string;

export type OutputOf<Of> = Of extends { readonly output: { readonly codec: Codec<infer Value> } }
  ? Value
  : undefined;
