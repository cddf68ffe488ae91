import type { MigrationOptions } from "@a2agen/migrate/migrate-value.ts";
import type { FoundFile } from "@a2agen/terminal/find-files.ts";
import type { FileReport } from "./file-report.ts";
import { type DataFormat, migrateText, type PlacedNote } from "./migrate-text.ts";
import { readText } from "./read-text.ts";

/**
 * Migrates a file of JSON or YAML. Problems are errors in files that the user named; other files are skipped.
 */
export async function migrateDataFile(
  file: FoundFile,
  format: DataFormat,
  options: MigrationOptions,
): Promise<FileReport> {
  const { path, isNamed } = file;
  if (!isNamed && configurations.test(path)) return {};
  const before = await readText(path);
  if (typeof before !== "string") return refuse(file, [{ path: "", message: before.problem }]);
  try {
    const migrated = await migrateText(before, format, options);
    const { text: after, changes, left, refusals, known } = migrated;
    if (refusals.length > 0) return refuse(file, refusals);
    if (known === 0)
      return refuse(file, left.length > 0 ? left : [{ path: "", message: "it has no values" }]);
    const kept = left.map((note) => ({ ...note, message: `left as it is: ${note.message}` }));
    const notes = [...migrated.warnings, ...kept].map((note) => formatNote(path, "warning", note));
    const todo = migrated.warnings.filter((note) => note.todo).length;
    if (changes.length === 0 || after === before) {
      return { notes, left: todo, unchanged: isNamed ? [`${path}: is already ${options.to.name}`] : [] };
    }
    const summary = `${[...new Set(changes)].join(", ")} -> ${options.to.name}`;
    return { notes, left: todo, changes: [{ path, before, after, summary }] };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return refuse(file, [{ path: "", message: `cannot be read: ${error.message}` }]);
  }
}

/** Files of npm and TypeScript, which never hold values of a protocol. */
const configurations =
  /(?:^|[\\/])(?:package|package-lock|npm-shrinkwrap|tsconfig[\w.-]*|jsconfig|biome)\.jsonc?$/;

/** One reason is enough for a file that the user did not name. */
function refuse({ path, isNamed }: FoundFile, reasons: readonly PlacedNote[]): FileReport {
  if (isNamed) return { errors: reasons.map((reason) => formatNote(path, "error", reason)) };
  return { notes: reasons.slice(0, 1).map((reason) => formatNote(path, "skipped", reason)) };
}

/** `calls.jsonl:3: warning: params.message: ...` */
function formatNote(file: string, severity: string, { line, path, message }: PlacedNote): string {
  const place = line === undefined ? file : `${file}:${line}`;
  return [place, severity, ...(path === "" ? [] : [path]), message].join(": ");
}
