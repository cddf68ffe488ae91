import { Ajv2020 } from "ajv/dist/2020.js";
import * as yaml from "yaml";
import { findSchemaProblems } from "./find-schema-problems.ts";
import { readProfileDocument } from "./profile-document.ts";
import { ProfileError, type ProfileProblem } from "./profile-error.ts";
import type { ProfileFinding } from "./profile-finding.ts";

/** What documents of one kind must be like. */
export interface DocumentRules<T> {
  readonly schema: object;
  /** What the schema cannot say; given what the schema allows. */
  readonly findContradictions: (content: T) => readonly ProfileFinding[];
}

/** Makes the function that turns the text of a document into its content; it throws a ProfileError that lists every problem. */
export function createDocumentReader<T>({
  schema,
  findContradictions,
}: DocumentRules<T>): (text: string, source: string) => T {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true });
  ajv.addFormat("regex", isRegularExpression);
  const validate = ajv.compile<T>(schema);
  const find = (value: unknown): readonly ProfileFinding[] =>
    validate(value)
      ? findContradictions(value)
      : findSchemaProblems(validate.errors ?? [], { schema, data: value });
  return (text, source) => {
    const { problems, content, locate } = readProfileDocument(yaml, text, source);
    const findings = content === undefined ? [] : find(content.value);
    const all = [...problems, ...findings.map(locate)].sort(comparePositions);
    if (all.length > 0) throw new ProfileError(all);
    // Without problems there is content, and the schema, from which the type is made, allows it.
    return content?.value as T;
  };
}

function isRegularExpression(text: string): boolean {
  try {
    new RegExp(text, "u");
    return true;
  } catch {
    // That it throws is the answer.
    return false;
  }
}

function comparePositions({ position: a }: ProfileProblem, { position: b }: ProfileProblem): number {
  if (a === undefined || b === undefined) return 0;
  return a.line - b.line || a.column - b.column;
}
