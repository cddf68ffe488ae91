import type { Diagnostics } from "../../model/diagnostics.ts";
import { indexModel, type ModelIndex } from "../../model/index-model.ts";
import type { LegacyManifest } from "../../model/legacy-manifest.ts";
import type { FileModel, Model } from "../../model/model.ts";
import { createSourceFile, type SourceFile } from "../../print/source-file.ts";
import { sharedDiagnostics } from "../shared/diagnostics.ts";
import { modulePath } from "../shared/module-path.ts";
import { emitAlias, namesOfAlias } from "./emit-alias.ts";
import { emitTable, listTables } from "./emit-table.ts";
import type { LegacyAlias } from "./legacy-alias.ts";
import { listExports } from "./list-exports.ts";
import { reportLegacy } from "./report-legacy.ts";
import { resolveLegacy } from "./resolve-legacy.ts";

/**
 * Emits the earlier names of what a proto file has: types and codecs under their earlier names, which
 * are the current ones themselves, and tables of the names that only travel. Files whose package the
 * manifest does not list get nothing.
 */
export function emitLegacy(
  model: Model,
  diagnostics: Diagnostics,
  manifest: LegacyManifest,
): readonly SourceFile[] {
  const index = indexModel(model);
  return resolveLegacy(model, manifest).flatMap((entry) => {
    reportLegacy(entry, diagnostics);
    const taken = listExports(entry.files);
    return entry.files
      .filter((file) => file.requested)
      .flatMap((file) => {
        const aliases = entry.aliases.filter(({ target }) => target.file === file);
        return aliases.length === 0 ? [] : [emitFile(file, aliases, { index, taken, diagnostics })];
      });
  });
}

interface FileContext {
  readonly index: ModelIndex;
  /** What the package exports already, and what that is. */
  readonly taken: ReadonlyMap<string, string>;
  readonly diagnostics: Diagnostics;
}

function emitFile(
  file: FileModel,
  aliases: readonly LegacyAlias[],
  { index, taken, diagnostics }: FileContext,
): SourceFile {
  const out = createSourceFile({ path: modulePath(file.name, "legacy"), source: file.name });
  const messages = aliases.filter(({ entry }) => entry.kind === "message");
  const tables = listTables(aliases);
  const owners = new Map(taken);
  for (const alias of messages) {
    for (const name of namesOfAlias(alias)) {
      const owner = owners.get(name);
      if (owner !== undefined) {
        const names = { name, first: owner, second: alias.name };
        diagnostics.report(sharedDiagnostics["derived-name-collision"], alias.target.position, names);
      }
      owners.set(name, alias.name);
      out.declare(name);
    }
  }
  for (const { names } of tables) for (const name of names) out.declare(name);
  const parts = [
    ...messages.map((alias) => () => emitAlias(alias, { out, index })),
    ...tables.map((table) => () => emitTable(table, { out, index })),
  ];
  parts.forEach((print, i) => {
    if (i > 0) out.blank();
    print();
  });
  return out;
}
