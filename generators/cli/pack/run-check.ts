import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { checkNpmName } from "../../init/check-package-name.ts";
import { checkPackage } from "../../pack/check-package.ts";
import { isJsonObject, parseObject } from "../../pack/json.ts";
import { type PackageFile, textOf } from "../../pack/package-file.ts";
import type { Outcome } from "../command.ts";
import type { Terminal } from "../terminal.ts";
import { findInstalled } from "./find-installed.ts";
import { formatSize } from "./list-contents.ts";
import { readFiles } from "./read-files.ts";
import { readPacked } from "./read-packed.ts";
import { runLinters } from "./run-linters.ts";

/** `a2agen pack --check`: says what is wrong with a packed package; 1 when something is. */
export async function runCheck(place: string, terminal: Terminal): Promise<Outcome> {
  const files = await readPacked(place);
  const isDirectory = (await stat(place)).isDirectory();
  const directories = [isDirectory ? place : dirname(place), process.cwd()];
  const schemas = await readSchemas(files, directories);
  const own = await checkPackage({ files, checkName: checkNpmName, schemas });
  const problems = [...own, ...(await runLinters(files, directories))];
  const size = formatSize(files.reduce((sum, { bytes }) => sum + bytes.length, 0));
  if (problems.length === 0) {
    terminal.out(`${place}: nothing is wrong with ${files.length} files, ${size}\n`);
    return 0;
  }
  terminal.err(`${place}: ${problems.length} ${problems.length === 1 ? "problem" : "problems"}\n`);
  for (const problem of problems) terminal.err(`  ${problem}\n`);
  return 1;
}

/** The JSON Schemas of what a package depends on, as far as it is installed. */
async function readSchemas(
  files: readonly PackageFile[],
  directories: readonly string[],
): Promise<readonly PackageFile[]> {
  const manifest = files.find(({ path }) => path === "package.json");
  const dependencies = manifest === undefined ? undefined : parseObject(textOf(manifest))?.["dependencies"];
  const schemas: PackageFile[] = [];
  for (const name of isJsonObject(dependencies) ? Object.keys(dependencies) : []) {
    const directory = findInstalled(name, directories);
    if (directory === undefined) continue;
    schemas.push(...(await readFiles(directory, "schemas", (path) => path.endsWith(".json"))));
  }
  return schemas;
}
