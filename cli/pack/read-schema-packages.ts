import { findInstalled } from "./find-installed.ts";
import type { SchemaPackage } from "./find-other-bundles.ts";
import { isJsonObject, type JsonObject } from "./json.ts";
import { readFiles } from "./read-files.ts";

/** What a package depends on and has JSON Schemas, as far as it is installed above one of the directories. */
export async function readSchemaPackages(
  { dependencies }: JsonObject,
  directories: readonly string[],
): Promise<readonly SchemaPackage[]> {
  const packages: SchemaPackage[] = [];
  for (const name of isJsonObject(dependencies) ? Object.keys(dependencies) : []) {
    const directory = findInstalled(name, directories);
    if (directory === undefined) continue;
    const schemas = await readFiles(directory, "schemas", (path) => path.endsWith(".json"));
    if (schemas.length === 0) continue;
    packages.push({ name, files: [...(await readFiles(directory, "package.json")), ...schemas] });
  }
  return packages;
}
