import type { Node, Property } from "./definition.ts";
import { isSame, type ObjectArm, propertyOf } from "./object-arm.ts";

/**
 * Leaves out each arm that another one extends by optional properties: that one says more of the same values.
 */
export function withoutNarrower(arms: readonly ObjectArm[]): readonly ObjectArm[] {
  return arms.filter((arm) => !arms.some((other) => other !== arm && extendsOptionally(other, arm)));
}

function extendsOptionally(wide: ObjectArm, narrow: ObjectArm): boolean {
  if (wide.properties.length <= narrow.properties.length) return false;
  const isKept = narrow.properties.every((property) => hasSame(wide, property));
  const added = wide.properties.filter(({ name }) => propertyOf(narrow, name) === undefined);
  return isKept && added.every(({ required }) => !required);
}

function hasSame(arm: ObjectArm, { name, node, required }: Property): boolean {
  const property = propertyOf(arm, name);
  return property !== undefined && property.required === required && isSame(property.node, node);
}

export interface MergedArms {
  /** The one property in which the arms differ. */
  readonly property: string;
  /** What it may be. */
  readonly nodes: readonly Node[];
  /** All properties, as the first arm has them. */
  readonly properties: readonly Property[];
}

/** Objects that differ in one property say the same as one object with a union in it. */
export function mergeArms(arms: readonly ObjectArm[]): MergedArms | undefined {
  const [first, ...others] = arms;
  if (first === undefined) return undefined;
  const differing = first.properties.filter((property) => !others.every((arm) => hasSame(arm, property)));
  const [only] = differing;
  if (only === undefined || differing.length > 1) return undefined;
  const nodes = arms.flatMap((arm) => {
    const property = propertyOf(arm, only.name);
    const isAlike = property?.required === only.required && arm.properties.length === first.properties.length;
    return property !== undefined && isAlike ? [property.node] : [];
  });
  return nodes.length < arms.length
    ? undefined
    : { property: only.name, nodes, properties: first.properties };
}
