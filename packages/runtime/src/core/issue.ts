/** What can be wrong with a value. */
export type IssueCode =
  /** The JSON text does not parse. */
  | "syntax"
  /** The value has another JSON type than the field. */
  | "type"
  /** A REQUIRED field is absent. */
  | "required"
  /** A REQUIRED list has no element. */
  | "empty"
  /** No member of a oneof is set of which exactly one must be. */
  | "oneof-none"
  /** More than one member of a oneof is set. */
  | "oneof-many"
  /** A string is not a value of the enum, or not one of the strings allowed. */
  | "enum"
  /** A number is outside its type or the limits of the specification. */
  | "range"
  /** A string does not have the form of its type: timestamp, duration, base64, integer, ... */
  | "format"
  /** A map key does not have the form of its type. */
  | "key"
  /** A string is not valid Unicode: it holds half of a surrogate pair. */
  | "text"
  /** The value is nested too deeply. */
  | "depth"
  /** A field is there twice, under its JSON name and its proto name. */
  | "duplicate"
  /** The last issue of a value with so many that there may be more. */
  | "too-many"
  /** The type has no such field; only `strictCodec` reports it. */
  | "unknown";

/** One problem of a value, with its place. */
export interface Issue {
  readonly code: IssueCode;
  /**
   * Where, for people: `message.parts[1].file` or `securitySchemes["google"]`; empty for the value itself.
   */
  readonly path: string;
  /** Where, for programs: field names, map keys, list indexes. */
  readonly segments: readonly (string | number)[];
  /** The expected and the actual value, without the path. */
  readonly message: string;
}

/** `path: message [code]`, the line that people read. */
export function formatIssue(issue: Issue): string {
  const place = issue.path === "" ? "" : `${issue.path}: `;
  return `${place}${issue.message} [${issue.code}]`;
}
