import { listOthers } from "@a2agen/generators/json-schema/list-references.ts";
import { isObject } from "@a2agen/runtime/internal";
import {
  type JsonObject,
  manifestIn,
  objectAt,
  objectIn,
  type PackageFile,
} from "../package/package-file.ts";
import { buildBundleModules } from "./bundle-module.ts";

/** A package with schemas that others may refer to. */
export interface SchemaPackage {
  readonly name: string;
  /** Its package.json and its schemas, by their paths in it. */
  readonly files: readonly PackageFile[];
}

/** The other bundles that a bundle of schemas refers to. */
export interface OtherBundles {
  /** Modules with the bundles, "@a2agen/a2a-1.0/schema", in the order of their names. */
  readonly modules: readonly string[];
  /** `$id`s of schemas that no module has. */
  readonly missing: readonly string[];
  /** A type of the first bundle that refers to them; the first by name. */
  readonly type: string | undefined;
}

/**
 * Finds the bundles to which those of a package refer, and those to which these refer, among those of others.
 */
export function findOtherBundles(
  own: readonly JsonObject[],
  packages: readonly SchemaPackage[],
): OtherBundles {
  const known = new Map(packages.flatMap(listBundles));
  const modules = new Set<string>();
  const missing = new Set<string>();
  const visited = new Set<unknown>(own.map(({ $id }) => $id));
  const visit = (at: JsonObject): void => {
    for (const id of listOthers(at)) {
      if (visited.has(id)) continue;
      visited.add(id);
      const found = known.get(id);
      if (found === undefined) missing.add(id);
      else {
        modules.add(found.specifier);
        visit(found.schema);
      }
    }
  };
  for (const schema of own) visit(schema);
  const ids = new Set<unknown>(own.map(({ $id }) => $id));
  const [first = {}] = own;
  const { $id } = first;
  const [type] = Object.entries(objectAt(first, "$defs"))
    .filter(([, each]) => isObject(each) && listOthers({ ...each, $id }).some((id) => !ids.has(id)))
    .map(([name]) => name)
    .sort();
  return { modules: [...modules].sort(), missing: [...missing].sort(), type };
}

interface KnownBundle {
  readonly specifier: string;
  readonly schema: JsonObject;
}

/** The bundles that a package exports as modules, by their `$id`s. */
function listBundles({ name, files }: SchemaPackage): readonly (readonly [string, KnownBundle])[] {
  const exported = manifestIn(files)?.["exports"];
  if (!isObject(exported)) return [];
  return buildBundleModules(files).flatMap(({ subpath, source }) => {
    const schema = objectIn(source);
    const id = schema?.["$id"];
    if (schema === undefined || typeof id !== "string" || !Object.hasOwn(exported, subpath)) return [];
    return [[id, { specifier: `${name}${subpath.slice(1)}`, schema }] as const];
  });
}
