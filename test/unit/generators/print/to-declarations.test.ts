import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ts } from "ts-morph";
import { describe, expect, test } from "vitest";
import { readStatements } from "../../../../generators/print/statements.ts";
import { toDeclarations } from "../../../../generators/print/to-declarations.ts";
import { thorough } from "../../../shared/runs.ts";

const repository = join(import.meta.dirname, "../../../..");

/** Files of every emitter of TypeScript; `npm test` leaves out those of 0.3. */
const directories = ["generated/a2a-1.0/src", "packages/runtime/src/grpc/generated", "test/generated/proto"];

const files = [...directories, ...(thorough ? ["generated/a2a-0.3/src"] : [])].flatMap((directory) =>
  readdirSync(join(repository, directory), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => join(directory, path)),
);

const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
  isolatedDeclarations: true,
  declaration: true,
  strict: true,
};

/** A file as the compiler prints it, without comments: whatever the layout was. */
function normalize(path: string, text: string): string {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  return ts.createPrinter({ removeComments: true }).printFile(source);
}

describe("the declarations of a file are those that the compiler makes of it", () => {
  const withoutImports = (text: string): string =>
    normalize("a.d.ts", text).replaceAll(/^import [^;]*;\n/gm, "");

  test.each(files)("%s", { tags: "thorough" }, (path) => {
    // A compiler of single files does not take `satisfies`; it changes no type.
    const text = readFileSync(join(repository, path), "utf8").replaceAll(
      / as const satisfies .*;$/gm,
      " as const;",
    );
    const { outputText, diagnostics } = ts.transpileDeclaration(text, {
      compilerOptions,
      reportDiagnostics: true,
    });
    expect(diagnostics).toEqual([]);
    expect(withoutImports(toDeclarations(readStatements(text)))).toBe(withoutImports(outputText));
  });
});

test("declarations have the comments of their statements, and the imports that they use", () => {
  const text = `// Generated from a.proto.
// @ts-nocheck

import { type A, b, c as d } from "./a.js";
import type * as e from "./e.js";
import type * as f from "./f.js";
import { g } from "./g.js";

/** Names of A. */
export const AKind = {
  /** The first; or "readonly". */
  One: "one, {two}",
  "a-b": [1, { c: true }],
} as const;

/** A or
 * b. */
export const a: (value: A) => "x = y" = /* @__PURE__ */ g((value) => value);

const own = { x: 1 } as const;
const hidden: number = 1;

/** Reads. */
export function read(
  value: { [key: string]: A },
  depth = 0,
  into?: e.E,
): typeof own & typeof b {
  if (depth > 0) {

    return d(value);
  }
  return hidden;
}

export function isNothing(_value: unknown): void {}

export interface B {}

export type { A };
`;
  expect(toDeclarations(readStatements(text))).toBe(`// Generated from a.proto.
// @ts-nocheck

import { type A, b } from "./a.js";
import type * as e from "./e.js";
/** Names of A. */
export declare const AKind: {
  /** The first; or "readonly". */
  readonly One: "one, {two}";
  readonly "a-b": readonly [1, { readonly c: true }];
};
/** A or
 * b. */
export declare const a: (value: A) => "x = y";
declare const own: { readonly x: 1 };
/** Reads. */
export declare function read(
  value: { [key: string]: A },
  depth?: number,
  into?: e.E,
): typeof own & typeof b;
export declare function isNothing(_value: unknown): void;
export interface B {}
export type { A };
export {};
`);
});
