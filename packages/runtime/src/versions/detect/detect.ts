import { describe } from "../../core/kind.ts";
import { isRecord } from "../../core/trust.ts";
import { withoutAdditions } from "./additions.ts";
import { detectEnvelope, isEnvelope } from "./detect-envelope.ts";
import { detectMessage } from "./detect-message.ts";
import { detectProblem } from "./detect-problem.ts";
import { type Detect, type DetectHints, type Detection, type Dialect, methodsOf } from "./detection.ts";
import { rankFits } from "./rank-fits.ts";

/** Objects with more keys are no message of any protocol. */
const maximumRootKeys = 500;

/** Entries of a value beyond which it is not looked at: a text of about 50 megabytes at least. */
const maximumEntries = 10_000_000;

/** Makes the function that distinguishes the dialects, given from the oldest to the newest. */
export function createDetector(dialects: readonly Dialect[]): Detect {
  const methods = new Set(dialects.flatMap((dialect) => methodsOf(dialect).map(({ name }) => name)));
  return (value, hints = {}) => {
    if (!isRecord(value)) return nothing(`expected an object, found ${describeRoot(value)}`);
    const keys = Object.keys(value);
    if (keys.length === 0) return nothing("an empty object may be anything");
    if (keys.length > maximumRootKeys) {
      return nothing(`expected an object of a known type, found one with ${keys.length} fields`);
    }
    const entries = countEntries(value, maximumEntries);
    if (entries > maximumEntries) {
      return nothing(`expected at most ${maximumEntries} values in one another, found more`);
    }
    const chosen = chooseDialects(dialects, hints);
    // The newest first: what is valid in several versions is most likely of today.
    const input = { dialects: chosen.toReversed(), hints, entries };
    const problems = detectProblem(value, input.dialects);
    const found = isEnvelope(value, methods)
      ? detectEnvelope(value, input)
      : problems.length > 0
        ? { fits: problems, misses: [], reason: "" }
        : { ...detectMessage(value, input), reason: describeUnknown(keys, hints) };
    return rankFits(withoutAdditions(found, chosen));
  };
}

function chooseDialects(dialects: readonly Dialect[], hints: DetectHints): readonly Dialect[] {
  const { dialects: names } = hints;
  return names === undefined ? dialects : dialects.filter(({ name }) => names.includes(name));
}

function nothing(reason: string): Detection {
  return { candidates: [], nearest: [], reason };
}

function describeRoot(value: unknown): string {
  if (value === undefined) return "undefined";
  return typeof value === "object" ? describe(value) : `a ${typeof value}`;
}

function describeUnknown(keys: readonly string[], { typeName }: DetectHints): string {
  const shown = keys.slice(0, 5).map((key) => (key.length > 40 ? `${key.slice(0, 40)}...` : key));
  const list = `${shown.join(", ")}${keys.length > shown.length ? ", ..." : ""}`;
  const wanted = typeName === undefined ? "no known type has" : `no type named ${typeName} has`;
  return `${wanted} the fields ${list}`;
}

/**
 * Counts the members and elements of a JSON value at any depth; stops soon after `limit`, a cycle included.
 */
function countEntries(value: unknown, limit: number): number {
  const pending: unknown[] = [value];
  let count = 1;
  while (pending.length > 0 && count <= limit) {
    const next = pending.pop();
    if (typeof next !== "object" || next === null) continue;
    const members: readonly unknown[] = Array.isArray(next) ? next : Object.values(next);
    count += members.length;
    if (count > limit) break;
    for (const member of members) {
      if (typeof member === "object" && member !== null) pending.push(member);
    }
  }
  return count;
}
