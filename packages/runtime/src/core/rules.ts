import { type Kind, skipped } from "./kind.ts";
import { addProblem, type Problems } from "./problems.ts";
import { type Literal, oneOf } from "./schema-kinds.ts";
import { isRecord } from "./trust.ts";

/** What a value must be beyond its type; a schema can say all of it. */
export interface ValueRules {
  /** In characters: code points of Unicode. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly matches?: readonly Match[];
  readonly excludes?: readonly Match[];
  /** Bounds; as texts where integers are texts. */
  readonly minimum?: number | string;
  readonly maximum?: number | string;
  readonly above?: number;
  readonly below?: number;
  /** Neither NaN nor infinite. */
  readonly finite?: boolean;
  readonly in?: readonly Literal[];
  readonly notIn?: readonly Literal[];
  /** A value that is right whatever the rest says. */
  readonly or?: Literal;
}

/** A regular expression with the flag u, and what it asks for: "an email address". */
export interface Match {
  readonly pattern: string;
  readonly says: string;
  /** A text that matches, for documents. */
  readonly example?: string;
}

/** How many elements a list has, or entries a map. */
export interface CountRules {
  readonly least?: number;
  readonly most?: number;
  readonly unique?: boolean;
  /** Whether none are right too. */
  readonly orNone?: boolean;
}

/** The kind of a value with rules. */
export function ruled(kind: Kind, rules: ValueRules): Kind {
  const holds = compileRules(rules);
  const heldOrNot = (value: unknown): unknown => (value !== undefined && holds(value) ? value : undefined);
  return {
    is: (value) => kind.is(value) && holds(value),
    normalize: (value) => heldOrNot(kind.normalize?.(value)),
    mend: (value) => {
      const mended = kind.mend?.(value);
      return mended === skipped ? mended : heldOrNot(mended);
    },
    isAbsent: (value) => kind.isAbsent?.(value) ?? false,
    get expected() {
      return [kind.expected, ...describeRules(rules)].join(", ");
    },
    sameAs: (value) => kind.sameAs?.(value),
    code: rules.in !== undefined ? "enum" : kind.jsonType === "string" ? "format" : "range",
    jsonType: kind.jsonType,
  };
}

/** Whether a value of the right type keeps the rules. */
export function compileRules(rules: ValueRules): (value: unknown) => boolean {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, minimum, maximum, above, below } = rules;
  const [matches, excludes] = [compile(rules.matches), compile(rules.excludes)];
  const counts = rules.minLength !== undefined || rules.maxLength !== undefined;
  return (value) => {
    if (rules.or !== undefined && value === rules.or) return true;
    if (rules.in !== undefined && !rules.in.some((each) => each === value)) return false;
    if (rules.notIn?.some((each) => each === value)) return false;
    if (typeof value === "string") {
      if (counts) {
        const length = countCharacters(value);
        if (length < minLength || length > maxLength) return false;
      }
      if (!matches.every((each) => tryTest(each, value) ?? false)) return false;
      if (excludes.some((each) => tryTest(each, value) ?? true)) return false;
    }
    if (rules.finite && typeof value === "string") return false;
    return (
      (minimum === undefined || compare(value, minimum) >= 0) &&
      (maximum === undefined || compare(value, maximum) <= 0) &&
      (above === undefined || compare(value, above) > 0) &&
      (below === undefined || compare(value, below) < 0)
    );
  };
}

function compile(matches: readonly Match[] = []): readonly RegExp[] {
  return matches.map(({ pattern }) => new RegExp(pattern, "u"));
}

/** Undefined where the engine's stack has no room for the text. */
function tryTest(pattern: RegExp, text: string): boolean | undefined {
  try {
    return pattern.test(text);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The length of a text is that in UTF-16. */
function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** NaN, which nothing is equal to, for what is no number. */
function compare(value: unknown, bound: number | string): number {
  if (typeof bound === "number") return Number(value) === bound ? 0 : Number(value) - bound;
  if (typeof value !== "string") return Number.NaN;
  const [left, right] = [BigInt(value), BigInt(bound)];
  return left === right ? 0 : left < right ? -1 : 1;
}

/** What rules ask for, in parts of a sentence. */
export function describeRules(rules: ValueRules): readonly string[] {
  const { minLength, maxLength, minimum, maximum, above, below, matches = [], excludes = [] } = rules;
  const say = (before: string, value: string | number | undefined, after = ""): readonly string[] =>
    value === undefined ? [] : [`${before}${value}${after}`];
  return [
    ...(minLength === maxLength
      ? say("of ", minLength, " characters")
      : [...say("of at least ", minLength, " characters"), ...say("of at most ", maxLength, " characters")]),
    ...matches.map(({ says }) => says),
    ...excludes.map(({ says }) => says),
    ...say("at least ", minimum),
    ...say("greater than ", above),
    ...say("at most ", maximum),
    ...say("less than ", below),
    ...(rules.finite ? ["finite"] : []),
    ...(rules.in === undefined ? [] : [oneOf(rules.in)]),
    ...(rules.notIn === undefined ? [] : [`not ${oneOf(rules.notIn)}`]),
    ...(rules.or === undefined ? [] : [`or ${JSON.stringify(rules.or)}`]),
  ];
}

/**
 * Adds what is wrong with the number of elements of a list or of entries of a map. `kind` is that of the
 * elements or keys which have more than one spelling: "1" and 1 are the same, as are the keys "1" and "01".
 */
export function counted(
  value: unknown,
  found: Problems | undefined,
  { least = 0, most = Number.POSITIVE_INFINITY, unique, orNone }: CountRules,
  kind?: Kind,
): Problems | undefined {
  const isList = Array.isArray(value);
  if (!isList && !isRecord(value)) return found;
  const spell = (each: unknown): unknown =>
    kind === undefined || kind.is(each) ? each : (kind.normalize?.(each) ?? each);
  const distinct = (all: readonly unknown[]): number => new Set(all.map(spell)).size;
  const size = isList ? value.length : distinct(Object.keys(value));
  if (size === 0 && orNone) return found;
  const things = isList ? "elements" : "entries";
  const refuse = (message: string): Problems =>
    addProblem(found, undefined, { code: size === 0 ? "empty" : "range", message });
  if (size < least) return refuse(`expected at least ${least} ${things}, got ${size}`);
  if (size > most) return refuse(`expected at most ${most} ${things}, got ${size}`);
  if (unique && isList && distinct(value) < size) {
    return refuse("expected elements of which no two are the same");
  }
  return found;
}
