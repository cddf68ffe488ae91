/** What a generated TypeScript file holds; it ends the file's name, "a2a/v1/a2a_json". */
export type ModuleKind = "types" | "json" | "binary";

/** Path of a generated file below the output root, without extension. */
export function modulePath(protoFile: string, kind: ModuleKind): string {
  return `${protoFile.replace(/\.proto$/, "")}_${kind}`;
}

/** The same as an import of another generated file. */
export function moduleImport(protoFile: string, kind: ModuleKind): string {
  return `./${modulePath(protoFile, kind)}`;
}

/** The packages of the runtime that generated code imports. */
export const runtime = "@a2agen/runtime";
export const runtimeBinary = "@a2agen/runtime/binary";
