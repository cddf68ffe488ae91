import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { count } from "@a2agen/runtime/internal";
import type { Outcome } from "@a2agen/terminal/command.ts";
import { safeText } from "@a2agen/terminal/safe-text.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import { formatSize, manifestIn } from "../package/package-file.ts";
import { readPacked } from "../package/read-packed.ts";
import { checkPackage } from "./check-package.ts";
import { readSchemaPackages } from "./installed-packages.ts";
import { runLinters } from "./run-linters.ts";

/** `a2agen pack --check`: lists the problems of a packed package; 1 if it has any. */
export async function runCheck(place: string, terminal: Terminal): Promise<Outcome> {
  await terminal.step?.("checking exports, types and schemas");
  const files = await readPacked(place);
  const isDirectory = (await stat(place)).isDirectory();
  const directories = [isDirectory ? place : dirname(place), process.cwd()];
  const manifest = manifestIn(files);
  const packages = manifest === undefined ? [] : await readSchemaPackages(manifest, directories);
  const schemas = packages.flatMap((each) => each.files.filter(({ path }) => path !== "package.json"));
  // Not the tools in or beside the package, which would run code that came with it.
  const tools = [process.cwd()];
  const own = await checkPackage(files, schemas);
  // Without a package.json there is nothing that they could look at: they throw.
  const problems = manifest === undefined ? own : [...own, ...(await runLinters(files, tools))];
  const size = formatSize(files.reduce((sum, { bytes }) => sum + bytes.length, 0));
  if (problems.length === 0) {
    terminal.out(`${place}: no problems in ${count(files.length, "file")}, ${size}\n`);
    return 0;
  }
  terminal.err(`${place}: ${count(problems.length, "problem")}\n`);
  for (const problem of problems) terminal.err(`  ${safeText(problem)}\n`);
  return 1;
}
