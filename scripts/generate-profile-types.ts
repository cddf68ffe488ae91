import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

const repository = join(import.meta.dirname, "..");
const schemaPath = join(repository, "profiles/profile.schema.json");
const typesPath = join(repository, "generators/profile/profile-types.ts");

const banner = `/*
 * Generated from profiles/profile.schema.json by \`npx tsx scripts/generate-profile-types.ts\`.
 * Do not edit: change the schema and run the script again.
 */`;

interface SchemaCompiler {
  compile(schema: object, name: string, options: object): Promise<string>;
}

// Through a variable: the declarations of a package under it do not pass exactOptionalPropertyTypes.
const compilerPackage: string = "json-schema-to-typescript";

/** Text of generators/profile/profile-types.ts as the schema wants it now. */
export async function generateProfileTypes(): Promise<string> {
  const { compile } = (await import(compilerPackage)) as SchemaCompiler;
  const schema = JSON.parse(await readFile(schemaPath, "utf8")) as object;
  return compile({ ...schema, title: "ProfileData" }, "ProfileData", {
    bannerComment: banner,
    ignoreMinAndMaxItems: true,
    style: { bracketSpacing: true, printWidth: 110, trailingComma: "all" },
  });
}

if (resolve(process.argv[1] ?? "") === import.meta.filename) {
  await writeFile(typesPath, await generateProfileTypes());
}
