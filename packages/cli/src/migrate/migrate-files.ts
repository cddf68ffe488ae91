import type { MigrationOptions } from "@a2agen/migrate/migrate-value.ts";
import { findVersion, loadVersions, newestReleased } from "@a2agen/migrate/versions.ts";
import { count, defined } from "@a2agen/runtime/internal";
import type { CommandInput, Outcome } from "@a2agen/terminal/command.ts";
import { CommandError } from "@a2agen/terminal/command-error.ts";
import { findFiles } from "@a2agen/terminal/find-files.ts";
import { findUncommitted } from "@a2agen/terminal/git.ts";
import { formatDiff } from "@a2agen/terminal/show-diff.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import { writeFiles } from "@a2agen/terminal/write-files.ts";
import type { FileReport } from "./file-report.ts";
import { migrateDataFile } from "./migrate-data-file.ts";
import { migrateTypeScriptFiles } from "./migrate-typescript-files.ts";

export interface MigrateFlags {
  readonly to?: string;
  readonly from?: string;
  readonly type?: string;
  readonly "dry-run"?: true;
  readonly check?: true;
  readonly force?: true;
}

/** Migrates files and directories; writes all files, or none if there is a problem. */
export async function migrateFiles(
  { flags, operands }: CommandInput<MigrateFlags>,
  terminal: Terminal,
): Promise<Outcome> {
  const options = await readOptions(flags);
  const found = await findFiles(operands);
  if (found.length === 0) {
    terminal.err(`nothing to migrate in ${operands.join(", ")}\n`);
    return 0;
  }
  const reports: FileReport[] = [];
  for (const file of found) {
    if (file.format !== "typescript") reports.push(await migrateDataFile(file, file.format, options));
  }
  const sources = found.filter(({ format }) => format === "typescript");
  if (sources.length > 0)
    await terminal.step?.(`reading the types of ${count(sources.length, "TypeScript file")}`);
  if (sources.length > 0) reports.push(await migrateTypeScriptFiles(sources, options.to.name));
  return finish(reports, { flags, terminal });
}

async function readOptions({ to, from, type }: MigrateFlags): Promise<MigrationOptions> {
  const versions = await loadVersions();
  const { dialects } = versions;
  const newest = newestReleased(dialects);
  if (newest === undefined) throw new TypeError("there are no versions to migrate to");
  return {
    versions,
    to: to === undefined ? newest : findVersion(to, "--to", dialects),
    ...defined({
      from: from === undefined ? undefined : findVersion(from, "--from", dialects),
      typeName: type,
    }),
  };
}

async function finish(
  reports: readonly FileReport[],
  { flags, terminal }: { readonly flags: MigrateFlags; readonly terminal: Terminal },
): Promise<Outcome> {
  const changes = reports.flatMap((report) => report.changes ?? []);
  const errors = reports.flatMap((report) => report.errors ?? []);
  for (const note of reports.flatMap(({ notes = [] }) => notes)) terminal.err(`${note}\n`);
  if (errors.length > 0) throw new CommandError([...errors, "nothing was written"].join("\n"));
  const left = reports.reduce((sum, report) => sum + (report.left ?? 0), 0);
  if (flags["dry-run"] !== undefined) {
    terminal.out(await formatDiff(changes));
    return 0;
  }
  if (flags.check !== undefined) {
    for (const { path, summary } of changes) terminal.err(`${path}: would change: ${summary}\n`);
    if (left > 0) terminal.err(`${describeLeft(left)}\n`);
    return changes.length === 0 && left === 0 ? 0 : 1;
  }
  if (flags.force === undefined) await refuseUncommitted(changes.map(({ path }) => path));
  await writeFiles(changes.map(({ path, after }) => ({ path, bytes: Buffer.from(after) })));
  for (const { path, summary } of changes) terminal.out(`${path}: ${summary}\n`);
  for (const line of reports.flatMap(({ unchanged = [] }) => unchanged)) terminal.out(`${line}\n`);
  if (left > 0)
    terminal.err(`${describeLeft(left)}; docs/migrating.md of a2agen has an example of each step\n`);
  const missing = reports.flatMap((report) => report.missing ?? []);
  if (missing.length > 0) terminal.err(`next: npm install ${missing.join(" ")} @a2agen/runtime\n`);
  return 0;
}

function describeLeft(left: number): string {
  return `${count(left, "place")} left to do by hand, listed above`;
}

async function refuseUncommitted(paths: readonly string[]): Promise<void> {
  const uncommitted = await findUncommitted(paths);
  if (uncommitted.length === 0) return;
  throw new CommandError(
    [
      ...uncommitted.map((path) => `${path}: error: has uncommitted changes`),
      "nothing was written: commit the changes, or pass --force",
    ].join("\n"),
  );
}
