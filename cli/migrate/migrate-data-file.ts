import { type FileReport, nothing } from "./file-report.ts";
import type { FoundFile } from "./find-files.ts";
import type { PlacedNote } from "./migrate-list.ts";
import { type DataFormat, type MigratedText, migrateText } from "./migrate-text.ts";
import type { Aim } from "./migrate-value.ts";
import { readText } from "./read-text.ts";

/** Migrates a file of JSON or YAML. What is wrong with a file is an error if it was named; else it is skipped. */
export async function migrateDataFile(file: FoundFile, format: DataFormat, aim: Aim): Promise<FileReport> {
  const read = await readText(file.path);
  if (read.problem !== undefined) return refuse(file, [{ path: "", message: read.problem }]);
  try {
    return report(file, { before: read.text, aim, migrated: await migrateText(read.text, format, aim) });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return refuse(file, [{ path: "", message: `cannot be read: ${error.message}` }]);
  }
}

function refuse({ path, isNamed }: FoundFile, reasons: readonly PlacedNote[]): FileReport {
  if (isNamed) return { ...nothing, errors: reasons.map((reason) => tell(path, "error", reason)) };
  // One reason is enough for what nobody asked for.
  return { ...nothing, notes: reasons.slice(0, 1).map((reason) => tell(path, "skipped", reason)) };
}

interface ReportInput {
  readonly before: string;
  readonly aim: Aim;
  readonly migrated: MigratedText;
}

function report(file: FoundFile, { before, aim, migrated }: ReportInput): FileReport {
  const { path, isNamed } = file;
  const { changes, left, refusals, known } = migrated;
  if (refusals.length > 0) return refuse(file, refusals);
  if (known === 0) return refuse(file, left.length > 0 ? left : [{ path: "", message: "it holds no value" }]);
  const kept = left.map((note) => ({ ...note, message: `left as it is: ${note.message}` }));
  const notes = [...migrated.warnings, ...kept].map((note) => tell(path, "warning", note));
  if (changes.length === 0 || migrated.text === before) {
    return { ...nothing, notes, unchanged: isNamed ? [`${path}: is ${aim.to.name} already`] : [] };
  }
  const summary = `${[...new Set(changes)].join(", ")} -> ${aim.to.name}`;
  return { ...nothing, notes, changes: [{ path, before, after: migrated.text, summary }] };
}

/** `calls.jsonl:3: warning: params.message: ...` */
function tell(file: string, severity: string, { line, path, message }: PlacedNote): string {
  const place = line === undefined ? file : `${file}:${line}`;
  return [place, severity, ...(path === "" ? [] : [path]), message].join(": ");
}
