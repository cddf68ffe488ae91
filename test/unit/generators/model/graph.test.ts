import { describe, expect, test } from "vitest";
import { findCycles, findReaching } from "../../../../generators/model/graph.ts";

/** Edges from "a>b c": a leads to b and to c. */
function edges(...rows: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    rows.map((row) => {
      const [from = "", to = ""] = row.split(">");
      return [from, new Set(to.split(" ").filter((name) => name !== ""))];
    }),
  );
}

describe("names from which a walk comes back", () => {
  test.each([
    { name: "there are none without edges", given: [], want: [] },
    { name: "there are none in a tree", given: ["a>b c", "b>d", "c>", "d>"], want: [] },
    { name: "there are none in a diamond", given: ["a>b c", "b>d", "c>d", "d>"], want: [] },
    { name: "one that leads to itself", given: ["a>a b", "b>"], want: ["a"] },
    { name: "two that lead to each other", given: ["a>b", "b>a"], want: ["a", "b"] },
    {
      name: "a circle, but not what leads to it or from it",
      given: ["x>a", "a>b", "b>c", "c>a y", "y>"],
      want: ["a", "b", "c"],
    },
    { name: "two circles that touch", given: ["a>b", "b>a c", "c>d", "d>c"], want: ["a", "b", "c", "d"] },
    { name: "two circles that share a name", given: ["a>b c", "b>a", "c>a"], want: ["a", "b", "c"] },
    {
      name: "a circle that is reached late, by a cross edge",
      given: ["r>a b", "a>", "b>a c", "c>b"],
      want: ["b", "c"],
    },
    { name: "a name without edges of its own", given: ["a>b"], want: [] },
  ])("$name", ({ given, want }) => {
    expect([...findCycles(edges(...given))].sort()).toEqual(want);
    expect([...findCycles(edges(...given.toReversed()))].sort()).toEqual(want);
  });
});

describe("names from which a walk reaches a target", () => {
  test.each([
    { name: "the targets themselves", given: ["a>b"], targets: ["c"], want: ["c"] },
    {
      name: "those before a target",
      given: ["a>b", "b>c", "c>", "d>a"],
      targets: ["c"],
      want: ["a", "b", "c", "d"],
    },
    { name: "not those behind it", given: ["a>b", "b>c", "c>"], targets: ["b"], want: ["a", "b"] },
    { name: "through a circle", given: ["a>b", "b>a c", "c>"], targets: ["c"], want: ["a", "b", "c"] },
    { name: "none without targets", given: ["a>b"], targets: [], want: [] },
  ])("$name", ({ given, targets, want }) => {
    expect([...findReaching(edges(...given), targets)].sort()).toEqual(want);
  });
});

describe("a chain of 100,000 names", () => {
  const length = 100_000;
  const chain = (end: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> =>
    new Map(
      Array.from({ length }, (_, i) => [`n${i}`, new Set(i + 1 < length ? [`n${i + 1}`] : end)] as const),
    );

  test("has no cycle", () => {
    expect(findCycles(chain([])).size).toBe(0);
  });

  test("is one cycle when its end leads to its beginning", () => {
    expect(findCycles(chain(["n0"])).size).toBe(length);
  });

  test("reaches its end from everywhere", () => {
    expect(findReaching(chain([]), [`n${length - 1}`]).size).toBe(length);
  });
});
