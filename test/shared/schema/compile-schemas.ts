import { createDiagnostics, formatDiagnostic } from "@a2agen/generators/model/diagnostics.ts";
import { readStatements } from "@a2agen/generators/print/statements.ts";
import { toJavaScript } from "@a2agen/generators/print/to-javascript.ts";
import { emitSchemas } from "@a2agen/generators/schema/emit-schemas.ts";
import type { GivenDocument } from "@a2agen/generators/schema/read-documents.ts";
import { readSchemas } from "@a2agen/generators/schema/read-schemas.ts";
import type { SchemaRoot } from "@a2agen/generators/schema/schema-names.ts";
import type { Codec } from "@a2agen/runtime";
import * as runtime from "../../../packages/runtime/src/codegen/schema.ts";

export interface CompiledSchemas {
  /** The lines that users read. */
  readonly diagnostics: readonly string[];
  /** TypeScript by path. */
  readonly files: Readonly<Record<string, string>>;
  /** What each file exports for users. */
  readonly exports: Readonly<Record<string, readonly string[]>>;
  /** By the names of the roots. */
  readonly codecs: Readonly<Record<string, Codec<unknown>>>;
}

const options = { header: "// Generated.\n", importExtension: "js" } as const;

/** Generates code from schemas and runs it. */
export function compileSchemas(
  documents: readonly GivenDocument[],
  roots: readonly SchemaRoot[],
): CompiledSchemas {
  const diagnostics = createDiagnostics();
  const files = emitSchemas(readSchemas(documents, diagnostics), roots, diagnostics);
  const modules: Record<string, Record<string, unknown>> = {
    "@a2agen/runtime/codegen/schema": { ...runtime },
  };
  for (const file of files.filter(({ path }) => path.endsWith("_json"))) {
    const code = toJavaScript(readStatements(file.toMarkedText(options)));
    modules[`${file.path}.js`] = runModule(file.path, code, modules);
  }
  const codecs = Object.entries(modules).flatMap(([, exported]) =>
    Object.entries(exported).filter(([name]) => name.endsWith("Codec") && name !== "defineCodec"),
  );
  return {
    diagnostics: diagnostics.list.map(formatDiagnostic),
    files: Object.fromEntries(files.map((file) => [`${file.path}.ts`, file.toText(options)])),
    exports: Object.fromEntries(
      files.map(({ path, exports, internals }) => [
        path,
        [...exports].filter((name) => !internals.has(name)),
      ]),
    ),
    codecs: Object.fromEntries(codecs) as Readonly<Record<string, Codec<unknown>>>,
  };
}

/** The codec of one schema that refers to nothing outside. */
export function compileSchema(
  json: unknown,
): CompiledSchemas & { readonly codec: Codec<unknown> | undefined } {
  const compiled = compileSchemas([{ path: "schema.json", json }], [{ ref: "schema.json", name: "Value" }]);
  return { ...compiled, codec: compiled.codecs["ValueCodec"] };
}

/** Runs a module; what it imports from others is looked up when it is called, since modules go in circles. */
function runModule(
  path: string,
  code: string,
  modules: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): Record<string, unknown> {
  const exported = [...code.matchAll(/^export (?:function|const) ([\w$]+)/gm)].map(([, name = ""]) => name);
  const body = code
    .replaceAll(/^import \{([^}]*)\} from "([^"]*)";$/gm, (_, names: string, from: string) => {
      const module = from.startsWith(".") ? new URL(from, `file:///${path}`).pathname.slice(1) : from;
      return names
        .split(",")
        .filter((name) => name.trim() !== "")
        .map((name) => {
          const [imported = "", local = imported] = name.trim().split(" as ");
          return from.startsWith(".")
            ? `const ${local} = (...all) => modules["${module}"].${imported}(...all);`
            : `const ${local} = modules["${module}"].${imported};`;
        })
        .join("\n");
    })
    .replaceAll(/^export /gm, "");
  // oxlint-disable-next-line no-implied-eval -- it is what the test is about
  const run = new Function("modules", `"use strict";\n${body}\nreturn { ${exported.join(", ")} };`) as (
    all: typeof modules,
  ) => Record<string, unknown>;
  return run(modules);
}
