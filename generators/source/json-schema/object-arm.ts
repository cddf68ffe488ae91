import type { Property } from "./definition.ts";

/** An arm of a union that is an object with properties. */
export interface ObjectArm {
  readonly name: string;
  readonly properties: readonly Property[];
}

export function propertyOf(arm: ObjectArm, name: string): Property | undefined {
  return arm.properties.find((property) => property.name === name);
}

/** Whether two parts of a schema are the same. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
