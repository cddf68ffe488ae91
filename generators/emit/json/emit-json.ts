import type { TypeModel } from "../../model/index-model.ts";
import type { MessageModel, UnionModel } from "../../model/model.ts";
import { toPropertyName } from "../../naming/identifiers.ts";
import { code, join } from "../../print/piece.ts";
import type { Emitter } from "../shared/emitter.ts";
import { createSourceEmitter, type SourceContext } from "../shared/source-emitter.ts";
import { fieldType, unionType } from "../shared/type-expression.ts";
import { emitCheck } from "./emit-check.ts";
import { emitEncode } from "./emit-encode.ts";
import { emitEnumCheck } from "./emit-enum-check.ts";
import { emitFunctions } from "./emit-functions.ts";
import { emitRules } from "./emit-rules.ts";
import { hasRules } from "./has-rules.ts";
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
    ...(type.kind === "message" && hasRules(type) ? [() => emitRules(type, context)] : []),
    () => emitCheck(type, context),
    () => emitEncode(type, context),
  ];
}

/** Emits a type that is part of another one, and that only the codecs name. */
function emitInnerType(type: MessageModel | UnionModel, { out, index }: SourceContext): void {
  const { identifier } = type;
  if (type.kind === "union") {
    out.line(code`type ${identifier} = ${unionType(type, index)};`);
    return;
  }
  const members = type.fields.map(
    (field) =>
      code`${toPropertyName(field.jsonName)}${field.presence === "required" ? "" : "?"}: ${fieldType(field, index)}`,
  );
  out.line(code`type ${identifier} = { ${join(members, "; ")} };`);
}
