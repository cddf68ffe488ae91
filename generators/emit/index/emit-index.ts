import type { Diagnostics } from "../../model/diagnostics.ts";
import type { Model } from "../../model/model.ts";
import { createSourceFile, type SourceFile } from "../../print/source-file.ts";
import { isProtocolPath } from "../shared/module-path.ts";
import { indexDiagnostics } from "./diagnostics.ts";

/** What an index needs to know of a file. */
export type ExportingFile = Pick<SourceFile, "path" | "source" | "exports" | "internals" | "types">;

interface IndexContext {
  readonly model: Model;
  readonly diagnostics: Diagnostics;
}

/**
 * Emits a file that exports what users want of the other files of the run: everything but the checks, readers
 * and writers that only generated code calls. With several proto packages, each has its own such file as
 * well, which is the only one with the names that another package has too. The facts of a protocol have the
 * same names in every profile: they are exported when the run has one profile with services, and left to
 * imports of their own file when there are more.
 */
export function emitIndexes(files: readonly ExportingFile[], context: IndexContext): readonly SourceFile[] {
  const packageOf = new Map(context.model.files.map((file) => [file.name, file.package]));
  const packages = new Map<string, ExportingFile[]>();
  for (const file of files) {
    const protoPackage = packageOf.get(file.source ?? "");
    if (protoPackage === undefined) continue;
    const members = packages.get(protoPackage);
    if (members === undefined) packages.set(protoPackage, [file]);
    else members.push(file);
  }
  const isMany = packages.size > 1;
  const own = [...packages].map(([protoPackage, members]) => {
    return { path: indexPath(protoPackage), members, owners: claimNames(members, context) };
  });
  const manyProtocols = files.filter(({ path }) => isProtocolPath(path)).length > 1;
  const shared = files.filter(({ path }) => isProtocolPath(path) && !manyProtocols);
  const owners = joinOwners(own, { shared, ...context });
  const root = files.filter((file) => shared.includes(file) || !isProtocolPath(file.path));
  return [
    emitIndex("index", root, owners),
    ...(isMany ? own : [])
      .filter(({ path }) => path !== "index")
      .map(({ path, members, owners: names }) => emitIndex(path, members, names)),
  ];
}

/** "acme/orders/v1/index"; that of protos without a package is that of the run. */
function indexPath(protoPackage: string): string {
  return protoPackage === "" ? "index" : `${protoPackage.replaceAll(".", "/")}/index`;
}

/** Which file an index exports a name from. */
type Owners = ReadonlyMap<string, ExportingFile>;

/** Of the files of one package: the first one that has a name keeps it. */
function claimNames(files: readonly ExportingFile[], { diagnostics }: IndexContext): Owners {
  const owners = new Map<string, ExportingFile>();
  for (const file of files) {
    const taken = new Map<ExportingFile, string[]>();
    for (const name of publicNames(file)) {
      const owner = owners.get(name);
      if (owner === undefined) owners.set(name, file);
      else taken.set(owner, [...(taken.get(owner) ?? []), name]);
    }
    for (const [owner, names] of taken) {
      const position = { file: file.source ?? owner.source ?? file.path, line: 1, column: 1 };
      const places = { first: owner.path, second: file.path };
      diagnostics.report(indexDiagnostics["index-name-taken"], position, { names, ...places });
    }
  }
  return owners;
}

interface PackageIndex {
  readonly path: string;
  readonly members: readonly ExportingFile[];
  readonly owners: Owners;
}

/** For all packages: names that only one package has, and facts of the protocol that no package has. */
function joinOwners(
  packages: readonly PackageIndex[],
  { shared, diagnostics }: IndexContext & { readonly shared: readonly ExportingFile[] },
): Owners {
  const joined = new Map<string, ExportingFile>();
  const firsts = new Map<string, PackageIndex>();
  // Those of protobuf itself come last, and give way without a word.
  const ranked = packages.toSorted((a, b) => Number(isOfProtobuf(a)) - Number(isOfProtobuf(b)));
  for (const entry of ranked) {
    const both = new Map<PackageIndex, string[]>();
    for (const [name, file] of entry.owners) {
      const first = firsts.get(name);
      if (first === undefined) {
        firsts.set(name, entry);
        joined.set(name, file);
      } else if (!isOfProtobuf(entry)) {
        joined.delete(name);
        both.set(first, [...(both.get(first) ?? []), name]);
      }
    }
    for (const [first, names] of both) {
      const [member] = entry.members;
      const position = { file: member?.source ?? entry.path, line: 1, column: 1 };
      const places = { first: first.path, second: entry.path };
      diagnostics.report(indexDiagnostics["index-collision"], position, { names, ...places });
    }
  }
  for (const file of shared) {
    const names = publicNames(file);
    const taken = names.filter((name) => firsts.has(name));
    for (const name of names) if (!firsts.has(name)) joined.set(name, file);
    if (taken.length === 0) continue;
    const owner = firsts.get(taken[0] ?? "")?.members[0];
    const position = { file: owner?.source ?? file.path, line: 1, column: 1 };
    const places = { first: owner?.path ?? "", second: file.path };
    diagnostics.report(indexDiagnostics["index-name-taken"], position, { names: taken, ...places });
  }
  return joined;
}

function isOfProtobuf({ path }: PackageIndex): boolean {
  return path === indexPath("google.protobuf");
}

function emitIndex(path: string, files: readonly ExportingFile[], owners: Owners): SourceFile {
  const out = createSourceFile({ path });
  for (const file of files) {
    const names = publicNames(file);
    const own = names.filter((name) => owners.get(name) === file);
    if (names.length > 0 && own.length === 0) continue;
    const isWhole = own.length === names.length && file.internals.size === 0;
    const listed = own.map((name) => ({ name, isType: file.types.has(name) }));
    out.exportFrom(`./${file.path}`, isWhole ? undefined : listed);
  }
  return out;
}

function publicNames({ exports, internals }: ExportingFile): readonly string[] {
  return [...exports].filter((name) => !internals.has(name));
}
