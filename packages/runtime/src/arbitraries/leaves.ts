import fc, { type Arbitrary } from "fast-check";
import { bytesToBase64 } from "../core/base64.ts";
import { maximumLevels } from "../core/ignored.ts";
import { compileRules } from "../core/rules.ts";
import { textCandidates } from "../fakes/leaves.ts";
import type { Leaf, RuledLeaf } from "../fakes/shape.ts";
import { nest } from "../fakes/wrong-leaves.ts";

/** Texts that have broken something somewhere: quoting, prototypes, encodings, lengths. */
const edges: readonly string[] = [
  "",
  " ",
  "0",
  "null",
  "__proto__",
  "constructor",
  "toString",
  'quote " backslash \\ slash /',
  "tab \t newline \n nul \u0000 delete \u007f",
  "line separator \u2028 paragraph separator \u2029",
  "\ufeffbyte order mark",
  "e\u0301 combining",
  "\u65e5\u672c\u8a9e \u05e2\u05d1\u05e8\u05d9\u05ea",
  "\u{1f469}\u200d\u{1f469}\u200d\u{1f467} \u{1f1fa}\u{1f1f3}",
  "\u{10ffff}\uffff\ud7ff\ue000",
  "</script><!--",
  // At the widths of lengths on the wire.
  "x".repeat(127),
  "x".repeat(128),
  "\u00e9".repeat(64),
  "\u{1f600}".repeat(33),
];

/** Keys that an object takes for something else, or sorts before the rest. */
const edgeKeys: readonly string[] =
  "__proto__ constructor prototype hasOwnProperty 0 1 -1 01 a.b a[0] @type \u043a\u043b\u044e\u0447".split(
    " ",
  );

const text = fc.oneof(
  { arbitrary: fc.string({ maxLength: 12 }), weight: 2 },
  { arbitrary: fc.string({ unit: "binary", maxLength: 12 }), weight: 1 },
  { arbitrary: fc.constantFrom(...edges), weight: 1 },
);

/** Keys of maps. */
export const key: Arbitrary<string> = fc.oneof(text, fc.constantFrom(...edgeKeys));

/** -0 is written as 0. */
const withoutSign = (value: number): number => (value === 0 ? 0 : value);
const finite = { noNaN: true, noDefaultInfinity: true } as const;

const json = fc.letrec<{ value: unknown; object: object; array: unknown[]; scalar: unknown }>((tie) => ({
  value: fc.oneof({ maxDepth: 3, depthIdentifier: "json" }, tie("scalar"), tie("array"), tie("object")),
  array: fc.array(tie("value"), { maxLength: 3, depthIdentifier: "json" }),
  object: fc.dictionary(key, tie("value"), { maxKeys: 3, noNullPrototype: true, depthIdentifier: "json" }),
  scalar: fc.oneof(text, fc.double(finite).map(withoutSign), fc.boolean(), fc.constant(null)),
}));

function rarely<T>(usual: Arbitrary<T>, rare: Arbitrary<T>): Arbitrary<T> {
  return fc.oneof({ arbitrary: usual, weight: 30 }, { arbitrary: rare, weight: 1 });
}

const seconds = 315_576_000_000;

/** Where encodings change: the widths of varints, and the integers that a double can hold. */
const landmarks = [0n, 1n, 127n, 128n, 16383n, 16384n, 2n ** 31n, 2n ** 32n, 2n ** 53n, 2n ** 53n + 1n];

function long(min: bigint, max: bigint): Arbitrary<string> {
  const marks = [...landmarks, ...landmarks.map((mark) => -mark), min, max].filter((mark) => mark >= min);
  return fc.oneof(fc.bigInt({ min, max }), fc.constantFrom(...marks)).map(String);
}

function whole(min: number, max: number): Arbitrary<number> {
  const marks = landmarks.flatMap((mark) => [Number(mark), Number(-mark)]);
  const possible = [...marks, min, max].filter((mark) => mark >= min && mark <= max);
  return fc.oneof(fc.integer({ min, max }), fc.constantFrom(...possible));
}

/** What only a text says in ProtoJSON. */
const special = fc.constantFrom("NaN", "Infinity", "-Infinity");

