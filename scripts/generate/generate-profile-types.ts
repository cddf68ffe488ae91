import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

const repository = join(import.meta.dirname, "../..");

/** A schema of `profiles/` and the types that are made of it. */
interface Source {
  readonly schema: string;
  readonly types: string;
  readonly name: string;
}

const profile: Source = {
  schema: "profiles/profile.schema.json",
  types: "generators/model/profile-types.ts",
  name: "ProfileData",
};
const legacy: Source = {
  schema: "profiles/legacy.schema.json",
  types: "generators/model/legacy-manifest-types.ts",
  name: "LegacyManifestData",
};
const translation: Source = {
  schema: "profiles/translations/translation.schema.json",
  types: "generators/translate/manifest-types.ts",
  name: "TranslationManifestData",
};
const versions: Source = {
  schema: "profiles/versions.schema.json",
  types: "generators/model/versions-types.ts",
  name: "VersionsData",
};

const extensions: Source = {
  schema: "profiles/extension.schema.json",
  types: "generators/model/extension-manifest.ts",
  name: "ExtensionManifest",
};

const scenario: Source = {
  schema: "packages/testing/scenario.schema.json",
  types: "packages/testing/src/mock/scenario.ts",
  name: "Scenario",
};

interface SchemaCompiler {
  compile(schema: object, name: string, options: object): Promise<string>;
}

// Through a variable: the declarations of a package under it do not pass exactOptionalPropertyTypes.
const compilerPackage: string = "json-schema-to-typescript";

/** Text of generators/model/profile-types.ts as the schema wants it now. */
export function generateProfileTypes(): Promise<string> {
  return generateTypes(profile);
}

/** Text of generators/model/legacy-manifest-types.ts as the schema wants it now. */
export function generateLegacyTypes(): Promise<string> {
  return generateTypes(legacy);
}

/** Text of generators/model/versions-types.ts as the schema wants it now. */
export function generateVersionsTypes(): Promise<string> {
  return generateTypes(versions);
}

/** Text of generators/model/extension-manifest.ts as the schema wants it now. */
export function generateExtensionTypes(): Promise<string> {
  return generateTypes(extensions);
}

/** Text of generators/translate/manifest-types.ts as the schema wants it now. */
export function generateTranslationTypes(): Promise<string> {
  return generateTypes(translation);
}

/** Text of packages/testing/src/mock/scenario.ts as the schema wants it now. */
export function generateScenarioTypes(): Promise<string> {
  return generateTypes(scenario);
}

async function generateTypes({ schema: path, name }: Source): Promise<string> {
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
  for (const source of [profile, legacy, translation, versions, extensions, scenario]) {
    await writeFile(join(repository, source.types), await generateTypes(source));
  }
}
