import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type FileReport, nothing } from "./file-report.ts";
import type { FoundFile } from "./find-files.ts";
import type { MigratedFile } from "./migrate-typescript.ts";
import type { Aim } from "./migrate-value.ts";
import { readText } from "./read-text.ts";

interface Source {
  readonly isNamed: boolean;
  readonly path: string;
  readonly text: string;
}

/** Migrates TypeScript, all files of a tsconfig.json at once: what a file declares, others use. */
export async function migrateTypeScriptFiles(files: readonly FoundFile[], { to }: Aim): Promise<FileReport> {
  const sources: Source[] = [];
  const notes: string[] = [];
  const errors: string[] = [];
  for (const { path, isNamed } of files) {
    const read = await readText(path);
    if (read.problem === undefined) sources.push({ path, isNamed, text: read.text });
    else if (isNamed) errors.push(`${path}: error: ${read.problem}`);
    else notes.push(`${path}: skipped: ${read.problem}`);
  }
  const changes: FileReport["changes"][number][] = [];
  for (const [tsconfig, group] of groupByConfig(sources)) {
    const before = new Map(group.map(({ path, text }) => [path, text]));
    const migrated = await migrateGroup(group, { to: to.name, tsconfig });
    if (typeof migrated === "string") {
      for (const { path, isNamed } of group) {
        if (isNamed) errors.push(`${path}: error: ${migrated}`);
        else notes.push(`${path}: skipped: ${migrated}`);
      }
      continue;
    }
    for (const { path, text, findings } of migrated) {
      for (const { line, column, message } of findings) notes.push(`${path}:${line}:${column}: ${message}`);
      const old = before.get(path) ?? text;
      if (old !== text) changes.push({ path, before: old, after: text, summary: `TypeScript -> ${to.name}` });
    }
  }
  return { ...nothing, changes, notes, errors };
}

/** What became of the files, or why they cannot be migrated. */
async function migrateGroup(
  sources: readonly Source[],
  { to, tsconfig }: { readonly to: string; readonly tsconfig: string },
): Promise<readonly MigratedFile[] | string> {
  const [{ migrateTypeScript }, { loadPlan }] = await Promise.all([
    import("./migrate-typescript.ts"),
    import("./load-plan.ts"),
  ]);
  try {
    const plan = await loadPlan(to);
    return await migrateTypeScript(sources, { plan, ...(tsconfig === "" ? {} : { tsconfig }) });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return `TypeScript cannot be brought to ${to}: ${error.message}`;
  }
}

/** Files by the tsconfig.json next above them; "" where there is none. */
function groupByConfig(sources: readonly Source[]): ReadonlyMap<string, readonly Source[]> {
  const groups = new Map<string, Source[]>();
  for (const source of sources) {
    const config = findConfig(dirname(resolve(source.path)));
    groups.set(config, [...(groups.get(config) ?? []), source]);
  }
  return groups;
}

function findConfig(directory: string): string {
  const path = join(directory, "tsconfig.json");
  if (existsSync(path)) return path;
  const parent = dirname(directory);
  return parent === directory ? "" : findConfig(parent);
}
