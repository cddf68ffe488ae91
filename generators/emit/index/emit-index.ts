import type { Diagnostics } from "../../model/diagnostics.ts";
import type { Model } from "../../model/model.ts";
import { exportAll } from "../../print/piece.ts";
import { createSourceFile, type SourceFile } from "../../print/source-file.ts";

interface EmittedFile {
  readonly path: string;
  readonly exports: ReadonlySet<string>;
}

/** Emits one file that exports everything that the other files of the run export. */
export function emitIndex(
  files: readonly EmittedFile[],
  { model, diagnostics }: { readonly model: Model; readonly diagnostics: Diagnostics },
): SourceFile {
  const out = createSourceFile({ path: "index" });
  const owners = new Map<string, EmittedFile>();
  for (const file of files) {
    for (const name of file.exports) {
      const owner = owners.get(name);
      if (owner === undefined) owners.set(name, file);
      else {
        const position = { file: model.files[0]?.name ?? file.path, line: 1, column: 1 };
        diagnostics.report("index-collision", position, { name, first: owner.path, second: file.path });
      }
    }
    out.line("export * from ", exportAll(`./${file.path}`), ";");
  }
  return out;
}
