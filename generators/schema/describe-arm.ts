import { withArticle } from "../naming/article.ts";
import { follow } from "./check-value.ts";
import { describeTypes } from "./scalar-tests.ts";
import type { SchemaContext } from "./schema-context.ts";
import type { SchemaNode } from "./schema-node.ts";
import { membersOf } from "./tags.ts";
import { allTypes, typesOf, valuesOf } from "./type-sets.ts";

/** A schema in a few words: its name, its constants, or its types. */
export function describeArm(node: SchemaNode, { names }: SchemaContext): string {
  const target = follow(node);
  if (names.isNamed(target)) return withArticle(names.nameOf(target));
  const values = valuesOf(target.says);
  if (values !== undefined && values.length <= 5)
    return values.map((value) => JSON.stringify(value)).join(" or ");
  const types = typesOf(target);
  const required = [...membersOf(target).required].slice(0, 5);
  if (required.length > 0 && types.has("object")) return `an object with ${required.join(", ")}`;
  return types.size === allTypes.size ? withArticle(names.nameOf(target)) : describeTypes(types);
}
