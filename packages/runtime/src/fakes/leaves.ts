import { bytesToBase64 } from "../core/base64.ts";
import type { JsonValue } from "../core/json.ts";
import { compileRules, type ValueRules } from "../core/rules.ts";
import { createRandom, type Random } from "./random.ts";
import type { Leaf, RuledLeaf } from "./shape.ts";
import { makeText, makeWord } from "./words.ts";

/** What a leaf needs to know of its place. */
export interface Place {
  readonly random: Random;
  /** The time, which goes on with each value that is one. */
  readonly clock: { now: number };
  /** The field. */
  readonly name: string;
}

const makers: Readonly<Record<Leaf, (place: Place) => JsonValue>> = {
  text: ({ name, random }) => makeText(name, random),
  bool: ({ random }) => random.chance(0.5),
  bytes: ({ name, random }) => bytesToBase64(new TextEncoder().encode(makeText(name, random))),
  int32: ({ random }) => random.integer(1, 100),
  uint32: ({ random }) => random.integer(1, 100),
  int64: ({ random }) => String(random.integer(1, 100_000)),
  uint64: ({ random }) => String(random.integer(1, 100_000)),
  integer: ({ random }) => random.integer(1, 100),
  number: ({ random }) => random.integer(1, 10_000) / 100,
  // Of these halves and quarters every float has all digits.
  float: ({ random }) => random.integer(1, 400) / 4,
  double: ({ random }) => random.integer(1, 10_000) / 100,
  timestamp: ({ clock, random }) => {
    clock.now += random.integer(1, 600) * 1000;
    return new Date(clock.now).toISOString();
  },
  duration: ({ random }) => `${random.integer(1, 600)}s`,
  mask: () => "name",
  struct: ({ random }) => ({ [makeWord(random)]: makeText("note", random) }),
  value: ({ random }) => ({ [makeWord(random)]: random.integer(1, 100) }),
  array: ({ random }) => [makeText("note", random), random.integer(1, 100)],
  null: () => null,
  empty: () => ({}),
  any: ({ random }) => ({
    "@type": "type.googleapis.com/google.protobuf.Duration",
    value: `${random.integer(1, 600)}s`,
  }),
};

export function makeLeaf(leaf: Leaf, place: Place): JsonValue {
  return makers[leaf](place);
}

/** A value that keeps the rules, plausible where that one does. */
export function makeRuled({ leaf, rules }: RuledLeaf, place: Place): JsonValue {
  const holds = compileRules(rules);
  const plausible = makeLeaf(leaf, place);
  if (rules.in === undefined && holds(plausible)) return plausible;
  return place.random.pick(textCandidates({ leaf, rules }, plausible));
}

/** Texts of which one may match a pattern. */
const texts: readonly string[] = [
  "order",
  "Order",
  "1",
  "v1.0",
  "0x1",
  `0x${"0".repeat(40)}`,
  `0x${"0".repeat(64)}`,
  "EUR",
  "en",
  "e30.e30.e30",
  "user@example.com",
  "example.com",
  "https://example.com/order",
  "/order",
  "192.0.2.1",
  "2001:db8::1",
  "00000000-0000-4000-8000-000000000000",
  "2030-01-01T00:00:00Z",
  "2030-01-01",
  "12:00:00Z",
  "PT1S",
  'profile="https://example.com/order"',
];

const unchanged: JsonValue = null;

/** Values that keep the rules, among those which the rules name and usual texts. */
export function textCandidates(ruled: RuledLeaf, plausible: JsonValue = unchanged): readonly JsonValue[] {
  const { leaf, rules } = ruled;
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, matches = [] } = rules;
  const first = plausible === unchanged ? sample(leaf) : plausible;
  const isText = leaf === "text";
  const given = isText ? [first, ...matches.flatMap(({ example }) => example ?? []), ...texts] : [first];
  const fitted = given.map((value) =>
    typeof value === "string" && isText
      ? Array.from(value.padEnd(minLength, "x")).slice(0, maxLength).join("")
      : value,
  );
  const all = [...(rules.in ?? []), ...given, ...fitted, ...bounds(rules, leaf), rules.or];
  const holds = compileRules(rules);
  return all.filter((each): each is JsonValue => each !== undefined && holds(each));
}

function sample(leaf: Leaf): JsonValue {
  return makeLeaf(leaf, { random: createRandom("sample"), clock: { now: 0 }, name: "" });
}

/** Numbers at the bounds and between them. */
function bounds({ minimum, maximum, above, below }: ValueRules, leaf: Leaf): readonly JsonValue[] {
  // Of other types there are rules too, and no number keeps them.
  if (typeof sample(leaf) !== "number" && !leaf.endsWith("64")) return [];
  const numbers = [
    above === undefined ? undefined : above + 1,
    below === undefined ? undefined : below - 1,
    above === undefined || below === undefined ? undefined : (above + below) / 2,
    0,
  ].flatMap((each) => (each === undefined ? [] : [leaf.endsWith("64") ? String(each) : each]));
  return [minimum, maximum, ...numbers].flatMap((each) => each ?? []);
}
