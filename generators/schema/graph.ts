import type { SchemaNode } from "./schema-node.ts";

/** The schemas that a schema applies to the value itself. */
export function listSame({ says, refs }: SchemaNode): readonly SchemaNode[] {
  const { allOf = [], anyOf = [], oneOf = [], not, if: condition, then, else: otherwise } = says;
  const single = [not, condition, then, otherwise].filter((node) => node !== undefined);
  return [...refs, ...allOf, ...anyOf, ...oneOf, ...single, ...(says.dependentSchemas?.values() ?? [])];
}

/** Those that it applies to members, their names, and elements. */
export function listInside({ says }: SchemaNode): readonly SchemaNode[] {
  const { additionalProperties, unevaluatedProperties, propertyNames, items, unevaluatedItems, contains } =
    says;
  const single = [
    additionalProperties,
    unevaluatedProperties,
    propertyNames,
    items,
    unevaluatedItems,
    contains,
  ].filter((node) => node !== undefined);
  const { properties, patternProperties, prefixItems = [] } = says;
  return [...(properties?.values() ?? []), ...(patternProperties?.values() ?? []), ...prefixItems, ...single];
}

/** All that are applied, to the value or to what is in it. */
export function listApplied(node: SchemaNode): readonly SchemaNode[] {
  return [...listSame(node), ...listInside(node)];
}

/** All schemas that some schemas apply, and these. */
export function reach(from: Iterable<SchemaNode>): ReadonlySet<SchemaNode> {
  const reached = new Set(from);
  // The set grows while it is walked.
  for (const node of reached) for (const next of listApplied(node)) reached.add(next);
  return reached;
}

/** The nodes of a graph as names, for the algorithms that walk names. */
export function toEdges(
  nodes: Iterable<SchemaNode>,
  list: (node: SchemaNode) => readonly SchemaNode[],
): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map([...nodes].map((node) => [node.key, new Set(list(node).map(({ key }) => key))]));
}
