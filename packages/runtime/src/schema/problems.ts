import { describe } from "../core/kind.ts";
import { addProblem, merge, type Problems, type Segment } from "../core/problems.ts";

// What checks of JSON Schemas find. In a schema null is a value like others, and nothing is ever repaired.

/** Adds what was found at a place of the value. */
export function below(
  found: Problems | undefined,
  at: Segment,
  inner: Problems | undefined,
): Problems | undefined {
  if (inner === undefined) return found;
  for (const problem of inner.problems) problem.segments.push(at);
  return found === undefined ? inner : merge(found, inner);
}

/** Adds what was found of the same value. */
export function both(found: Problems | undefined, inner: Problems | undefined): Problems | undefined {
  if (inner === undefined) return found;
  return found === undefined ? inner : merge(found, inner);
}

type Refusal = (
  found: Problems | undefined,
  at: Segment | undefined,
  got: unknown,
  expected: string,
) => Problems;

function refusal(code: "type" | "range" | "format"): Refusal {
  return (found, at, got, expected) =>
    addProblem(found, at, { code, message: `expected ${expected}, got ${describe(got)}` });
}

/** A value of another JSON type. */
export const wrongType: Refusal = /* @__PURE__ */ refusal("type");
/** A number, a length or a count out of its bounds. */
export const outOfRange: Refusal = /* @__PURE__ */ refusal("range");
/** A text of another form. */
export const wrongFormat: Refusal = /* @__PURE__ */ refusal("format");

/** Another value than those allowed. */
export function wrongValue(
  found: Problems | undefined,
  at: Segment | undefined,
  got: unknown,
  allowed: Iterable<unknown>,
): Problems {
  const all = [...allowed].map((value) => shorten(JSON.stringify(value)));
  const names = all.length > mostNames ? [...all.slice(0, mostNames), "..."] : all;
  const expected = all.length === 0 ? "no value" : `${all.length === 1 ? "" : "one of "}${names.join(", ")}`;
  return addProblem(found, at, { code: "enum", message: `expected ${expected}, got ${describe(got)}` });
}

function shorten(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}...` : text;
}

/** A value that a schema excludes, which is called `what`. */
export function excluded(found: Problems | undefined, got: unknown, what: string): Problems {
  return addProblem(found, undefined, {
    code: "enum",
    message: `expected anything but ${what}, got ${describe(got)}`,
  });
}

/** A member that has to be there, always or `beside` another one. */
export function missing(found: Problems | undefined, name: string, beside?: string): Problems {
  const message = beside === undefined ? "required" : `required beside ${beside}`;
  return addProblem(found, name, { code: "required", message });
}

/** A member, an element or a value where the schema allows none. */
export function unexpected(
  found: Problems | undefined,
  at: Segment | undefined,
  got: unknown,
  known: readonly string[] = [],
): Problems | undefined {
  // A member that is undefined is in no JSON text.
  if (got === undefined) return found;
  const names = known.length > mostNames ? [...known.slice(0, mostNames), "..."] : known;
  const expected = names.length === 0 ? "nothing here" : `no member but ${names.join(", ")}`;
  return addProblem(found, at, { code: "unknown", message: `expected ${expected}, got ${describe(got)}` });
}

const mostNames = 20;

/** What is wrong with the name of a member. */
export function wrongKey(
  found: Problems | undefined,
  key: string,
  inner: Problems | undefined,
): Problems | undefined {
  const [problem] = inner?.problems ?? [];
  if (problem === undefined) return found;
  return addProblem(found, { key }, { code: "key", message: `as a name, ${problem.message}` });
}

/** A value that fits none of several schemas, or more than one of those of which it has to fit one. */
export function wrongCount(
  found: Problems | undefined,
  fitting: number,
  got: unknown,
  arms: string,
): Problems {
  const code = fitting === 0 ? "oneof-none" : "oneof-many";
  const message =
    fitting === 0
      ? `expected ${arms}, got ${describe(got)} that is none of these`
      : `expected only one of ${arms}, got ${describe(got)} that is ${fitting} of these`;
  return addProblem(found, undefined, { code, message });
}

/** An object whose member does not say which of several schemas it follows. */
export function wrongTag(
  found: Problems | undefined,
  name: string,
  got: unknown,
  allowed: Iterable<unknown>,
): Problems {
  return got === undefined ? missing(found, name) : wrongValue(found, name, got, allowed);
}

/** An object without any of the members that tell several schemas apart. */
export function wrongKeys(found: Problems | undefined, names: readonly string[]): Problems {
  const message = `set exactly one of ${names.join(", ")}; found none`;
  return addProblem(found, undefined, { code: "oneof-none", message });
}

export function tooDeep(): Problems {
  return addProblem(undefined, undefined, {
    code: "depth",
    message: "expected at most 100 values inside one another",
  });
}
