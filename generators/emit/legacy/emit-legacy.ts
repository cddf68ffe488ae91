import type { Diagnostics } from "../../model/diagnostics.ts";
import { indexModel, type ModelIndex } from "../../model/index-model.ts";
import type { LegacyManifest } from "../../model/legacy-manifest.ts";
import type { FileModel, Model } from "../../model/model.ts";
import { createSourceFile, type SourceFile } from "../../print/source-file.ts";
import { enumNames, typeNames } from "../json/names.ts";
import { serviceNames } from "../service/names.ts";
import { sharedDiagnostics } from "../shared/diagnostics.ts";
import { modulePath } from "../shared/module-path.ts";
import { emitAlias, namesOfAlias } from "./emit-alias.ts";
import { emitTable, listTables } from "./emit-table.ts";
import type { LegacyAlias } from "./legacy-alias.ts";
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
    for (const [i, name] of namesOfAlias(alias).entries()) {
      const owner = owners.get(name);
      if (owner !== undefined) {
        const names = { name, first: owner, second: alias.name };
        diagnostics.report(sharedDiagnostics["derived-name-collision"], alias.target.position, names);
      }
      owners.set(name, alias.name);
      out.declare(name, i === 0 ? "type" : "public");
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

/**
 * What the types, codecs and services of a package are called in TypeScript, and the full proto name of what
 * is called so.
 */
function listExports(files: readonly FileModel[]): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const { messages, enums, services } of files) {
    for (const message of messages) add(message.typeName, message.identifier, typeNames(message));
    for (const enumeration of enums)
      add(enumeration.typeName, enumeration.identifier, enumNames(enumeration));
    for (const service of services) add(service.typeName, service.identifier, serviceNames(service));
  }
  return owners;

  function add(owner: string, identifier: string, names: Readonly<Record<string, string>>): void {
    for (const name of [identifier, ...Object.values(names)]) owners.set(name, owner);
  }
}
