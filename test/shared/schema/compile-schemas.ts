import { createDiagnostics, formatDiagnostic } from "@a2agen/generators/model/diagnostics.ts";
import { emitSchemas } from "@a2agen/generators/schema/emit-schemas.ts";
import type { GivenDocument } from "@a2agen/generators/schema/read-documents.ts";
import { readSchemas } from "@a2agen/generators/schema/read-schemas.ts";
import type { SchemaRoot } from "@a2agen/generators/schema/schema-names.ts";
import type { Codec } from "@a2agen/runtime";
import { runFiles } from "../../../packages/protos/src/compile-codecs.ts";

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
  const codecs = [...runFiles(files).values()].flatMap((exported) =>
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
