import { oncePer } from "../emit/shared/once-per.ts";
import type { SchemaNode } from "./schema-node.ts";
import { valuesOf } from "./type-sets.ts";

/** A schema with the parts that have no name of their own merged into it: what its type consists of. */
export interface Shape {
  /** Named schemas that always apply. */
  readonly refs: readonly SchemaNode[];
  /** The schema itself, and the parts of `allOf` that are written in it. */
  readonly own: readonly SchemaNode[];
  /** The arms of each `anyOf` and `oneOf`. */
  readonly unions: readonly (readonly SchemaNode[])[];
  /** What it says of the members that it names. */
  readonly members: ReadonlyMap<string, readonly SchemaNode[]>;
  readonly required: ReadonlySet<string>;
}

export const shapeOf: (node: SchemaNode) => Shape = oncePer((node) => {
  const { says } = node;
  const parts = (says.allOf ?? []).map(shapeOf);
  const own = [node, ...parts.flatMap((part) => part.own)];
  const members = new Map<string, SchemaNode[]>();
  for (const { says } of own) {
    for (const [name, member] of says.properties ?? []) {
      members.set(name, [...(members.get(name) ?? []), member]);
    }
  }
  return {
    refs: [...new Set([...node.refs, ...parts.flatMap((part) => part.refs)])],
    own,
    unions: [
      ...[says.anyOf, says.oneOf].filter((arms) => arms !== undefined),
      ...parts.flatMap((part) => part.unions),
    ],
    members,
    required: new Set(own.flatMap((each) => each.says.required ?? [])),
  };
});

/** Whether the type of a schema is printed under a name: one with members is an interface. */
export function hasMembers(node: SchemaNode): boolean {
  const { members, required } = shapeOf(node);
  return valuesOf(node.says) === undefined && (members.size > 0 || required.size > 0);
}
