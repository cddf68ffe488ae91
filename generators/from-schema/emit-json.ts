import { code } from "../print/piece.ts";
import { createSourceFile, type SourceFile } from "../print/source-file.ts";
import { emitCheck } from "./emit-check.ts";
import { emitEncode } from "./emit-encode.ts";
import { emitEnum } from "./emit-enum.ts";
import { emitFunctions } from "./emit-functions.ts";
import { findRecursive } from "./find-recursive.ts";
import { functionNames, type JsonContext } from "./json-context.ts";
import type { PlannedSchema } from "./plan-unions.ts";
import type { Definition } from "./schema-model.ts";
import { contentOf } from "./type-text.ts";

export interface JsonFileInit {
  readonly path: string;
  /** The module with the types, "./a2a_types". */
  readonly typesFile: string;
  readonly namespace: string;
}

/** Emits the JSON codecs: for every definition its check, its encoder, and the functions over both. */
export function emitJson({ definitions, unions }: PlannedSchema, init: JsonFileInit): SourceFile {
  const { path, typesFile, namespace } = init;
  const out = createSourceFile({ path });
  const context: JsonContext = {
    out,
    definitions,
    unions,
    recursive: findRecursive(definitions),
    typesFile,
    namesHidden: true,
    namespace,
  };
  for (const definition of definitions.values()) {
    for (const name of namesOf(definition)) out.declare(name);
  }
  const parts = [...definitions.values()].flatMap((definition) => partsOf(definition, context));
  parts.forEach((print, i) => {
    if (i > 0) out.blank();
    print();
  });
  return out;
}

function namesOf({ name, hidden, body }: Definition): readonly string[] {
  const { kind, ...names } = functionNames(name);
  if (hidden) return [name, names.check, names.encode];
  return [...Object.values(names), ...(body.kind === "enum" ? [kind] : [])];
}

function partsOf(definition: Definition, context: JsonContext): readonly (() => void)[] {
  const { name, hidden, body } = definition;
  return [
    ...(body.kind === "enum" ? [() => emitEnum(name, body.values, context)] : []),
    ...(hidden ? [() => emitHiddenType(definition, context)] : [() => emitFunctions(definition, context)]),
    () => emitCheck(definition, context),
    () => emitEncode(definition, context),
  ];
}

function emitHiddenType(definition: Definition, context: JsonContext): void {
  context.out.line(code`type ${definition.name} = ${contentOf(definition, context)};`);
}
