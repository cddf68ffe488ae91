import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Outcome } from "@a2agen/terminal/command.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import { writeFiles } from "@a2agen/terminal/write-files.ts";
import { findShipped } from "../package/find-shipped.ts";

/** `a2agen skill`: prints the skill, or writes it to a folder of skills. */
export async function writeSkill(folder: string | undefined, terminal: Terminal): Promise<Outcome> {
  const bytes = await readFile(findShipped("skills/a2agen/SKILL.md"));
  if (folder === undefined) {
    terminal.out(bytes.toString());
    return 0;
  }
  const path = join(folder, "a2agen", "SKILL.md");
  await writeFiles([{ path, bytes }]);
  terminal.out(`${path}\n`);
  return 0;
}
