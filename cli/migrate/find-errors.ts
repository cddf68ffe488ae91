import type { ts } from "ts-morph";
import { explainError } from "./explain-error.ts";
import type { Finding } from "./finding.ts";
import type { TypeScript } from "./migration-context.ts";
import type { MigrationFacts } from "./migration-facts.ts";

export interface ErrorsInput {
  readonly ts: TypeScript;
  readonly facts: MigrationFacts;
  /** Errors that the files had before, by the key that `errorKey` gives. */
  readonly before: ReadonlySet<string>;
  /** The program with the migrated files. */
  readonly after: ts.Program;
}

/** Tells an error from others of its file wherever it stands. */
export function errorKey(typescript: TypeScript, { code, messageText }: ts.Diagnostic): string {
  return `${code} ${typescript.flattenDiagnosticMessageText(messageText, "\n")}`;
}

/** What does not compile any more in a migrated file, one finding for each line that has none yet. */
export function findErrors(path: string, known: readonly Finding[], input: ErrorsInput): readonly Finding[] {
  const { ts, after, before } = input;
  const file = after.getSourceFile(path);
  if (file === undefined) return known;
  const findings = [...known];
  for (const error of [...after.getSyntacticDiagnostics(file), ...after.getSemanticDiagnostics(file)]) {
    if (error.category !== ts.DiagnosticCategory.Error || error.start === undefined) continue;
    const { line, character } = file.getLineAndCharacterOfPosition(error.start);
    if (before.has(errorKey(ts, error)) || findings.some((one) => one.line === line + 1)) continue;
    findings.push({ line: line + 1, column: character + 1, message: explainError(error, file, input) });
  }
  return findings.sort((a, b) => a.line - b.line || a.column - b.column);
}
