import { formatIssue, type Issue } from "./issue.ts";

const shown = 5;

/** Thrown for a value that is not what its type says; `issues` has every problem found. */
export class DecodeError extends Error {
  override readonly name = "DecodeError";
  /** Recognise the error by this: two copies of the package may be loaded. */
  readonly code = "ERR_A2AGEN_DECODE";
  /** Full proto name of the message that was to be decoded. */
  readonly typeName: string;
  readonly issues: readonly Issue[];

  constructor(typeName: string, issues: readonly Issue[], options?: { readonly cause?: unknown }) {
    const hidden = issues.length - shown;
    const isPart = issues.at(-1)?.code === "too-many";
    const more = hidden > 0 ? `\n  and ${isPart ? `at least ${hidden - 1}` : hidden} more` : "";
    const lines = issues.slice(0, shown).map((issue) => `\n  ${formatIssue(issue)}`);
    super(`invalid ${typeName}:${lines.join("")}${more}`, options);
    this.typeName = typeName;
    this.issues = issues;
  }
}
