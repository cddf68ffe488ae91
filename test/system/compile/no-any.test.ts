import { readFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript-5.9";
import { expect, test } from "vitest";
import { listFiles } from "../../../scripts/list-files.ts";

const repository = join(import.meta.dirname, "../../..");

/** What generated code must not have, each with its place. */
function findUnwanted(path: string, text: string): readonly string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const report = (node: ts.Node, what: string): void => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
    found.push(`${path}:${line + 1}: ${what}`);
  };
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) report(node, "any");
    if (ts.isNonNullExpression(node)) report(node, "a non-null assertion");
    if (ts.isEnumDeclaration(node)) report(node, "an enum");
    if (ts.isModuleDeclaration(node)) report(node, "a namespace");
    if (ts.isExportAssignment(node)) report(node, "a default export");
    const isCall = ts.isCallExpression(node) || ts.isNewExpression(node);
    if (isCall && /^(?:eval|Function)$/.test(node.expression.getText(file))) report(node, "code from text");
    ts.forEachChild(node, visit);
  };
  visit(file);
  for (const [comment] of text.matchAll(/@ts-\w+|eslint-disable|biome-ignore/g))
    found.push(`${path}: ${comment}`);
  return found;
}

test.each([
  "generated/a2a-0.3/src",
  "generated/a2a-1.0-draft/src",
  "generated/a2a-1.0/src",
  "generated/a2a-1.1-dev/src",
  "generated/translate/src",
  "test/generated",
  "test/expected/extension",
])("%s has no any, nor what switches checks off, nor code made at run time", async (directory) => {
  const paths = (await listFiles(join(repository, directory))).filter((path) => path.endsWith(".ts"));
  const found = await Promise.all(
    paths.map(async (path) =>
      findUnwanted(`${directory}/${path}`, await readFile(join(repository, directory, path), "utf8")),
    ),
  );
  expect(paths.length).toBeGreaterThan(2);
  expect(found.flat()).toEqual([]);
});

test("what is looked for is found", () => {
  const text = "export const a: any = b!;\nenum C {}\nexport default new Function(b);\n// @ts-ignore\n";
  expect(findUnwanted("a.ts", text)).toEqual([
    "a.ts:1: any",
    "a.ts:1: a non-null assertion",
    "a.ts:2: an enum",
    "a.ts:3: a default export",
    "a.ts:3: code from text",
    "a.ts: @ts-ignore",
  ]);
});
