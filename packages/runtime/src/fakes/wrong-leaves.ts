import { maximumLevels } from "../core/ignored.ts";
import type { IssueCode } from "../core/issue.ts";
import type { Leaf } from "./shape.ts";

/** A value that no leaf of some type is, and what is reported then. */
export interface WrongLeaf {
  readonly problem: IssueCode;
  /** Names the value among others of the type. */
  readonly name: string;
  readonly value: unknown;
}

/** Values of each JSON type; those that are false in many languages are easily taken for absent. */
const samples = {
  text: ["text", ""],
  number: [5, 0],
  boolean: [true, false],
  list: [[1], []],
  object: [{ a: 1 }, {}],
} as const;

type JsonKind = keyof typeof samples;

/** Values of other JSON types than these. */
export function otherTypes(right: readonly JsonKind[]): readonly WrongLeaf[] {
  return (Object.keys(samples) as readonly JsonKind[])
    .filter((kind) => !right.includes(kind))
    .flatMap((kind) =>
      samples[kind].map((value, at) => ({ problem: "type", name: at === 0 ? kind : `empty ${kind}`, value })),
    );
}

const kinds: Readonly<Record<Leaf, readonly JsonKind[]>> = {
  text: ["text"],
  bool: ["boolean"],
  bytes: ["text"],
  int32: ["number"],
  uint32: ["number"],
  int64: ["number"],
  uint64: ["number"],
  integer: ["number"],
  number: ["number"],
  float: ["number"],
  double: ["number"],
  timestamp: ["text"],
  duration: ["text"],
  mask: ["text"],
  struct: ["object"],
  value: ["boolean", "number", "text", "list", "object"],
  array: ["list"],
  null: ["text", "number"],
  empty: ["object"],
  any: ["object"],
};

type Form = readonly [problem: IssueCode, value: unknown, name?: string];

const no32: readonly Form[] = [
  ["range", 1.5, "fraction"],
  ["type", "one", "words"],
  ["type", "Infinity", "infinity"],
  ["range", 1e10, "above 32 bits"],
];
const no64: readonly Form[] = [
  ["type", 1.5, "fraction"],
  ["format", "one", "words"],
  ["format", "Infinity", "infinity"],
];

/** Wrong values that look right; texts are named after themselves. */
const forms: Readonly<Partial<Record<Leaf, readonly Form[]>>> = {
  text: [["text", "\ud800", "half"]],
  bytes: ["no base64!", "a", "===="].map((value) => ["format", value] as const),
  int32: [...no32, ["range", 2 ** 31, "edge"]],
  uint32: [...no32, ["range", -1, "below 0"], ["range", 2 ** 32, "edge"]],
  int64: no64,
  uint64: [...no64, ["format", "-1", "below 0"]],
  integer: [["range", 1.5, "fraction"]],
  timestamp: ["yesterday", "2026-13-01T00:00:00Z", "2026-02-30T00:00:00Z", "2026-01-01", ""].map(
    (value) => ["format", value] as const,
  ),
  duration: [["format", "1 second"]],
  struct: [["depth", { deep: nest(maximumLevels) }]],
  value: [["depth", nest(maximumLevels + 1)]],
  array: [["depth", nest(maximumLevels + 1)]],
};

/** Values of other types than a leaf, and of its type those that are wrong. */
export function wrongLeaves(leaf: Leaf): readonly WrongLeaf[] {
  // Integers of 64 bits are texts too.
  const problemOf = ({ problem, value }: WrongLeaf): IssueCode =>
    leaf.endsWith("64") && typeof value === "string" ? "format" : problem;
  const types = otherTypes(kinds[leaf]).map((each) => ({ ...each, problem: problemOf(each) }));
  const wrong = (forms[leaf] ?? []).map(([problem, value, name = String(value) || "empty"]) => ({
    problem,
    name,
    value,
  }));
  return [...types, ...wrong];
}

/** Lists inside one another. */
export function nest(levels: number): unknown {
  let value: unknown = [];
  for (let level = 1; level < levels; level++) value = [value];
  return value;
}
