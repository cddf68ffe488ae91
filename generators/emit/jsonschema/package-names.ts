import { isNamed, type TypeModel, typesOf } from "../../model/index-model.ts";
import type { FileModel } from "../../model/model.ts";
import type { Profile } from "../../model/profile.ts";
import { schemaHost } from "../../naming/schema-host.ts";
import type { SchemaMode } from "./schema.ts";

/** Names that a package's schemas have, and where they are. */
export interface PackageNames {
  /**
   * Begins the paths: "a2a" for a package that the profile is made for (its last name that is no
   * version) and for "a2a.schema.json", else the whole name of the package, "default" for files without one.
   */
  readonly stem: string;
  /** Absolute URL that ends with "/". */
  readonly base: string;
  /** The definition of a message or enum: nested names joined with "_". */
  readonly definitionOf: (typeName: string) => string;
}

export function namePackage(
  protoPackage: string,
  { profile, files }: { readonly profile: Profile; readonly files: readonly FileModel[] },
): PackageNames {
  const names = nameTypes(protoPackage, files.flatMap(typesOf).filter(isNamed));
  const [schema] = files.filter(({ source }) => source === "json-schema");
  return {
    stem: schema === undefined ? stemOf(protoPackage, profile) : schema.name.replace(/\.schema\.json$/, ""),
    base: files[0]?.schemaBase ?? profile.schemaBase ?? `${schemaHost}${profile.name}/`,
    definitionOf(typeName) {
      const name = names.get(typeName);
      if (name === undefined) throw new Error(`package ${protoPackage} has no type ${typeName}`);
      return name;
    },
  };
}

function stemOf(protoPackage: string, { packages }: Profile): string {
  if (protoPackage === "") return "default";
  const short = shortName(protoPackage);
  const isAlone = packages.filter((other) => shortName(other) === short).length === 1;
  return packages.includes(protoPackage) && isAlone ? short : protoPackage;
}

/** "lf.a2a.v1" -> "a2a". */
function shortName(protoPackage: string): string {
  const names = protoPackage.split(".");
  return names.findLast((name) => !/^v[0-9]+([a-z]+[0-9]*)?$/.test(name)) ?? protoPackage;
}

function nameTypes(protoPackage: string, types: readonly TypeModel[]): ReadonlyMap<string, string> {
  const prefix = protoPackage === "" ? 0 : protoPackage.length + 1;
  const joined = types.map(({ typeName }) => typeName.slice(prefix).replaceAll(".", "_"));
  const counts = new Map<string, number>();
  for (const name of joined) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map(
    types.map(({ typeName }, i) => {
      const name = joined[i] ?? typeName;
      // Names that can be joined in two ways keep their dots.
      return [typeName, counts.get(name) === 1 ? name : typeName.slice(prefix)];
    }),
  );
}

/** Path of a package's bundle below the base. */
export function bundlePath({ stem }: PackageNames, mode: SchemaMode): string {
  return `${stem}${extensionOf(mode)}`;
}

/** Path of the file of one definition below the base. */
export function definitionPath(
  { stem }: PackageNames,
  { name, mode }: { readonly name: string; readonly mode: SchemaMode },
): string {
  return `${stem}/${name}${extensionOf(mode)}`;
}

function extensionOf(mode: SchemaMode): string {
  switch (mode) {
    case "open":
      return ".schema.json";
    case "strict":
      return ".schema.strict.json";
  }
}

/** A name made from the one wanted that is not taken. */
export function claimName(wanted: string, taken: { has(name: string): boolean }): string {
  let name = wanted;
  while (taken.has(name)) name = `${name}_`;
  return name;
}
