import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { FoundFile } from "@a2agen/terminal/find-files.ts";
import type { FileChange, FileReport } from "./file-report.ts";
import { groupNotes } from "./group-notes.ts";
import { readText } from "./read-text.ts";
import type { SourceText } from "./typescript/migrate-typescript.ts";
import type { MigratedFile } from "./typescript/migrated-file.ts";

interface Source extends SourceText {
  readonly isNamed: boolean;
}

/** Migrates TypeScript, all files of one tsconfig.json at once, since they use one another's declarations. */
export async function migrateTypeScriptFiles(files: readonly FoundFile[], to: string): Promise<FileReport> {
  const notes: string[] = [];
  const errors: string[] = [];
  const changes: FileChange[] = [];
  let left = 0;
  const refuse = ({ path, isNamed }: Pick<Source, "path" | "isNamed">, reason: string): void => {
    if (isNamed) errors.push(`${path}: error: ${reason}`);
    else notes.push(`${path}: skipped: ${reason}`);
  };
  const projects = new Map<string | undefined, Source[]>();
  for (const { path, isNamed } of files) {
    const text = await readText(path);
    if (typeof text === "string") {
      const tsconfig = findAbove(dirname(resolve(path)), "tsconfig.json");
      projects.set(tsconfig, [...(projects.get(tsconfig) ?? []), { path, text, isNamed }]);
    } else {
      refuse({ path, isNamed }, text.problem);
    }
  }
  for (const [tsconfig, sources] of projects) {
    const migrated = await migrateProject(sources, to, tsconfig);
    if (typeof migrated === "string") {
      for (const source of sources) refuse(source, migrated);
      continue;
    }
    for (const [index, { path, text: after, findings }] of migrated.entries()) {
      const before = sources[index]?.text ?? after;
      left += findings.length;
      notes.push(...groupNotes(path, findings));
      if (before !== after) changes.push({ path, before, after, summary: `TypeScript -> ${to}` });
    }
  }
  const [first] = changes;
  const target = `@a2agen/${to}`;
  const isMissing =
    first !== undefined && !(await findDependencies(dirname(resolve(first.path)))).has(target);
  return { changes, notes, errors, left, missing: isMissing ? [target] : [] };
}

/** The dependencies of the nearest package.json in the directory or above it. */
async function findDependencies(directory: string): Promise<ReadonlySet<string>> {
  const path = findAbove(directory, "package.json");
  const text = path === undefined ? undefined : await readText(path);
  if (typeof text !== "string") return new Set();
  try {
    const { dependencies, devDependencies } = JSON.parse(text) as Partial<Record<string, object>>;
    return new Set(Object.keys({ ...dependencies, ...devDependencies }));
  } catch {
    // A package.json that npm could not read either says nothing about dependencies.
    return new Set();
  }
}

/** The files in their order, or why they cannot be migrated. */
async function migrateProject(
  sources: readonly Source[],
  to: string,
  tsconfig: string | undefined,
): Promise<readonly MigratedFile[] | string> {
  const [{ migrateTypeScript }, { loadPlan }] = await Promise.all([
    import("./typescript/migrate-typescript.ts"),
    import("./typescript/load-plan.ts"),
  ]);
  try {
    const plan = await loadPlan(to);
    return await migrateTypeScript(sources, { plan, ...(tsconfig === undefined ? {} : { tsconfig }) });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return `TypeScript cannot be brought to ${to}: ${error.message}`;
  }
}

/** The nearest file of a name in the directory or above it. */
function findAbove(directory: string, name: string): string | undefined {
  const path = join(directory, name);
  if (existsSync(path)) return path;
  const parent = dirname(directory);
  return parent === directory ? undefined : findAbove(parent, name);
}
