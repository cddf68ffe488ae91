import { type ImportRef, importValue } from "../print/piece.ts";
import type { SourceFile } from "../print/source-file.ts";
import { runtime, type TypeContext } from "./type-text.ts";
import type { UnionPlan } from "./union-plan.ts";

/** What the emitters of the parts of a JSON file share. */
export interface JsonContext extends TypeContext {
  readonly out: SourceFile;
  readonly unions: ReadonlyMap<string, UnionPlan>;
  readonly recursive: ReadonlySet<string>;
  /** What stands before the name of a definition in its full name: "a2a-0.3". */
  readonly namespace: string;
}

export function runtimeValue(name: string): ImportRef {
  return importValue(name, runtime);
}

export type DefinitionFunction =
  | "check"
  | "decode"
  | "parse"
  | "encode"
  | "stringify"
  | "is"
  | "codec"
  | "kind";

/** What a JSON file has for a definition. */
export function functionNames(name: string): Readonly<Record<DefinitionFunction, string>> {
  return {
    check: `check${name}`,
    decode: `decode${name}`,
    parse: `parse${name}`,
    encode: `encode${name}`,
    stringify: `stringify${name}`,
    is: `is${name}`,
    codec: `${name}Codec`,
    kind: `${name}Kind`,
  };
}
