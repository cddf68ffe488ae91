import { describe, expect, test } from "vitest";
import { wrapLines } from "../../../../generators/print/wrap-lines.ts";

const long = "aVeryLongNameOfSomethingThatIsThere";

const cases: readonly { name: string; given: string; want: readonly string[] }[] = [
  {
    name: "the parameters of a function",
    given: `  function convert(${long}: Value, trace: Trace): { [key: string]: string[] } | undefined | ${long}[] {`,
    want: [
      "  function convert(",
      `    ${long}: Value,`,
      "    trace: Trace,",
      `  ): { [key: string]: string[] } | undefined | ${long}[] {`,
    ],
  },
  {
    name: "the arguments of a call, and what is in them",
    given: `call("a, (b", [${long}, ${long}, ${long}, ${long}], { c: "\\"", d: 1 });`,
    want: [
      "call(",
      '  "a, (b",',
      "  [",
      ...Array.from({ length: 4 }, () => `    ${long},`),
      "  ],",
      '  { c: "\\"", d: 1 },',
      ");",
    ],
  },
  {
    name: "the object that is all that a function gets or returns",
    given: `x = ${long}.map(({ url }) => ({ url, first: ${long}, second: ${long} }));`,
    want: [`x = ${long}.map(({ url }) => ({`, "  url,", `  first: ${long},`, `  second: ${long},`, "}));"],
  },
  {
    name: "an object with one property",
    given: `return { short: call(${long}, ${long}) ?? somethingElse };`,
    want: ["return {", `  short: call(${long}, ${long}) ?? somethingElse,`, "};"],
  },
];

describe("what is too long breaks at the brackets that hold most:", () => {
  test.each(cases)("$name", ({ given, want }) => {
    expect(wrapLines(given).split("\n")).toEqual(want);
  });
});

test.each([
  { name: "short lines", given: "  call(a, b);\n\n}" },
  { name: "comments", given: `  // call(${long.repeat(4)}, b)\n  /** (${long.repeat(4)}, b) */` },
  { name: "conditions", given: `if (${long} && ${long} && ${long} && ${long}) {` },
  { name: "texts", given: `const a = "(${long}, ${long}, ${long}, ${long})";` },
  { name: "brackets of which one is elsewhere", given: `  ${long.repeat(4)}, b })) => {` },
])("$name stay", ({ given }) => {
  expect(wrapLines(given)).toBe(given);
});
