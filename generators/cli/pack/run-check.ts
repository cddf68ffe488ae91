import { checkNpmName } from "../../init/check-package-name.ts";
import { checkPackage } from "../../pack/check-package.ts";
import type { Outcome } from "../command.ts";
import type { Terminal } from "../terminal.ts";
import { formatSize } from "./list-contents.ts";
import { readPacked } from "./read-packed.ts";

/** `a2agen pack --check`: says what is wrong with a packed package; 1 when something is. */
export async function runCheck(place: string, terminal: Terminal): Promise<Outcome> {
  const files = await readPacked(place);
  const problems = await checkPackage({ files, checkName: checkNpmName });
  const size = formatSize(files.reduce((sum, { bytes }) => sum + bytes.length, 0));
  if (problems.length === 0) {
    terminal.out(`${place}: nothing is wrong with ${files.length} files, ${size}\n`);
    return 0;
  }
  terminal.err(`${place}: ${problems.length} ${problems.length === 1 ? "problem" : "problems"}\n`);
  for (const problem of problems) terminal.err(`  ${problem}\n`);
  return 1;
}
