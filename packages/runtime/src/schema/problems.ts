import type { IssueCode } from "../core/issue.ts";
import { describe } from "../core/kind.ts";
import { addProblem, type Check, merge, type Problems, type Segment } from "../core/problems.ts";

// What checks of JSON Schemas find. In a schema null is a value like others, and nothing is ever repaired.

/** Stands for any problems while only their being there counts. */
const some: Problems = { problems: [], repairs: [], writes: [] };
/** A check is one synchronous call, as in trust.ts. */
let isQuiet = false;

/** Whether a value fits a schema; no problem of it is written down. */
export function fits(check: Check, value: unknown, depth: number): boolean {
  const before = isQuiet;
  isQuiet = true;
  try {
    return check(value, depth) === undefined;
  } finally {
    isQuiet = before;
  }
}

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

function refuse(
  found: Problems | undefined,
  at: Segment | undefined,
  code: IssueCode,
  message: string,
): Problems {
  return isQuiet ? some : addProblem(found, at, { code, message });
}

type Refuse = (
  found: Problems | undefined,
  at: Segment | undefined,
  got: unknown,
  expected: string,
) => Problems;

function refusal(code: IssueCode): Refuse {
  return (found, at, got, expected) =>
    isQuiet ? some : refuse(found, at, code, `expected ${expected}, got ${describe(got)}`);
}

/** A value of another JSON type. */
export const wrongType: Refuse = /* @__PURE__ */ refusal("type");
/** A number, a length or a count out of its bounds. */
export const outOfRange: Refuse = /* @__PURE__ */ refusal("range");
/** A text of another form. */
export const wrongFormat: Refuse = /* @__PURE__ */ refusal("format");

const mostNames = 20;

function list(names: readonly string[]): string {
  return (names.length > mostNames ? [...names.slice(0, mostNames), "..."] : names).join(", ");
}

function shorten(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}...` : text;
}

/** Another value than those allowed. */
export function wrongValue(
  found: Problems | undefined,
  at: Segment | undefined,
  got: unknown,
  allowed: Iterable<unknown>,
): Problems {
  if (isQuiet) return some;
  const all = [...allowed].map((value) => shorten(JSON.stringify(value)));
  const expected = all.length === 0 ? "no value" : `${all.length === 1 ? "" : "one of "}${list(all)}`;
  return refuse(found, at, "enum", `expected ${expected}, got ${describe(got)}`);
}

/** A value that a schema excludes, which is called `what`. */
export function excluded(found: Problems | undefined, got: unknown, what: string): Problems {
  return refuse(found, undefined, "enum", `expected anything but ${what}, got ${describe(got)}`);
}

/** A member that has to be there, always or `beside` another one. */
export function missing(found: Problems | undefined, name: string, beside?: string): Problems {
  return refuse(found, name, "required", beside === undefined ? "required" : `required beside ${beside}`);
}

/** A member, an element or a value where the schema allows none; an undefined member is in no JSON text. */
export function unexpected(
  found: Problems | undefined,
  at: Segment | undefined,
  got: unknown,
  known: readonly string[] = [],
): Problems | undefined {
  if (got === undefined) return found;
  if (isQuiet) return some;
  const expected = known.length === 0 ? "nothing here" : `no member but ${list(known)}`;
  return refuse(found, at, "unknown", `expected ${expected}, got ${describe(got)}`);
}

/** What is wrong with the name of a member. */
export function wrongKey(
  found: Problems | undefined,
  key: string,
  inner: Problems | undefined,
): Problems | undefined {
  if (inner === undefined) return found;
  return refuse(found, { key }, "key", `as a name, ${inner.problems[0]?.message ?? ""}`);
}

/** A value that fits none of several schemas, or more than one of those of which it has to fit one. */
export function wrongCount(
  found: Problems | undefined,
  fitting: number,
  got: unknown,
  arms: string,
): Problems {
  const start = fitting === 0 ? "expected" : "expected only one of";
  const end = fitting === 0 ? "none" : String(fitting);
  const message = `${start} ${arms}, got ${describe(got)} that is ${end} of these`;
  return refuse(found, undefined, fitting === 0 ? "oneof-none" : "oneof-many", message);
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
  return refuse(found, undefined, "oneof-none", `set exactly one of ${names.join(", ")}; found none`);
}

/** A value that is too deep, or has an element that is. */
export function tooDeep(found?: Problems, at?: Segment, most = 100): Problems {
  return refuse(found, at, "depth", `expected at most ${most} values inside one another`);
}
