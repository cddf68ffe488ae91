import { type Evaluated, evaluatedBeside } from "./evaluated.ts";
import type { SchemaNode } from "./schema-node.ts";

/** Whether no valid object of a schema has this member. */
export function isClosedTo(node: SchemaNode, name: string): boolean {
  const { says, refs } = node;
  const member = says.properties?.get(name);
  if (member !== undefined) return member.json === false;
  const parts = [...refs, ...(says.allOf ?? [])];
  if (parts.some((part) => isClosedTo(part, name))) return true;
  if (says.unevaluatedProperties?.json === false && !mayKnow(evaluatedBeside(node), name)) return true;
  if (says.additionalProperties?.json !== false) return false;
  return !matchesAny(says.patternProperties?.keys() ?? [], name);
}

/** Whether a schema knows a member, if only under some condition. */
function mayKnow({ names, patterns, allMembers, when }: Evaluated, name: string): boolean {
  if (allMembers || names.has(name) || matchesAny(patterns.keys(), name)) return true;
  return when.some(({ knows }) => mayKnow(knows, name));
}

function matchesAny(patterns: Iterable<string>, name: string): boolean {
  return [...patterns].some((pattern) => new RegExp(pattern, "u").test(name));
}
