import { makeFake } from "./make.ts";
import type { FakeTypes } from "./shape.ts";

/** Parts of a value: objects in part, everything else whole. */
export type Overrides<T> = T extends readonly unknown[] | string | number | boolean | null
  ? T
  : { readonly [K in keyof T]?: Overrides<T[K]> | undefined };

/** Makes values of a type, for tests and mocks. */
export interface Fake<T> {
  /**
   * A plausible value that codecs accept, the same for the same seed on every machine. What `overrides` has
   * stands in it, and the rest fits: a task that is completed has artifacts. `undefined` leaves a field out.
   */
  (seed?: number | string, overrides?: Overrides<T>): T;
  /** Full name of the type, and the table that has it. */
  readonly typeName: string;
  readonly types: FakeTypes;
}

/** Makes the fake of a type in a table, which generated code has. */
export function fakeOf<T>(types: FakeTypes, typeName: string): Fake<T> {
  const fake = (seed: number | string = 1, overrides?: Overrides<T>): T =>
    // The table is generated from what the type is generated from.
    makeFake(types, { typeName, seed: `${typeName}/${seed}`, given: overrides }) as T;
  return Object.assign(fake, { typeName, types });
}
