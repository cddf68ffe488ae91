import { isObject } from "@a2agen/runtime/internal";
import { Ajv2020 } from "ajv/dist/2020.js";
import * as yaml from "yaml";
import { extendProfile } from "./extend-profile.ts";
import { findSchemaProblems } from "./find-schema-problems.ts";
import { isRegularExpression } from "./is-regular-expression.ts";
import { readProfileDocument } from "./profile-document.ts";
import { ProfileError, type ProfileProblem } from "./profile-error.ts";
import type { ProfileFinding } from "./profile-finding.ts";

/** What documents of one kind must be like. */
export interface DocumentRules<T> {
  readonly schema: object;
  /** What the schema cannot say; given what the schema allows. */
  readonly findContradictions: (content: T) => readonly ProfileFinding[];
}

/** The document that another one extends, by the name that it gives; undefined for an unknown one. */
export type FindBase = (name: string) => unknown;

/** Makes the function that parses a document; it throws a ProfileError that lists every problem. */
export function createDocumentReader<T>({
  schema,
  findContradictions,
}: DocumentRules<T>): (text: string, source: string, findBase?: FindBase) => T {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true });
  ajv.addFormat("regex", isRegularExpression);
  const validate = ajv.compile<T>(schema);
  const find = (value: unknown): readonly ProfileFinding[] =>
    validate(value)
      ? findContradictions(value)
      : findSchemaProblems(validate.errors ?? [], { schema, data: value });
  return (text, source, findBase = () => undefined) => {
    const { problems, content, locate } = readProfileDocument(yaml, text, source);
    const { value, findings } = extend(content?.value, findBase);
    const found = content === undefined || findings.length > 0 ? findings : find(value);
    const all = [...problems, ...found.map(locate)].sort(comparePositions);
    if (all.length > 0) throw new ProfileError(all);
    // Without problems there is content, and the schema, from which the type is made, allows it.
    return value as T;
  };
}

/** A document with what it takes from the one that it extends. */
function extend(
  value: unknown,
  findBase: FindBase,
): { readonly value: unknown; readonly findings: readonly ProfileFinding[] } {
  if (!isObject(value) || typeof value["extends"] !== "string") return { value, findings: [] };
  const base = findBase(value["extends"]);
  if (base !== undefined) return { value: extendProfile(base, value), findings: [] };
  const expected = "the name of a built-in profile";
  return { value, findings: [{ code: "unknown-profile", path: ["extends"], at: "value", expected }] };
}

function comparePositions({ position: a }: ProfileProblem, { position: b }: ProfileProblem): number {
  if (a === undefined || b === undefined) return 0;
  return a.line - b.line || a.column - b.column;
}
