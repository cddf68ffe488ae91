import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A JSON example of the specification with the verdict of an independent check. */
export interface Example {
  readonly id: string;
  readonly section: string;
  /** A message of the draft, or what the JSON is otherwise. */
  readonly type: string;
  readonly json: unknown;
  readonly valid?: boolean;
  /** "path: what is wrong", of examples that are not valid. */
  readonly errors?: readonly string[];
}

const text = readFileSync(join(import.meta.dirname, "draft-examples.json"), "utf8");

/** All examples; parsed anew for each caller, since decoding works in place. */
export function readExamples(): readonly Example[] {
  return JSON.parse(text) as readonly Example[];
}

export function validExamples(): readonly Example[] {
  return readExamples().filter((example) => example.valid === true);
}

export function invalidExamples(): readonly Example[] {
  return readExamples().filter((example) => example.valid === false);
}

/** The JSON of the one example of a type. */
export function readFragment(type: string): unknown {
  const [only, ...others] = readExamples().filter((example) => example.type === type);
  if (only === undefined || others.length > 0) throw new Error(`expected one example of the type ${type}`);
  return only.json;
}
