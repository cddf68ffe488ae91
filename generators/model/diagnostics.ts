import type { Position } from "./model.ts";

export type Severity = "error" | "warning";

/** A kind of problem: its code, and its sentence, which says what to do. */
export interface DiagnosticKind<Parameters> {
  readonly code: string;
  readonly severity: Severity;
  text(parameters: Parameters): string;
}

type Catalogue = Readonly<Record<string, { severity: Severity; text: (parameters: never) => string }>>;
type Kinds<C extends Catalogue> = {
  readonly [Code in keyof C]: DiagnosticKind<Parameters<C[Code]["text"]>[0]>;
};

/** The kinds of problems of one part of the generators, by their codes. */
export function defineDiagnostics<const C extends Catalogue>(catalogue: C): Kinds<C> {
  const kinds = Object.entries(catalogue).map(([code, kind]) => [code, { ...kind, code }]);
  // Object.fromEntries() forgets which key has which value.
  return Object.fromEntries(kinds) as Kinds<C>;
}

/** A problem with its place; `formatDiagnostic` makes the line that users read. */
export interface Diagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly position: Position;
  readonly text: string;
}

/** Collects problems, so that all are reported and not just the first. */
export interface Diagnostics {
  readonly list: readonly Diagnostic[];
  report<Parameters>(
    kind: DiagnosticKind<Parameters>,
    position: Position,
    parameters: NoInfer<Parameters>,
  ): void;
}

export function createDiagnostics(): Diagnostics {
  const list: Diagnostic[] = [];
  const reported = new Set<string>();
  return {
    list,
    report({ code, severity, text }, position, parameters) {
      const diagnostic = { code, severity, position, text: text(parameters) };
      // Emitters that look at the same things find the same problems.
      const line = formatDiagnostic(diagnostic);
      if (reported.has(line)) return;
      reported.add(line);
      list.push(diagnostic);
    },
  };
}

/** "a2a/v1/a2a.proto:12:3: error: ... [code]". */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const { severity, text, code } = diagnostic;
  // An option of a plugin stands in no proto.
  const place = diagnostic.position.file === "" ? "" : `${formatPosition(diagnostic.position)}: `;
  return `${place}${severity}: ${text} [${code}]`;
}

/** "a2a/v1/a2a.proto:12:3", "a2a.schema.json#/definitions/Part". */
export function formatPosition({ file, line, column, pointer }: Position): string {
  return pointer === undefined ? `${file}:${line}:${column}` : `${file}${pointer}`;
}
