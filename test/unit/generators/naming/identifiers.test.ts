import ts from "typescript-5.9";
import { describe, expect, test } from "vitest";
import { toIdentifier, toPropertyAccess, toPropertyName } from "../../../../generators/naming/identifiers.ts";

/** Every word that the grammar of TypeScript knows. */
const words = Object.keys(ts.SyntaxKind).flatMap(
  (kind) => /^(\w+)Keyword$/.exec(kind)?.[1]?.toLowerCase() ?? [],
);

/** Whether a name can be that of a type and of a constant in a module, used as such. */
function isUsable(name: string): boolean {
  const text = `export interface ${name} { a: 1 }\nexport const ${name} = { a: 1 } as const;\nexport const b: ${name} = ${name};\n`;
  const { diagnostics = [] } = ts.transpileModule(text, {
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  return diagnostics.length === 0;
}

describe("an identifier", () => {
  test.each(["Task", "task", "Task_State", "Function", "Object", "Promise", "toString", "constructor", "A$"])(
    "%s stays as it is",
    (name) => {
      expect(toIdentifier(name)).toBe(name);
    },
  );

  test.each([
    "class",
    "delete",
    "await",
    "yield",
    "let",
    "static",
    "eval",
    "arguments",
    "undefined",
    "string",
    "any",
  ])("%s is reserved and gets a dollar sign", (name) => {
    expect(toIdentifier(name)).toBe(`${name}$`);
  });

  test("is usable whatever word of the language it is made of", () => {
    expect(words.length).toBeGreaterThan(70);
    expect(words.map(toIdentifier).filter((name) => !isUsable(name))).toEqual([]);
  });
});

describe("a property", () => {
  test.each([
    { given: "text", name: "text", access: "m.text" },
    { given: "class", name: "class", access: "m.class" },
    { given: "$ref", name: "$ref", access: "m.$ref" },
    { given: "_a1", name: "_a1", access: "m._a1" },
    { given: "a-b", name: '"a-b"', access: 'm["a-b"]' },
    { given: "1a", name: '"1a"', access: 'm["1a"]' },
    { given: "", name: '""', access: 'm[""]' },
    { given: "@type", name: '"@type"', access: 'm["@type"]' },
    { given: 'a"b\\', name: '"a\\"b\\\\"', access: 'm["a\\"b\\\\"]' },
    { given: "a\nb", name: '"a\\nb"', access: 'm["a\\nb"]' },
    { given: "größe", name: '"größe"', access: 'm["größe"]' },
  ])("$given is $name and $access", ({ given, name, access }) => {
    expect([toPropertyName(given), toPropertyAccess("m", given)]).toEqual([name, access]);
  });
});