function decimal(numbers: Arbitrary<number>): Arbitrary<unknown> {
  const marks = fc.constantFrom(0, 1, -2.5, 2 ** -149, 2 ** 63, 2 ** 100);
  return fc.oneof({ arbitrary: numbers.map(withoutSign), weight: 6 }, marks, special);
}

/** Digits behind the second: none, or three, six or nine. */
const fraction = fc.oneof(
  fc.constant(""),
  fc.constantFrom(".001", ".500", ".000001", ".000000001", ".999999999", ".123456789"),
);

const leaves: Readonly<Record<Leaf, Arbitrary<unknown>>> = {
  text,
  bool: fc.boolean(),
  bytes: fc.uint8Array({ maxLength: 20 }).map(bytesToBase64),
  int32: whole(-(2 ** 31), 2 ** 31 - 1),
  uint32: whole(0, 2 ** 32 - 1),
  int64: long(-(2n ** 63n), 2n ** 63n - 1n),
  uint64: long(0n, 2n ** 64n - 1n),
  integer: fc.maxSafeInteger(),
  number: fc.oneof(fc.double(finite).map(withoutSign), fc.constantFrom(0.1, 1e21, 1e-7)),
  float: decimal(fc.float(finite)),
  double: decimal(fc.oneof(fc.double(finite), fc.constantFrom(0.1, 1e21, 1e-7))),
  timestamp: fc
    .tuple(
      fc.oneof(
        fc
          .date({
            min: new Date("0001-01-01T00:00:00Z"),
            max: new Date("9999-12-31T23:59:59Z"),
            noInvalidDate: true,
          })
          .map((date) => date.toISOString().slice(0, 19)),
        fc.constantFrom("0001-01-01T00:00:00", "9999-12-31T23:59:59", "1969-12-31T23:59:59"),
      ),
      fraction,
    )
    .map(([time, digits]) => `${time}${digits}Z`),
  duration: fc.oneof(
    fc
      .tuple(fc.constantFrom("", "-"), fc.integer({ min: 1, max: seconds - 1 }), fraction)
      .map(([sign, count, digits]) => `${sign}${count}${digits}s`),
    fc.constantFrom("0s", "0.000000001s", "-0.500s", `${seconds}s`, `-${seconds}s`),
  ),
  mask: fc.constantFrom("", "name", "task.id,createdAt", "a.b.c", "x1.page2size,a.taskId,a.b"),
  struct: rarely(json.object, fc.constant({ deep: nest(maximumLevels - 1) })),
  value: rarely(json.value, fc.constant(nest(maximumLevels))),
  array: rarely<unknown>(json.array, fc.constant(nest(maximumLevels))),
  null: fc.constant(null),
  empty: fc.constant({}),
  any: fc.constant({ "@type": "type.googleapis.com/google.protobuf.Duration", value: "3s" }),
};

export function arbitraryLeaf(leaf: Leaf): Arbitrary<unknown> {
  return leaves[leaf];
}

/** Values that keep the rules: those that rules name, and where many do, any others. */
export function arbitraryRuled(ruled: RuledLeaf): Arbitrary<unknown> {
  const { leaf, rules } = ruled;
  const known = fc.constantFrom(...textCandidates(ruled));
  if (rules.in !== undefined || (rules.matches ?? []).length > 0) return known;
  const holds = compileRules(rules);
  const { minLength = 0, maxLength, minimum, maximum, above, below } = rules;
  if (leaf === "text" && (rules.minLength ?? maxLength) !== undefined) {
    const most = Math.min(maxLength ?? minLength + 12, minLength + 12);
    const sized = fc.string({ unit: "binary", minLength, maxLength: most }).filter(holds);
    return fc.oneof(sized, known);
  }
  const isBounded = (minimum ?? maximum ?? above ?? below) !== undefined;
  if (!isBounded) return fc.oneof(arbitraryLeaf(leaf).filter(holds), known);
  if (leaf !== "int32" && leaf !== "uint32" && leaf !== "integer") return known;
  const [least, most] = leaf === "uint32" ? [0, 2 ** 32 - 1] : [-(2 ** 31), 2 ** 31 - 1];
  const min = Math.max(least, Number(minimum ?? least), (above ?? least - 1) + 1);
  const max = Math.min(most, Number(maximum ?? most), (below ?? most + 1) - 1);
  return fc.integer({ min: Math.ceil(min), max: Math.floor(max) }).filter(holds);
}
