import type { Literal } from "./definition.ts";
import { type ObjectArm, propertyOf } from "./object-arm.ts";

/** A property whose constants tell arms apart. */
export interface Tag {
  readonly name: string;
  readonly cases: readonly { readonly value: Literal; readonly arms: readonly ObjectArm[] }[];
  /** The arm for which the property may be anything else. */
  readonly other: ObjectArm | undefined;
}

/** Finds the property that distinguishes the most arms by a required constant; one arm may lack it. */
export function findTag(arms: readonly ObjectArm[]): Tag | undefined {
  const names = new Set(arms.flatMap(({ properties }) => properties.map(({ name }) => name)));
  const tags = [...names].flatMap((name) => tagAt(name, arms) ?? []);
  return tags.sort((a, b) => b.cases.length - a.cases.length)[0];
}

function tagAt(name: string, arms: readonly ObjectArm[]): Tag | undefined {
  const cases = new Map<Literal, ObjectArm[]>();
  const others: ObjectArm[] = [];
  for (const arm of arms) {
    const value = constantOf(arm, name);
    if (value === undefined) others.push(arm);
    else cases.set(value, [...(cases.get(value) ?? []), arm]);
  }
  const [other] = others;
  if (cases.size < 2 || others.length > 1) return undefined;
  if (other !== undefined && !takesAny(other, name, [...cases.keys()])) return undefined;
  return { name, cases: [...cases].map(([value, group]) => ({ value, arms: group })), other };
}

function constantOf(arm: ObjectArm, name: string): Literal | undefined {
  const property = propertyOf(arm, name);
  if (property === undefined || !property.required || property.node.kind !== "literals") return undefined;
  return property.node.isConstant ? property.node.values[0] : undefined;
}

/** Whether an arm requires the property too, with a type that the constants have. */
function takesAny(arm: ObjectArm, name: string, values: readonly Literal[]): boolean {
  const property = propertyOf(arm, name);
  if (property === undefined || !property.required || property.node.kind !== "scalar") return false;
  const { types } = property.node;
  return values.every((value) => {
    if (typeof value === "number") return types.some((type) => type === "number" || type === "integer");
    return types.some((type) => type === (value === null ? "null" : typeof value));
  });
}
