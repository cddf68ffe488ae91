import { indexModel, isNamed, type ModelIndex, typesOf } from "../../model/index-model.ts";
import type { FileModel, Model } from "../../model/model.ts";
import type { Profile } from "../../model/profile.ts";
import { compareCodeUnits } from "../../naming/order.ts";
import type { DataEmitter, DataEmitterContext, DataFile } from "../shared/emitter.ts";
import type { Definition } from "./definition.ts";
import { jsonSchemaDiagnostics } from "./diagnostics.ts";
import { listDefinitions } from "./list-definitions.ts";
import { bundlePath, claimName, definitionPath, namePackage, type PackageNames } from "./package-names.ts";
import type { SchemaMode } from "./schema.ts";
import type { SchemaContext } from "./schema-context.ts";
import { toSortedJson } from "./sorted-json.ts";

export const dialect = "https://json-schema.org/draft/2020-12/schema";

/**
 * Emits the JSON Schemas of draft 2020-12: of every package a bundle, "a2a.schema.json", and a file
 * for each of its definitions, "a2a/Task.schema.json"; beside each a strict twin with closed objects,
 * "a2a.schema.strict.json". Where two profiles would write the same path, each has a directory.
 */
export const emitJsonSchema: DataEmitter = (model, { generator, diagnostics }) => {
  const index = indexModel(model);
  const packages = listPackages(model);
  const byName = new Map(packages.map((entry) => [entry.protoPackage, entry]));
  const emitted = packages.filter((entry) => isRequested(entry) && entry.definitions.length > 0);
  for (const entry of emitted) reportCases(entry, diagnostics);
  return emitted
    .flatMap((entry) => emitPackage(entry, { index, byName, generator, folder: folderOf(entry, packages) }))
    .sort((a, b) => compareCodeUnits(a.path, b.path));
};

export interface Package {
  readonly protoPackage: string;
  /** Files that are only imported too: a package's bundle is whole. */
  readonly files: readonly FileModel[];
  readonly profile: Profile;
  readonly names: PackageNames;
  readonly definitions: readonly Definition[];
  /** The names of the definitions. */
  readonly taken: ReadonlySet<string>;
}

export function listPackages({ files, profiles }: Model): readonly Package[] {
  const grouped = new Map<string, FileModel[]>();
  for (const file of files) {
    const group = grouped.get(file.package);
    if (group === undefined) grouped.set(file.package, [file]);
    else group.push(file);
  }
  return [...grouped].flatMap(([protoPackage, group]) => {
    const profile = profiles[group[0]?.profile ?? ""];
    if (profile === undefined) return [];
    const names = namePackage(protoPackage, { profile, files: group });
    const definitions = listDefinitions({ protoPackage, files: group, profile, names });
    const taken = new Set(definitions.map((definition) => definition.name));
    return [{ protoPackage, files: group, profile, names, definitions, taken }];
  });
}

/** "" unless another profile has a package that is called the same. */
export function folderOf({ names, profile }: Package, packages: readonly Package[]): string {
  const rival = packages.some(
    (other) => other.names.stem === names.stem && other.profile !== profile && isRequested(other),
  );
  return rival ? `${profile.name}/` : "";
}

/** Reports the types of a package whose schemas are one file where the case of names does not count. */
function reportCases({ files, names }: Package, diagnostics: DataEmitterContext["diagnostics"]): void {
  const firsts = new Map<string, string>();
  for (const { typeName, position } of files.flatMap(typesOf).filter(isNamed)) {
    const name = names.definitionOf(typeName);
    const first = firsts.get(name.toLowerCase());
    if (first === undefined) firsts.set(name.toLowerCase(), name);
    else diagnostics.report(jsonSchemaDiagnostics["case-collision"], position, { first, second: name });
  }
}

export function isRequested({ files }: Package): boolean {
  return files.some((file) => file.requested);
}

