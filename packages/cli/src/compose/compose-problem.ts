import { compareCodeUnits } from "@a2agen/generators/naming/order.ts";

/** The kind of a problem; stays the same when its message changes. */
export type ComposeCode =
  | "syntax"
  | "too-large"
  | "too-deep"
  | "name"
  | "dialect"
  | "schema"
  | "keyword"
  | "pattern"
  | "duplicate-id"
  | "duplicate-definition"
  | "id-disagrees"
  | "reference"
  | "reference-url"
  | "reference-file"
  | "reference-direction"
  | "reference-cycle"
  | "manifest"
  | "extension-name"
  | "extension-twice"
  | "extension-state"
  | "extends"
  | "nothing-added"
  | "unused-root"
  | "base-constrained"
  | "required-added"
  | "required-field-changed"
  | "field-changed"
  | "field-impossible"
  | "field-refused"
  | "enum-closed"
  | "enum-narrowed"
  | "collision"
  | "keyword-dropped"
  | "format-unchecked"
  | "twin-weaker"
  | "unsupported";

/** One thing that is wrong, or should be known. */
export interface ComposeProblem {
  /** A warning does not stop the composition. */
  readonly severity: "error" | "warning";
  readonly code: ComposeCode;
  /** Path of the file as it was given. */
  readonly file: string;
  /** Where in it, as a JSON pointer in a URI fragment: "#/$defs/Message"; empty for the whole file. */
  readonly pointer: string;
  /** What was expected, what came, what to do. */
  readonly message: string;
  /** Section of the ACP extensions framework that it breaks. */
  readonly section?: string;
}

/** One line: `FILE#/pointer: error: what was expected, what came, what to do [code; ACP extensions 5.3]`. */
export function formatComposeProblem(problem: ComposeProblem): string {
  const { file, pointer, severity, message, code, section } = problem;
  const rule = section === undefined ? code : `${code}; ACP extensions ${section}`;
  return `${file}${pointer}: ${severity}: ${message} [${rule}]`;
}

/** Thrown for schemas that cannot be composed; lists every error and warning. */
export class ComposeError extends Error {
  readonly code = "compose-failed";
  readonly problems: readonly ComposeProblem[];

  constructor(problems: readonly ComposeProblem[]) {
    super(problems.map(formatComposeProblem).join("\n"));
    this.name = "ComposeError";
    this.problems = problems;
  }
}

/** Where problems are gathered. */
export interface ProblemList {
  readonly list: readonly ComposeProblem[];
  error(problem: Omit<ComposeProblem, "severity">): void;
  warn(problem: Omit<ComposeProblem, "severity">): void;
  /** Throws all of them, if one is an error. */
  check(): void;
}

/** More than these are not told: a hostile file can have a million. */
const maximumProblems = 1000;

export function createProblemList(): ProblemList {
  const list: ComposeProblem[] = [];
  let errors = 0;
  const add = (problem: ComposeProblem): void => {
    if (list.length < maximumProblems) list.push(problem);
  };
  return {
    get list() {
      return list.toSorted(compareProblems);
    },
    error(problem) {
      errors += 1;
      add({ severity: "error", ...problem });
    },
    warn(problem) {
      add({ severity: "warning", ...problem });
    },
    check() {
      if (errors > 0) throw new ComposeError(list.toSorted(compareProblems));
    },
  };
}

function compareProblems(a: ComposeProblem, b: ComposeProblem): number {
  return (
    compareCodeUnits(a.file, b.file) ||
    compareCodeUnits(a.pointer, b.pointer) ||
    compareCodeUnits(a.code, b.code) ||
    compareCodeUnits(a.message, b.message)
  );
}
