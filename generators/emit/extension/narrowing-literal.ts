import type { Literal } from "../../print/print-literal.ts";
import type { ResolvedNarrowing } from "./resolved-extension.ts";

/** What a profile asks of a core type, as the runtime knows it. */
export function toNarrowing({ message, carrier, fields }: ResolvedNarrowing): Literal {
  return {
    typeName: message.typeName,
    ...(carrier === undefined ? {} : { carriesData: true }),
    ...(fields.length === 0
      ? {}
      : {
          fields: fields.map(({ field, required, values, members, minItems, maxItems }) => ({
            field: field.jsonName,
            ...(field.shape.kind === "map" ? { map: true } : {}),
            ...(required ? { required } : {}),
            ...(values.length > 0 ? { values } : {}),
            ...(members.length > 0 ? { members } : {}),
            minItems,
            maxItems,
          })),
        }),
  };
}