interface EmitContext {
  readonly index: ModelIndex;
  readonly byName: ReadonlyMap<string, Package>;
  readonly generator: string;
  /** Precedes the paths of the package's files. */
  readonly folder: string;
}

function emitPackage(entry: Package, context: EmitContext): readonly DataFile[] {
  return (["open", "strict"] as const).flatMap((mode) => [
    emitBundle(entry, mode, context),
    ...entry.definitions.map((definition) => emitDefinition(definition, { entry, mode, context })),
  ]);
}

function emitBundle(entry: Package, mode: SchemaMode, context: EmitContext): DataFile {
  const { names, profile, protoPackage, definitions } = entry;
  const path = bundlePath(names, mode);
  const schemaContext: SchemaContext = {
    index: context.index,
    mode,
    localRef: (name) => `#/$defs/${name}`,
    typeRef(typeName) {
      const target = packageOf(typeName, context);
      const local = `#/$defs/${target.names.definitionOf(typeName)}`;
      return target === entry
        ? local
        : `${urlBetween(entry, target, bundlePath(target.names, mode))}${local}`;
    },
    title: titles(entry),
  };
  const isOwn = profile.packages.includes(protoPackage);
  const schema = {
    $schema: dialect,
    $id: `${names.base}${path}`,
    $comment: commentOf(entry, entry.files, context),
    title: `${isOwn ? profile.title : protoPackage === "" ? names.stem : protoPackage} schemas`,
    $defs: Object.fromEntries(definitions.map(({ name, build }) => [name, build(schemaContext)])),
  };
  return { path: `${context.folder}${path}`, text: toSortedJson(schema) };
}

function emitDefinition(
  { name, files, build }: Definition,
  {
    entry,
    mode,
    context,
  }: { readonly entry: Package; readonly mode: SchemaMode; readonly context: EmitContext },
): DataFile {
  const { names } = entry;
  const path = definitionPath(names, { name, mode });
  const localRef = (other: string): string =>
    other === name ? "#" : definitionPath(names, { name: other, mode }).slice(names.stem.length + 1);
  const schemaContext: SchemaContext = {
    index: context.index,
    mode,
    localRef,
    typeRef(typeName) {
      const target = packageOf(typeName, context);
      const other = target.names.definitionOf(typeName);
      if (target === entry) return localRef(other);
      const targetPath = definitionPath(target.names, { name: other, mode });
      const url = urlBetween(entry, target, targetPath);
      return url === targetPath ? `../${targetPath}` : url;
    },
    title: titles(entry),
  };
  const schema = {
    $schema: dialect,
    $id: `${names.base}${path}`,
    $comment: commentOf(entry, files, context),
    ...build(schemaContext),
  };
  return { path: `${context.folder}${path}`, text: toSortedJson(schema) };
}

/** The path itself where both packages are below the same base, so that it also holds between files. */
function urlBetween(from: Package, to: Package, path: string): string {
  return from.names.base === to.names.base ? path : `${to.names.base}${path}`;
}

function packageOf(typeName: string, { index, byName }: EmitContext): Package {
  const { package: protoPackage } = index.fileOf(typeName);
  const found = byName.get(protoPackage);
  if (found === undefined)
    throw new Error(`the model has no package "${protoPackage}", which ${typeName} is in`);
  return found;
}

/** Titles of unions' arms become names of types, as definitions do: no two may be the same. */
export function titles({ taken }: Package): (wanted: string) => string {
  const given = new Set<string>();
  return (wanted) => {
    const title = claimName(wanted, { has: (name) => taken.has(name) || given.has(name) });
    given.add(title);
    return title;
  };
}

/** What made the schema, from what: the hash changes with the proto, not with its comments. */
export function commentOf(
  { profile }: Package,
  files: readonly FileModel[],
  { generator }: Pick<EmitContext, "generator">,
): string {
  const sources = files.map(({ name, hash }) => (hash === undefined ? name : `${name} (sha256 ${hash})`));
  return `Generated by ${generator}, profile ${profile.name}, from ${sources.join(", ")}. Do not edit.`;
}
