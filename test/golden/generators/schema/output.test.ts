import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript-5.9";
import { beforeAll, describe, expect, test } from "vitest";
import { type CompiledSchemas, compileSchemas } from "../../../shared/schema/compile-schemas.ts";

const source = join(import.meta.dirname, "../../../shared/schema/screens");
const golden = join(import.meta.dirname, "../../../expected/schema");
const documents = readdirSync(source)
  .sort()
  .map((path) => ({ path, json: JSON.parse(readFileSync(join(source, path), "utf8")) as unknown }));
const roots = [
  { ref: "to_client.json", name: "ToClient" },
  { ref: "capabilities.json", name: "Capabilities" },
];

let compiled: CompiledSchemas;

beforeAll(() => {
  compiled = compileSchemas(documents, roots);
});

describe("four files of schemas", () => {
  test("become types and checks that people can read", async () => {
    expect(Object.keys(compiled.files)).toEqual([
      "capabilities_types.ts",
      "capabilities_json.ts",
      "catalog_types.ts",
      "catalog_json.ts",
      "common_types.ts",
      "common_json.ts",
      "to_client_types.ts",
      "to_client_json.ts",
    ]);
    for (const [path, text] of Object.entries(compiled.files)) {
      await expect(text).toMatchFileSnapshot(join(golden, path));
    }
  });

  test("export what they say that they export", () => {
    const printed = Object.entries(compiled.files).map(([path, text]) => [
      path.replace(/\.ts$/, ""),
      [...text.matchAll(/^export (?:interface|type|const) (\w+)/gm)].map(([, name]) => name),
    ]);
    expect(compiled.exports).toEqual(Object.fromEntries(printed));
  });

  test("say what their types leave out", () => {
    expect(compiled.diagnostics).toEqual([
      'capabilities.json#/definitions/extra/additionalProperties/not: warning: typed without it because TypeScript has no type for "not"; it is still checked [schema-loose]',
      'catalog.json#/$defs/Slider: warning: typed without it because TypeScript has no type for "if" with "then" and "else"; it is still checked [schema-loose]',
      "catalog.json#/$defs/Theme/patternProperties/%5Ex-: warning: typed as unknown because TypeScript has no type for members without a name beside those with one; it is still checked [schema-loose]",
    ]);
  });

  test("compile where all is strict", () => {
    const program = ts.createProgram(
      Object.keys(compiled.files).map((path) => join(golden, path)),
      {
        target: ts.ScriptTarget.ES2023,
        lib: ["lib.es2023.d.ts"],
        types: ["node"],
        module: ts.ModuleKind.NodeNext,
        moduleResolution: ts.ModuleResolutionKind.NodeNext,
        customConditions: ["a2agen-source"],
        strict: true,
        noUncheckedIndexedAccess: true,
        exactOptionalPropertyTypes: true,
        noPropertyAccessFromIndexSignature: true,
        noImplicitReturns: true,
        noFallthroughCasesInSwitch: true,
        noUnusedLocals: true,
        verbatimModuleSyntax: true,
        isolatedModules: true,
        erasableSyntaxOnly: true,
        allowImportingTsExtensions: true,
        noEmit: true,
        skipDefaultLibCheck: true,
      },
    );
    const found = Object.keys(compiled.files).flatMap((path) => {
      const file = program.getSourceFile(join(golden, path));
      return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    });
    expect(found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))).toEqual([]);
  });
});
