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

/** Without what is known anyway, and conditions of which nothing is left. */
export function withoutKnown(
  conditions: readonly Condition[],
  { names, items }: Evaluated,
): readonly Condition[] {
  return conditions.flatMap((condition) => {
    const inner = condition.knows;
    const knows = {
      ...inner,
      names: new Set([...inner.names].filter((name) => !names.has(name))),
      items: inner.items > items ? inner.items : 0,
      when: withoutKnown(inner.when, { ...inner, names, items }),
    };
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
