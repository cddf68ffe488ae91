import type { IssueCode } from "./issue.ts";
import {
  addProblem,
  addRepair,
  type Container,
  ignoreUndefined,
  type Problems,
  removeNull,
  replace,
  type Segment,
  valueAt,
} from "./problems.ts";
import { isWellFormed } from "./well-formed.ts";

/** A kind of JSON scalar, for fields of scalar types, enums and string-like well-known types. */
export interface Kind {
  /** Whether a value has the declared type and spelling. */
  is(value: unknown): boolean;
  /** Brings another accepted spelling into the declared one; undefined if it is not accepted. */
  normalize?(value: unknown): unknown;
  /** Whether a value, though not of the type, says the same as no value. */
  isAbsent?(value: unknown): boolean;
  /** The expectation, "an RFC 3339 timestamp in UTC". */
  readonly expected: string;
  /** The problem of a value of the right JSON type. */
  readonly code: IssueCode;
  readonly jsonType: "string" | "number" | "boolean" | "null";
  /** The value that another version of the protocol spells as a refused one. */
  sameAs?(value: string): string | undefined;
  /** Replaces a refused value in the lenient mode; `skipped` drops it, undefined refuses it too. */
  mend?(value: unknown): unknown;
}

/** Stands for a value that the lenient mode leaves out. */
export const skipped: unique symbol = /* @__PURE__ */ Symbol("skipped");

/**
 * Handles a value that `kind.is` refused: null and undefined count as absent, other spellings are replaced,
 * the rest is a problem.
 */
export function refuse(found: Problems | undefined, container: Container, at: Segment, kind: Kind): Problems {
  const value = valueAt(container, at);
  if (typeof at === "string" && value === undefined) return ignoreUndefined(found);
  if (typeof at === "string" && (value === null || kind.isAbsent?.(value)))
    return removeNull(found, container, at);
  const normal = kind.normalize?.(value);
  if (normal !== undefined) return addRepair(found, () => replace(container, at, normal));
  const mended = kind.mend?.(value);
  return addProblem(found, at, {
    // NaN is a number of JavaScript, and not one of JSON.
    code: jsonTypeOf(value) === kind.jsonType && !Number.isNaN(value) ? codeOf(value, kind) : "type",
    message: `expected ${kind.expected}, got ${describe(value)}${hint(value, kind)}`,
    ...(mended !== undefined && { mend: () => put(container, at, mended) }),
  });
}

function put(container: Container, at: Segment, value: unknown): void {
  if (value === skipped && typeof at !== "number") {
    delete (container as Record<string, unknown>)[typeof at === "object" ? at.key : at];
  } else replace(container, at, value);
}

function hint(value: unknown, kind: Kind): string {
  const same = typeof value === "string" ? kind.sameAs?.(value) : undefined;
  return same === undefined ? "" : `: in this version that is ${JSON.stringify(same)}`;
}

/** The name that ends as another does or is its ending, in any case: ROLE_USER for "user", and vice versa. */
export function sameName(name: string, names: readonly string[]): string | undefined {
  const words = (text: string): string => `_${text.toUpperCase().replaceAll("-", "_")}`;
  const given = words(name);
  return names.find((known) => words(known).endsWith(given) || given.endsWith(words(known)));
}

function codeOf(value: unknown, kind: Kind): IssueCode {
  return typeof value === "string" && !isWellFormed(value) ? "text" : kind.code;
}

/** The kind of a number whose bounds are narrower than its type's. */
export function rangeKind({
  kind,
  minimum,
  maximum,
}: {
  kind: Kind;
  minimum?: number;
  maximum?: number;
}): Kind {
  const is = (value: unknown): boolean =>
    kind.is(value) &&
    typeof value === "number" &&
    (minimum === undefined || value >= minimum) &&
    (maximum === undefined || value <= maximum);
  return {
    ...kind,
    is,
    normalize: (value) => {
      const normal = kind.normalize?.(value);
      return is(normal) ? normal : undefined;
    },
    expected: `${kind.expected}${describeRange(minimum, maximum)}`,
  };
}

function describeRange(minimum: number | undefined, maximum: number | undefined): string {
  if (minimum === undefined) return maximum === undefined ? "" : `, at most ${maximum}`;
  return maximum === undefined ? `, at least ${minimum}` : ` from ${minimum} to ${maximum}`;
}

/** null, array, object, string, number, boolean, or what JavaScript calls it. */
export function jsonTypeOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

/** A value as it stands in a message: short, quoted, never a whole document. */
export function describe(value: unknown): string {
  switch (typeof value) {
    case "string": {
      const short = value.length > 40 ? `${value.slice(0, 40)}...` : value;
      return JSON.stringify(short);
    }
    case "number":
      return Object.is(value, -0) ? "-0" : String(value);
    case "boolean":
    case "bigint":
      return String(value);
    default:
      return value === null ? "null" : Array.isArray(value) ? "an array" : describeObject(value);
  }
}

function describeObject(value: unknown): string {
  if (typeof value !== "object" || value === null) return typeof value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (typeof prototype !== "object" || prototype === null || prototype === Object.prototype)
    return "an object";
  const itsClass: unknown = Object.getOwnPropertyDescriptor(prototype, "constructor")?.value;
  return typeof itsClass === "function" && itsClass.name !== ""
    ? `${/^[AEIO]/i.test(itsClass.name) ? "an" : "a"} ${itsClass.name}`
    : "an object with a prototype of its own";
}
