import type { MessageModel, UnionModel } from "../../model/model.ts";
import { toPropertyName } from "../../naming/identifiers.ts";
import { code, join } from "../../print/piece.ts";
import type { SourceContext } from "../shared/source-emitter.ts";
import { fieldType, unionType } from "../shared/type-expression.ts";

/** Emits a type that is part of another one, and that only the codecs name. */
export function emitInnerType(type: MessageModel | UnionModel, { out, index }: SourceContext): void {
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
