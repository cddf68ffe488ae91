import { type ObjectArm, propertyOf } from "./object-arm.ts";

export interface MemberGroup {
  readonly member: string;
  readonly arms: readonly ObjectArm[];
}

/**
 * Finds properties of which every arm requires one, and that no other arm has, as the members of a
 * oneof; those of the most arms come first. Undefined where there are none.
 */
export function partitionArms(arms: readonly ObjectArm[]): readonly MemberGroup[] | undefined {
  const names = new Set(arms.flatMap(({ properties }) => properties.map(({ name }) => name)));
  const candidates = [...names]
    .map((member) => ({ member, arms: arms.filter((arm) => propertyOf(arm, member) !== undefined) }))
    .filter(({ member, arms: owners }) => {
      return owners.length < arms.length && owners.every((arm) => propertyOf(arm, member)?.required === true);
    })
    .sort((a, b) => b.arms.length - a.arms.length);
  const groups: MemberGroup[] = [];
  const claimed = new Set<ObjectArm>();
  for (const candidate of candidates) {
    if (candidate.arms.some((arm) => claimed.has(arm))) continue;
    groups.push(candidate);
    for (const arm of candidate.arms) claimed.add(arm);
  }
  if (claimed.size < arms.length) return undefined;
  return groups.sort((a, b) => indexOf(a, arms) - indexOf(b, arms));
}

function indexOf({ arms: [first] }: MemberGroup, arms: readonly ObjectArm[]): number {
  return first === undefined ? 0 : arms.indexOf(first);
}
