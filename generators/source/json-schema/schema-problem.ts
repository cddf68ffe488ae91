import { printFragment } from "../../json-schema/json-pointer.ts";

/** Something in a schema that no code is made of. */
export interface SchemaProblem {
  /** Where, as a JSON pointer in a URI fragment: "#/definitions/Part/anyOf". */
  readonly pointer: string;
  /** What is there, and what could be. */
  readonly message: string;
}

/** A schema that types and codecs cannot be made of, with every reason. */
export class SchemaError extends Error {
  readonly code = "schema-unsupported";
  readonly problems: readonly SchemaProblem[];

  constructor(source: string, problems: readonly SchemaProblem[]) {
    const lines = problems.map(({ pointer, message }) => `${source}${pointer}: ${message}`);
    super(lines.join("\n"));
    this.name = "SchemaError";
    this.problems = problems;
  }
}

/** The pointer of a member of what another pointer points to. */
export function pointTo(pointer: string, member: string | number): string {
  return `${pointer}${printFragment([String(member)]).slice(1)}`;
}
