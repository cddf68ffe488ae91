import { oncePer } from "../emit/shared/once-per.ts";
import type { SchemaNode } from "./schema-node.ts";

/** What a schema says that it knows of a valid value, for `unevaluatedProperties` and `unevaluatedItems`. */
export interface Evaluated {
  readonly names: ReadonlySet<string>;
  readonly patterns: ReadonlyMap<string, SchemaNode>;
  readonly allMembers: boolean;
  /** The elements at the beginning. */
  readonly items: number;
  readonly allItems: boolean;
  /** Those elements that fit one of these. */
  readonly contained: readonly SchemaNode[];
  /** What is known only if the value fits a schema, or does not, or has a member. */
  readonly when: readonly Condition[];
}

export interface Condition {
  readonly fits?: SchemaNode;
  readonly not?: SchemaNode;
  readonly has?: string;
  readonly knows: Evaluated;
}

/** All that a schema knows, without what its own `unevaluated...` knows. */
export const evaluatedBeside: (node: SchemaNode) => Evaluated = oncePer((node) => {
  const { says, refs } = node;
  const parts = [...refs, ...(says.allOf ?? [])].map(evaluated);
  const when: Condition[] = [...(says.anyOf ?? []), ...(says.oneOf ?? [])].map((fits) => ({
    fits,
    knows: evaluated(fits),
  }));
  const { if: condition, then, else: otherwise } = says;
  if (condition !== undefined) {
    when.push({
      fits: condition,
      knows: merge([condition, ...(then === undefined ? [] : [then])].map(evaluated)),
    });
    if (otherwise !== undefined) when.push({ not: condition, knows: evaluated(otherwise) });
  }
  for (const [has, schema] of says.dependentSchemas ?? []) when.push({ has, knows: evaluated(schema) });
  const own: Evaluated = {
    names: new Set(says.properties?.keys()),
    patterns: new Map(says.patternProperties),
    allMembers: says.additionalProperties !== undefined,
    items: says.prefixItems?.length ?? 0,
    allItems: says.items !== undefined,
    contained: says.contains === undefined ? [] : [says.contains],
    when: when.filter(({ knows: inner }) => isSomething(inner)),
  };
  return merge([own, ...parts]);
});

const evaluated: (node: SchemaNode) => Evaluated = oncePer((node) => {
  const { unevaluatedProperties, unevaluatedItems } = node.says;
  const known = evaluatedBeside(node);
  return {
    ...known,
    allMembers: known.allMembers || unevaluatedProperties !== undefined,
    allItems: known.allItems || unevaluatedItems !== undefined,
  };
});

const noMembers = { names: new Set<string>(), patterns: new Map<string, SchemaNode>(), allMembers: false };

/** What is known of members or of elements, beside what is known anyway. */
export function withoutKnown(
  conditions: readonly Condition[],
  { names, items }: Evaluated,
  of: "members" | "items",
): readonly Condition[] {
  return conditions.flatMap((condition) => {
    const inner = condition.knows;
    // An array has no members.
    if (of === "items" && condition.has !== undefined) return [];
    const isAll = of === "members" ? inner.allMembers : inner.allItems;
    const when = isAll ? [] : withoutKnown(inner.when, { ...inner, names, items }, of);
    const own = new Set([...inner.names].filter((name) => !names.has(name)));
    const knows =
      of === "members"
        ? { ...inner, when, names: own, items: 0, allItems: false, contained: [] }
        : { ...inner, when, items: inner.items > items ? inner.items : 0, ...noMembers };
    return isSomething(knows) ? [{ ...condition, knows }] : [];
  });
}

function merge(parts: readonly Evaluated[]): Evaluated {
  return {
    names: new Set(parts.flatMap(({ names }) => [...names])),
    patterns: new Map(parts.flatMap(({ patterns }) => [...patterns])),
    allMembers: parts.some(({ allMembers }) => allMembers),
    items: Math.max(0, ...parts.map(({ items }) => items)),
    allItems: parts.some(({ allItems }) => allItems),
    contained: [...new Set(parts.flatMap(({ contained }) => contained))],
    when: parts.flatMap(({ when }) => when),
  };
}

function isSomething({ names, patterns, allMembers, items, allItems, contained, when }: Evaluated): boolean {
  return names.size + patterns.size + items + contained.length + when.length > 0 || allMembers || allItems;
}
