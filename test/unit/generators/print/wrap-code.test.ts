import { expect, test } from "vitest";
import { wrapCode } from "../../../../generators/print/wrap-code.ts";

const long = "x".repeat(50);

test.each([
  { name: "what fits", given: "const a = 1;", want: ["  const a = 1;"] },
  {
    name: "parameters",
    given: `function f(a: Record<string, ${long}>, b: ${long}, c: string): ${long} {`,
    want: [
      "  function f(",
      `    a: Record<string, ${long}>,`,
      `    b: ${long},`,
      "    c: string,",
      `  ): ${long} {`,
    ],
  },
  {
    name: "a condition with its statement",
    given: `if (${long} !== undefined && ${long} !== "") writer.uint32(26);`,
    want: [`  if (${long} !== undefined && ${long} !== "") {`, "    writer.uint32(26);", "  }"],
  },
  {
    name: "an alias",
    given: `export const ${long}: typeof ${long} = ${long};`,
    want: [`  export const ${long}: typeof ${long} =`, `    ${long};`],
  },
  {
    name: "a union",
    given: `type A = ${long} | ${long} | ${long};`,
    want: ["  type A =", `    | ${long}`, `    | ${long}`, `    | ${long};`],
  },
  {
    name: "brackets in strings are text",
    given: `return f("(${long},", { a: "${long}" }, [${long}]);`,
    want: ["  return f(", `    "(${long},",`, `    { a: "${long}" },`, `    [${long}],`, "  );"],
  },
  {
    name: "arguments that do not fit either",
    given: `call("a, (b", [${long}, ${long}, ${long}], { c: "\\"", d: 1 });`,
    want: [
      "  call(",
      '    "a, (b",',
      "    [",
      `      ${long},`,
      `      ${long},`,
      `      ${long},`,
      "    ],",
      '    { c: "\\"", d: 1 },',
      "  );",
    ],
  },
  {
    name: "a comment stays whole",
    given: `// f(${long}, ${long}, ${long})`,
    want: [`  // f(${long}, ${long}, ${long})`],
  },
  {
    name: "a bracket without the other one stays whole",
    given: `${long}, ${long}, ${long} })) => {`,
    want: [`  ${long}, ${long}, ${long} })) => {`],
  },
  {
    name: "a regular expression stays whole",
    given: `const a = f(/[(,]${long}${long}/, ${long});`,
    want: [`  const a = f(/[(,]${long}${long}/, ${long});`],
  },
  {
    name: "an expression in parentheses gets no comma",
    given: `let a = (${long} ? ${long} : ${long}) ?? "";`,
    want: [`  let a = (${long} ? ${long} : ${long}) ?? "";`],
  },
  {
    name: "an index gets no comma",
    given: `const value: unknown = message[key as keyof ${long}${long}];`,
    want: [`  const value: unknown = message[key as keyof ${long}${long}];`],
  },
])("$name", ({ given, want }) => {
  expect(wrapCode(given, "  ")).toEqual(want);
});
