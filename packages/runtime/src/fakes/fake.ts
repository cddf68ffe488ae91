import type { Codec } from "../core/codec.ts";
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
  /** Takes only values that are right, where the table cannot say all that its schema says. */
  readonly codec?: FakeCodec;
}

/** What of a codec tells which values are right. */
export type FakeCodec = Pick<Codec<unknown>, "is" | "tryDecode">;

/** How many values are made until the codec takes one. */
const tries = 100;

/**
 * Makes the fake of a type in a table, which generated code has. With a codec, values are made until it takes
 * one; with overrides that it refuses the first stands.
 */
export function fakeOf<T>(types: FakeTypes, typeName: string, codec?: FakeCodec): Fake<T> {
  const make = (seed: string, given: unknown): unknown => makeFake(types, { typeName, seed, given });
  const fake = (seed: number | string = 1, overrides?: Overrides<T>): T => {
    const first = make(`${typeName}/${seed}`, overrides);
    let value = first;
    for (let at = 1; codec?.is(value) === false && at < tries; at++) {
      value = make(`${typeName}/${seed}/${at}`, overrides);
    }
    const isRight = codec?.is(value) !== false;
    if (!isRight && overrides === undefined) {
      throw new Error(`${typeName}: its schema took none of ${tries} values; give the members that it wants`);
    }
    // The table is generated from what the type is generated from.
    return (isRight ? value : first) as T;
  };
  return Object.assign(fake, { typeName, types, ...(codec !== undefined && { codec }) });
}
