import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

const repository = join(import.meta.dirname, "../..");

/** A schema, and the types that are made of it. */
export interface TypeSource {
  readonly schema: string;
  readonly types: string;
  readonly name: string;
}

export const typeSources: readonly TypeSource[] = [
  {
    schema: "profiles/profile.schema.json",
    types: "generators/model/profile-types.ts",
    name: "ProfileData",
  },
  {
    schema: "profiles/legacy.schema.json",
    types: "generators/model/legacy-manifest-types.ts",
    name: "LegacyManifestData",
  },
  {
    schema: "profiles/translations/translation.schema.json",
    types: "generators/translate/manifest-types.ts",
    name: "TranslationManifestData",
  },
  {
    schema: "profiles/versions.schema.json",
    types: "generators/model/versions-types.ts",
    name: "VersionsData",
  },
  {
    schema: "profiles/extension.schema.json",
    types: "generators/model/extension-manifest.ts",
    name: "ExtensionManifest",
  },
  {
    schema: "packages/testing/scenario.schema.json",
    types: "packages/testing/src/mock/scenario.ts",
    name: "Scenario",
  },
];

interface SchemaCompiler {
  compile(schema: object, name: string, options: object): Promise<string>;
}

// Through a variable: the declarations of a package under it do not pass exactOptionalPropertyTypes.
const compilerPackage: string = "json-schema-to-typescript";

/** The types as the schema wants them now. */
export async function generateTypes({ schema: path, name }: TypeSource): Promise<string> {
  const { compile } = (await import(compilerPackage)) as SchemaCompiler;
  const schema = JSON.parse(await readFile(join(repository, path), "utf8")) as object;
  const banner = `/*
 * Generated from ${path} by \`npx tsx scripts/generate/generate-profile-types.ts\`.
 * Do not edit: change the schema and run the script again.
 */`;
  const text = await compile({ ...schema, title: name }, name, {
    bannerComment: banner,
    ignoreMinAndMaxItems: true,
    style: { bracketSpacing: true, printWidth: 110, trailingComma: "all" },
  });
  return text
    .replaceAll(/^( *)\/\*\*\n *\* (.*)\n *\*\//gm, "$1/** $2 */")
    .replaceAll(/^.{111,}$/gm, wrapComment);
}

/** Wraps a line of a comment at 110 columns, as elsewhere here; other lines stay as they are. */
function wrapComment(line: string): string {
  const [, indent = "", start, text, end] = /^( *)(\/\*\*| \*) (.*?)( \*\/)?$/.exec(line) ?? [];
  if (text === undefined) return line;
  const prefix = `${indent} * `;
  const lines = text.match(new RegExp(`.{1,${110 - prefix.length}}(?= |$)`, "g")) ?? [];
  const wrapped = lines.map((each) => `${prefix}${each.trimStart()}`).join("\n");
  return start === "/**" && end !== undefined ? `${indent}/**\n${wrapped}\n${indent} */` : wrapped;
}

if (resolve(process.argv[1] ?? "") === import.meta.filename) {
  for (const source of typeSources) {
    await writeFile(join(repository, source.types), await generateTypes(source));
  }
}
