/** What is wrong, in a form that stays the same when the sentence changes. */
export type ProfileProblemCode =
  | "syntax"
  | "duplicate-key"
  | "alias"
  | "unknown-key"
  | "missing-key"
  | "wrong-type"
  | "not-allowed"
  | "out-of-range"
  | "wrong-format"
  | "too-short"
  | "duplicate"
  | "contradiction"
  | "unknown-profile"
  | "unreadable";

/** One thing that is wrong with a profile. */
export interface ProfileProblem {
  readonly code: ProfileProblemCode;
  /** Path of the file, or the name that was asked for. */
  readonly source: string;
  /** Begin at 1; absent when the problem is not at a place in the file. */
  readonly position?: { readonly line: number; readonly column: number };
  /** Keys from the root, "errors[0].http"; empty for the whole file. */
  readonly path: string;
  /** What was expected, what came. */
  readonly message: string;
}

/** Thrown for a profile that cannot be used; lists every problem, in the order of the file. */
export class ProfileError extends Error {
  readonly code = "profile-invalid";
  readonly problems: readonly ProfileProblem[];

  constructor(problems: readonly ProfileProblem[], options?: ErrorOptions) {
    super(problems.map(formatProfileProblem).join("\n"), options);
    this.name = "ProfileError";
    this.problems = problems;
  }
}

/** One line: `file.yaml:LINE:COLUMN: key.path: what was expected, what came [code]`. */
export function formatProfileProblem({ source, position, path, message, code }: ProfileProblem): string {
  const place = position === undefined ? source : `${source}:${position.line}:${position.column}`;
  return `${place}: ${path === "" ? "" : `${path}: `}${message} [${code}]`;
}
