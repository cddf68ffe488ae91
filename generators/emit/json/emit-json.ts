import type { TypeModel } from "../../model/index-model.ts";
import type { Emitter } from "../shared/emitter.ts";
import { createSourceEmitter, type SourceContext } from "../shared/source-emitter.ts";
import { emitCheck } from "./emit-check.ts";
import { emitEncode } from "./emit-encode.ts";
import { emitEnumCheck } from "./emit-enum-check.ts";
import { emitFunctions } from "./emit-functions.ts";
import { emitInnerType } from "./emit-inner-type.ts";
import { declaredNames } from "./names.ts";

/** Emits the JSON codecs: for every type its check, its encoder, and the functions over both. */
export const emitJson: Emitter = createSourceEmitter({
  kind: "json",
  namesOf: declaredNames,
  parts: (type, context) => [
    ...(type.kind === "enum" ? [() => emitEnumCheck(type, context)] : []),
    ...(type.kind === "enum" && context.file.source === "proto" ? [] : codecParts(type, context)),
  ],
});

function codecParts(type: TypeModel, context: SourceContext): readonly (() => void)[] {
  return [
    () => (type.kind !== "enum" && type.inner ? emitInnerType(type, context) : emitFunctions(type, context)),
    () => emitCheck(type, context),
    () => emitEncode(type, context),
  ];
}
