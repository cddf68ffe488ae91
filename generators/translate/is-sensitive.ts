import { absentText } from "./absent-text.ts";
import type { Direction } from "./emit-context.ts";
import type { PairPlan } from "./plan.ts";

/**
 * Whether an object that is absent must be translated as an empty one, since what its absent fields
 * stand for is not the same in both versions.
 */
export function isSensitive({ body }: PairPlan, { from, to }: Direction): boolean {
  if (body.kind !== "cases") return false;
  return body.cases.some(
    (one) =>
      one.kind === "fields" &&
      one.fields.mappings.some((mapping) => {
        const absent = absentText(mapping, from);
        if (absent !== "true" && absent !== "false") return false;
        const said = (absent === "true") !== (mapping.relation.kind === "inverted");
        return String(said) !== absentText(mapping, to);
      }),
  );
}
