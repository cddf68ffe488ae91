import type { Diagnostics } from "../../model/diagnostics.ts";
import { createSourceFile, type SourceFile } from "../../print/source-file.ts";
import { isProtocolPath } from "../shared/module-path.ts";
import { indexDiagnostics } from "./diagnostics.ts";

/** What the index needs to know of a file. */
export interface ExportingFile {
  readonly path: string;
  readonly source: string | undefined;
  readonly exports: ReadonlySet<string>;
  readonly internals: ReadonlySet<string>;
}

/**
 * Emits one file that exports what users want of the other files of the run: everything but the checks, readers and
 * writers that only generated code calls. The facts of a protocol have the same names in every profile: they are
 * exported when the run has one profile with services, and left to imports of their own file when there are more.
 */
export function emitIndex(files: readonly ExportingFile[], diagnostics: Diagnostics): SourceFile {
  const out = createSourceFile({ path: "index" });
  const owners = new Map<string, ExportingFile>();
  const manyProtocols = files.filter(({ path }) => isProtocolPath(path)).length > 1;
  for (const file of files) {
    if (manyProtocols && isProtocolPath(file.path)) continue;
    const names = [...file.exports].filter((name) => !file.internals.has(name));
    const taken = new Map<ExportingFile, string[]>();
    for (const name of names) {
      const owner = owners.get(name);
      if (owner === undefined) owners.set(name, file);
      else if (taken.get(owner)?.push(name) === undefined) taken.set(owner, [name]);
    }
    for (const [owner, both] of taken) {
      const position = { file: file.source ?? owner.source ?? file.path, line: 1, column: 1 };
      const places = { first: owner.path, second: file.path };
      diagnostics.report(indexDiagnostics["index-collision"], position, { names: both, ...places });
    }
    out.exportFrom(`./${file.path}`, file.internals.size === 0 ? undefined : names);
  }
  return out;
}
