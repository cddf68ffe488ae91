import type { FieldAddition } from "./addition.ts";
import type { ProblemList } from "./compose-problem.ts";
import { printFragment, printPointer } from "./json-pointer.ts";
import { isSameSchema } from "./same-schema.ts";
import type { Universe } from "./universe.ts";

/** Reports fields that more than one schema is given for, in one extension or in several (5.3). */
export function findCollisions(
  fields: readonly FieldAddition[],
  { universe, problems }: { readonly universe: Universe; readonly problems: ProblemList },
): void {
  const first = new Map<string, FieldAddition>();
  for (const field of fields) {
    const key = JSON.stringify([field.object, field.name]);
    const other = first.get(key);
    if (other === undefined) {
      first.set(key, field);
      continue;
    }
    const [left, right] = [field, other].map((addition, i) => ({
      // Not a place of the composed document, so that no schema there is taken for it.
      tokens: ["", String(i), printPointer(addition.object), addition.name],
      schema: addition.schema,
    }));
    if (left === undefined || right === undefined || isSameSchema(left, right, universe)) continue;
    const message = `expected a field that no other extension defines otherwise; found ${JSON.stringify(field.name)} of ${printFragment(field.object)}, which ${other.origin.file}${other.origin.pointer} adds with another schema; rename one of them`;
    const { file, pointer } = field.origin;
    problems.error({ code: "collision", file, pointer, message, section: "5.3" });
  }
}
