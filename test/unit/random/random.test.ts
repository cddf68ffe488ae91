import { describe, expect, test } from "vitest";
import { createRandom } from "../../shared/random/random.ts";

describe("random numbers", () => {
  test("are the same on every machine", () => {
    const random = createRandom("seed");
    const drawn = [
      random.integer(0, 9),
      random.bigint(0n, 2n ** 64n - 1n),
      random.pick(["a", "b", "c"]),
      random.chance(0.5),
    ];
    expect(drawn).toEqual([0, 4233123010445397944n, "c", true]);
  });

  test("reach both borders and nothing beyond", () => {
    const random = createRandom("borders");
    const drawn = new Set(Array.from({ length: 500 }, () => random.integer(-2, 3)));
    expect([...drawn].sort((a, b) => a - b)).toEqual([-2, -1, 0, 1, 2, 3]);
    const wide = new Set(Array.from({ length: 500 }, () => random.bigint(-1n, 1n)));
    expect([...wide].sort((a, b) => Number(a - b))).toEqual([-1n, 0n, 1n]);
  });

  test("cannot be picked from nothing", () => {
    expect(() => createRandom("empty").pick([])).toThrow(
      new RangeError("pick: expected at least one item; found none"),
    );
  });
});
