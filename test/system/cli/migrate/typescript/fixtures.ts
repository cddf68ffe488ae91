import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SourceText } from "../../../../../packages/cli/src/migrate/typescript/migrate-typescript.ts";
import type {
  Finding,
  MigratedFile,
} from "../../../../../packages/cli/src/migrate/typescript/migrated-file.ts";

/**
 * Code as people wrote it for 0.3, and the same migrated: out of reach of the formatter and of our own types.
 */
export const fixtureRoot = join(import.meta.dirname, "../../../../expected/migrate-typescript");

export async function readSources(directory: string): Promise<readonly SourceText[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(".ts")).sort();
  return Promise.all(
    names.map(async (name) => {
      const path = join(directory, name);
      return { path, text: await readFile(path, "utf8") };
    }),
  );
}

/** Findings as lines, each `file:line:column message` and its end. */
export function listFindings(files: readonly MigratedFile[]): readonly string[] {
  return files.flatMap(({ path, findings }) =>
    findings.map(
      ({ line, column, message }: Finding) => `${path.split("/").at(-1)}:${line}:${column} ${message}\n`,
    ),
  );
}
