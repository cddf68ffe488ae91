import { compareCodeUnits } from "@a2agen/generators/naming/order.ts";
import { objectAt, objectIn, type PackageFile, textFile } from "../package/package-file.ts";

/** An ES module that exports a bundle of JSON Schemas, and where it is exported from the package. */
export interface BundleModule {
  /** "./schema" or "./schema/strict"; with the name of the bundle where a package has several. */
  readonly subpath: string;
  /** Path of the module without its extension, below "dist". */
  readonly path: string;
  /** The file with the bundle. */
  readonly source: PackageFile;
  readonly files: readonly PackageFile[];
}

/** The bundles among the files of a package, "schemas/NAME.schema.json", as modules. */
export function buildBundleModules(files: readonly PackageFile[]): readonly BundleModule[] {
  const bundles = files.flatMap((file) => {
    const [, name, strict] = /^schemas\/([^/]+)\.schema(\.strict)?\.json$/.exec(file.path) ?? [];
    return name === undefined ? [] : [{ file, name, isStrict: strict !== undefined }];
  });
  const names = new Set(bundles.map(({ name }) => name));
  /** Names of earlier versions are a bundle beside the one that they belong to. */
  const isLegacy = (name: string): boolean =>
    name.endsWith(legacy) && names.has(name.slice(0, -legacy.length));
  const hasSeveral = [...names].filter((name) => !isLegacy(name)).length > 1;
  const modules = bundles.flatMap(({ file, name, isStrict }): readonly BundleModule[] => {
    const schema = objectIn(file);
    if (schema === undefined) return [];
    const own = isLegacy(name) ? name.slice(0, -legacy.length) : name;
    const words = [
      ...(hasSeveral ? [own] : []),
      ...(isLegacy(name) ? ["legacy"] : []),
      ...(isStrict ? ["strict"] : []),
    ];
    const path = `dist/${["json-schema", ...words].join(".")}`;
    const definitions = Object.keys(objectAt(schema, "$defs"));
    return [
      {
        subpath: ["./schema", ...words].join("/"),
        path,
        source: file,
        files: [
          textFile(`${path}.js`, moduleText(file.path, schema)),
          textFile(`${path}.d.ts`, declarationText(file.path, definitions)),
        ],
      },
    ];
  });
  return modules.sort((a, b) => compareCodeUnits(a.subpath, b.subpath));
}

const legacy = ".legacy";

/** Parsed, not a literal: a key such as "__proto__" is one like any other, and it loads faster. */
function moduleText(source: string, schema: object): string {
  const json = JSON.stringify(JSON.stringify(schema));
  return [
    `/** The JSON Schemas of ${source}. */`,
    `const schema = /* @__PURE__ */ JSON.parse(${json});`,
    "export default schema;",
    "",
  ].join("\n");
}

function declarationText(source: string, definitions: readonly string[]): string {
  const names = [...definitions].sort(compareCodeUnits).map((name) => `  | ${JSON.stringify(name)}`);
  return [
    "/** A JSON Schema of draft 2020-12. */",
    "export interface JsonSchema {",
    "  readonly [keyword: string]: unknown;",
    "}",
    "/** The types that have a schema. */",
    ...(names.length === 0
      ? ["export type SchemaName = never;"]
      : [`export type SchemaName =\n${names.join("\n")};`]),
    "/** A bundle: its $id followed by #/$defs/NAME refers to a type. */",
    "export interface SchemaBundle extends JsonSchema {",
    "  readonly $schema: string;",
    "  readonly $id: string;",
    "  readonly $defs: { readonly [Name in SchemaName]: JsonSchema };",
    "}",
    `/** The JSON Schemas of ${source}. */`,
    "declare const schema: SchemaBundle;",
    "export default schema;",
    "",
  ].join("\n");
}
