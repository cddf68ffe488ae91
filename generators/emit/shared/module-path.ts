/** What a generated TypeScript file holds; it ends the file's name, "a2a/v1/a2a_json". */
export type ModuleKind = "types" | "json" | "binary" | "service" | "grpc" | "legacy" | "extension" | "fakes";

/** Path of a generated file below the output root, without extension, for a proto or a JSON Schema. */
export function modulePath(source: string, kind: ModuleKind | ""): string {
  return `${source.replace(/\.(?:proto|schema\.json)$/, "")}_${kind}`;
}

/** The same as an import of another generated file. */
export function moduleImport(source: string, kind: ModuleKind): string {
  let path = imports[kind].get(source);
  if (path === undefined) {
    path = `./${modulePath(source, kind)}`;
    imports[kind].set(source, path);
  }
  return path;
}

/** Each reference looks its module up: a text that is made once is hashed once. */
const imports: Readonly<Record<ModuleKind, Map<string, string>>> = {
  types: new Map(),
  json: new Map(),
  binary: new Map(),
  service: new Map(),
  grpc: new Map(),
  legacy: new Map(),
  extension: new Map(),
  fakes: new Map(),
};

/**
 * Path of the file that holds what the runtime has to know of a profile: one for all protos that it rules.
 */
export function protocolPath(profile: string): string {
  return `${profile}_protocol`;
}

/** Whether a path is that of such a file. */
export function isProtocolPath(path: string): boolean {
  return path.endsWith("_protocol");
}
