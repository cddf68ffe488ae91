import { printFragment, printPointer, type Tokens } from "@a2agen/generators/json-schema/json-pointer.ts";
import type { Schema } from "@a2agen/generators/json-schema/schema.ts";
import type { ProblemList } from "./compose-problem.ts";
import type { ExtensionSource } from "./extension-source.ts";
import { isSameSchema } from "./same-schema.ts";
import type { Universe } from "./universe.ts";

/** Where an addition is written. */
export interface Origin {
  readonly extension: ExtensionSource;
  readonly file: string;
  /** In the file: "#/$defs/checkout_with_discount/properties/discounts". */
  readonly pointer: string;
}

/** A field that an extension adds, with where it says so. */
export interface FieldAddition {
  readonly origin: Origin;
  /** The object of the composed document. */
  readonly object: Tokens;
  readonly name: string;
  readonly schema: Schema;
}

/** Values that an extension adds to an enum, with where it says so. */
export interface ValuesAddition {
  readonly origin: Origin;
  /** The schema of the composed document that has the `enum`. */
  readonly schema: Tokens;
  readonly values: readonly unknown[];
}

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
    const message = `expected a field that no other extension defines differently; found ${JSON.stringify(field.name)} of ${printFragment(field.object)}, which ${other.origin.file}${other.origin.pointer} adds with another schema; rename one of them`;
    const { file, pointer } = field.origin;
    problems.error({ code: "collision", file, pointer, message, section: "5.3" });
  }
}
