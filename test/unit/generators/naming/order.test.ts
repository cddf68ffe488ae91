import { expect, test } from "vitest";
import { compareCodeUnits } from "../../../../generators/naming/order.ts";

test("strings are in the order of their code units, whatever the locale says", () => {
  const given = ["ä", "b", "a", "Z", "z", "a10", "a9", "", "\u{1f600}", "\ufb33", "İ", "i", "_"];
  expect(given.sort(compareCodeUnits)).toEqual([
    "",
    "Z",
    "_",
    "a",
    "a10",
    "a9",
    "b",
    "i",
    "z",
    "ä",
    "İ",
    "\u{1f600}",
    "\ufb33",
  ]);
  expect([compareCodeUnits("a", "a"), compareCodeUnits("a", "b"), compareCodeUnits("b", "a")]).toEqual([
    0, -1, 1,
  ]);
});
