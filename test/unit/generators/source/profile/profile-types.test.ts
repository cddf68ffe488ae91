import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import schema from "../../../../../profiles/profile.schema.json" with { type: "json" };
import { generateTypes, typeSources } from "../../../../../scripts/generate/generate-profile-types.ts";

const root = join(import.meta.dirname, "../../../../..");

// One is in packages/testing, which the copy without lodgers does not have: the test is left out there.
test.each(typeSources)("the types in $types are those of $schema", async (source) => {
  expect(await readFile(join(root, source.types), "utf8")).toBe(await generateTypes(source));
});

test("every property has one sentence, and every object is closed", () => {
  const problems: string[] = [];
  const visit = (node: unknown, path: string): void => {
    if (typeof node !== "object" || node === null) return;
    const { type, properties, additionalProperties } = node as Readonly<Record<string, unknown>>;
    if (type === "object" && additionalProperties === undefined) problems.push(`${path} is open`);
    for (const [name, property] of Object.entries(properties ?? {})) {
      const { description } = property as { readonly description?: string };
      if (!/^[A-Za-z][^\n]*[^.]\.$/.test(description ?? "")) problems.push(`${path}.${name} has no sentence`);
    }
    for (const [key, child] of Object.entries(node)) visit(child, `${path}/${key}`);
  };
  // What is under if and then only adds to the properties above.
  const { if: _if, then: _then, ...described } = schema;
  visit(described, "");
  expect(problems).toEqual([]);
});
