import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scratch } from "../paths.ts";

/** A module for `node --import` that notes the greatest memory of its process, in bytes. */
export interface MemoryProbe {
  readonly nodeArguments: readonly string[];
  read(): Promise<number>;
}

export async function createMemoryProbe(name: string): Promise<MemoryProbe> {
  const notes = join(scratch, `${name}.memory`);
  const module = join(scratch, `${name}-memory.mjs`);
  await rm(notes, { force: true });
  await writeFile(
    module,
    `import { writeFileSync } from "node:fs";
process.on("exit", () => writeFileSync(${JSON.stringify(notes)}, String(process.resourceUsage().maxRSS * 1024)));
`,
  );
  return {
    nodeArguments: ["--import", module],
    read: async () => Number(await readFile(notes, "utf8")),
  };
}
