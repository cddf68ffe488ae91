import { indexModel, type ModelIndex } from "../../model/index-model.ts";
import { compareCodeUnits } from "../../naming/order.ts";
import type { DataEmitter, DataFile } from "../shared/emitter.ts";
import {
  commentOf,
  dialect,
  folderOf,
  isRequested,
  listPackages,
  type Package,
  titles,
} from "./emit-jsonschema.ts";
import { replaceFalse } from "./never-schema.ts";
import { claimName } from "./package-names.ts";
import type { SchemaObject } from "./schema.ts";
import type { SchemaContext } from "./schema-context.ts";
import { toSortedJson } from "./sorted-json.ts";
import { typeSchema } from "./type-schema.ts";

/** Takes null, which codecs take for no value: some readers have no schema that takes nothing. */
const noValue: SchemaObject = { description: "Absent, or null, which says the same.", type: "null" };

/**
 * Emits a bundle of each package that needs no other document, "acme.v1.schema.bundle.json": types of other
 * packages are in it, and no schema is `false`. Some generators of types take neither references to other
 * documents nor `false`.
 */
export const emitSchemaBundle: DataEmitter = (model, { generator }) => {
  const index = indexModel(model);
  const packages = listPackages(model);
  return packages
    .filter((entry) => isRequested(entry) && entry.definitions.length > 0)
    .map((entry) => emitBundle(entry, { index, generator, folder: folderOf(entry, packages) }))
    .sort((a, b) => compareCodeUnits(a.path, b.path));
};

function emitBundle(
  entry: Package,
  {
    index,
    generator,
    folder,
  }: { readonly index: ModelIndex; readonly generator: string; readonly folder: string },
): DataFile {
  const path = `${entry.names.stem}.schema.bundle.json`;
  const own = new Set(entry.files.map(({ name }) => name));
  const names = new Set(entry.taken);
  const foreign = new Map<string, string>();
  const nameOf = (typeName: string): string => {
    if (own.has(index.fileOf(typeName).name)) return entry.names.definitionOf(typeName);
    const known = foreign.get(typeName);
    if (known !== undefined) return known;
    // Of two types with one name the second gets that with its package.
    const short = typeName.split(".").at(-1) ?? typeName;
    const name = claimName(names.has(short) ? typeName.replaceAll(".", "_") : short, names);
    names.add(name);
    foreign.set(typeName, name);
    return name;
  };
  const title = titles(entry);
  const context: SchemaContext = {
    index,
    mode: "open",
    localRef: (name) => `#/$defs/${name}`,
    typeRef: (typeName) => `#/$defs/${nameOf(typeName)}`,
    title(wanted) {
      const given = title(claimName(wanted, names));
      names.add(given);
      return given;
    },
  };
  const schemas = new Map<string, SchemaObject>();
  let never: string | undefined;
  const add = (name: string, schema: SchemaObject): void => {
    const withoutFalse = replaceFalse(schema, () => {
      if (never === undefined) {
        never = claimName("Never", names);
        schemas.set(never, noValue);
      }
      return { $ref: `#/$defs/${never}` };
    });
    schemas.set(name, withoutFalse);
  };
  for (const { name, build } of entry.definitions) add(name, build(context));
  // The map grows while it is walked: types refer to further ones.
  for (const [typeName, name] of foreign) add(name, typeSchema(index.type(typeName), { name, context }));
  const document = {
    $schema: dialect,
    $id: `${entry.names.base}${path}`,
    $comment: commentOf(entry, entry.files, { generator }),
    title: `${entry.protoPackage === "" ? entry.names.stem : entry.protoPackage} schemas`,
    $defs: Object.fromEntries(schemas),
  };
  return { path: `${folder}${path}`, text: toSortedJson(document) };
}
