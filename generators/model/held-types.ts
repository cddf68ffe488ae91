import type { ModelIndex, TypeModel } from "./index-model.ts";
import { innermost } from "./innermost.ts";

/** The full names of types and of all that their values hold; no root is a well-known type. */
export function findHeldTypes(roots: readonly string[], index: ModelIndex): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [...roots];
  for (let typeName = waiting.pop(); typeName !== undefined; typeName = waiting.pop()) {
    if (found.has(typeName)) continue;
    found.add(typeName);
    waiting.push(...heldTypes(index.type(typeName)));
  }
  return found;
}

function heldTypes(type: TypeModel): readonly string[] {
  const types =
    type.kind === "message"
      ? type.fields.map(({ shape }) => shape.type)
      : type.kind === "union"
        ? type.arms
        : [];
  return types.flatMap((each) => {
    const held = innermost(each);
    return "typeName" in held ? [held.typeName] : [];
  });
}
