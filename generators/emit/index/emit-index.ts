import type { Diagnostics } from "../../model/diagnostics.ts";
import { createSourceFile, type SourceFile } from "../../print/source-file.ts";

/** What the index needs to know of a file. */
export interface ExportingFile {
  readonly path: string;
  readonly source: string | undefined;
  readonly exports: ReadonlySet<string>;
}

/** Emits one file that exports everything that the other files of the run export. */
export function emitIndex(files: readonly ExportingFile[], diagnostics: Diagnostics): SourceFile {
  const out = createSourceFile({ path: "index" });
  const owners = new Map<string, ExportingFile>();
  for (const file of files) {
    for (const name of file.exports) {
      const owner = owners.get(name);
      if (owner === undefined) owners.set(name, file);
      else {
        const position = { file: file.source ?? file.path, line: 1, column: 1 };
        diagnostics.report("index-collision", position, { name, first: owner.path, second: file.path });
      }
    }
    out.exportAll(`./${file.path}`);
  }
  return out;
}
