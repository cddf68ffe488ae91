import { readFile } from "node:fs/promises";
import type { Outcome } from "./command.ts";
import { isSameText } from "./same-text.ts";
import type { Terminal } from "./terminal.ts";
import type { OutputFile } from "./write-files.ts";

/** For `--check`: lists the files that are not as they would be written. */
export async function reportChanges(outputs: readonly OutputFile[], terminal: Terminal): Promise<Outcome> {
  let outcome: Outcome = 0;
  for (const { path, bytes } of outputs) {
    const current = await readFile(path).catch(() => undefined);
    if (current !== undefined && isSameText(current.toString(), Buffer.from(bytes).toString())) continue;
    terminal.err(`${path}: ${current === undefined ? "is missing" : "is out of date"}\n`);
    outcome = 1;
  }
  return outcome;
}
