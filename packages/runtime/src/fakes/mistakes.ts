import { setEntry } from "../core/copy-json.ts";
import { maximumLevels } from "../core/ignored.ts";
import type { IssueCode } from "../core/issue.ts";
import { isObject, own } from "../core/object.ts";
import type { Segment } from "../core/problems.ts";
import { compileRules } from "../core/rules.ts";
import {
  type FakeTypes,
  isObjectShape,
  type Leaf,
  type ObjectShape,
  type RuledLeaf,
  resolveShape,
  type Shape,
} from "./shape.ts";
import { otherTypes, wrongLeaves } from "./wrong-leaves.ts";

/** What can be put into a value, and what is reported then. */
export interface Mistake {
  readonly at: readonly Segment[];
  /** Undefined takes out what stands there. */
  readonly value: unknown;
  readonly problem: IssueCode;
  /** Where it is reported, unless where it is. */
  readonly path?: readonly Segment[];
}

interface Walk {
  readonly types: FakeTypes;
  readonly at?: readonly Segment[];
  /** Names of members that say which arm of a union a value is. */
  readonly tags?: readonly string[];
  /** Whether a codec is asked whether a mistake is one. */
  readonly isChecked?: boolean;
}

function* wrongLeaf(leaf: Leaf, at: readonly Segment[]): Generator<Mistake, void, undefined> {
  for (const { problem, value } of wrongLeaves(leaf)) {
    yield { at, value, problem, ...(problem === "depth" && { path: [...at, ...wayDown(value)] }) };
  }
}

/** The way to where a nested value is too deep. */
function wayDown(value: unknown): readonly Segment[] {
  const way: Segment[] = isObject(value) ? [{ key: "deep" }] : [];
  return [...way, ...Array.from({ length: maximumLevels - way.length }, () => 0)];
}

function* wrongRuled(
  { leaf, rules }: RuledLeaf,
  at: readonly Segment[],
): Generator<Mistake, void, undefined> {
  const isText =
    leaf === "text" || leaf === "bytes" || leaf.endsWith("64") || leaf === "timestamp" || leaf === "duration";
  const problem = rules.in !== undefined ? "enum" : isText ? "format" : "range";
  const holds = compileRules(rules);
  for (const wrong of wrongLeaves(leaf)) if (wrong.problem === "type") yield { at, ...wrong };
  const { minimum, maximum } = rules;
  const beyond =
    leaf === "text"
      ? ["", "no such text", "x".repeat((rules.maxLength ?? 0) + 1)]
      : [
          typeof minimum === "number" ? minimum - 1 : [],
          typeof maximum === "number" ? maximum + 1 : [],
        ].flat();
  for (const value of beyond) if (!holds(value) && leaf !== "bytes") yield { at, value, problem };
}

/** Each mistake that can be made in a value that is right. */
export function* listMistakes(shape: Shape, value: unknown, walk: Walk): Generator<Mistake, void, undefined> {
  const { types, at = [], isChecked = false } = walk;
  const type = resolveShape(shape, types);
  if (typeof type === "string") yield* wrongLeaf(type, at);
  else if ("leaf" in type) yield* wrongRuled(type, at);
  else if ("in" in type) yield* wrongChoice(type.in, at);
  else if ("anyOf" in type) yield* wrongUnion(type.anyOf, value, walk);
  else if ("list" in type) {
    for (const wrong of otherTypes(["list"])) yield { at, ...wrong };
    if ((type.least ?? 0) > 0) yield { at, value: [], problem: "empty" };
    for (const [index, each] of (Array.isArray(value) ? value : []).entries())
      yield* listMistakes(type.list, each, { types, isChecked, at: [...at, index] });
  } else {
    for (const wrong of otherTypes(["object"])) yield { at, ...wrong };
    if (!isObject(value)) return;
    if ("fields" in type) yield* wrongFields(type, value, walk);
    else {
      if (type.key !== undefined && type.key !== "text") {
        const key = { key: "no such key" };
        const [any] = Object.values(value);
        if (any !== undefined) yield { at: [...at, key], value: any, problem: "key" };
      }
      for (const [key, each] of Object.entries(value))
        yield* listMistakes(type.map, each, { types, isChecked, at: [...at, { key }] });
    }
  }
}

function* wrongChoice(
  values: readonly unknown[],
  at: readonly Segment[],
): Generator<Mistake, void, undefined> {
  const isText = values.every((each) => typeof each === "string");
  const right = ["text", "number"] as const;
  for (const wrong of otherTypes(isText ? right : [...right, "boolean"])) yield { at, ...wrong };
  if (isText) {
    yield { at, value: "no-such-value", problem: "enum" };
  }
}

function* wrongFields(
  { fields, required = [], mended = [], oneofs = [] }: ObjectShape,
  value: Readonly<Record<string, unknown>>,
  { types, at = [], tags = [], isChecked = false }: Walk,
): Generator<Mistake, void, undefined> {
  for (const [name, field] of Object.entries(fields)) {
    const place = [...at, name];
    if (tags.includes(name) || mended.includes(name)) continue;
    if (Object.hasOwn(value, name)) yield* listMistakes(field, value[name], { types, isChecked, at: place });
    if (required.includes(name)) yield { at: place, value: undefined, problem: "required" };
  }
  for (const { members, required: isRequired, open } of oneofs) {
    const [set] = members.filter((name) => Object.hasOwn(value, name));
    if (set === undefined) continue;
    if (isRequired && !open) yield { at: [...at, set], value: undefined, problem: "oneof-none", path: at };
    const other = members.find((name) => name !== set && fields[name] === "text");
    if (other !== undefined) yield { at: [...at, other], value: "text", problem: "oneof-many", path: at };
  }
}

/** The mistakes of the arm that a value is, beside what says that it is this one. */
function* wrongUnion(
  arms: readonly Shape[],
  value: unknown,
  walk: Walk,
): Generator<Mistake, void, undefined> {
  const { types, at = [], isChecked = false } = walk;
  const all = flatten(arms, types);
  // A codec says which of these are mistakes.
  if (isChecked) {
    for (const wrong of otherTypes([])) yield { at, ...wrong };
    for (const arm of all) yield* listMistakes(arm, value, walk);
    return;
  }
  const objects = all.filter(isObjectShape);
  if (objects.length < all.length) return;
  for (const wrong of otherTypes(["boolean", "list", "object"])) yield { at, ...wrong };
  const choices = (name: string): readonly unknown[] =>
    objects.flatMap(({ fields }) => choicesOf(fields[name] ?? "null", types));
  const tag = Object.keys(objects[0]?.fields ?? {}).find(
    (name) => choices(name).length === objects.length && new Set(choices(name)).size === objects.length,
  );
  if (tag === undefined || !isObject(value)) return;
  const arm = objects.find(({ fields }) => choicesOf(fields[tag] ?? "null", types).includes(value[tag]));
  if (arm !== undefined) yield* wrongFields(arm, value, { types, at, tags: [tag] });
}

function flatten(arms: readonly Shape[], types: FakeTypes): readonly Shape[] {
  return arms.flatMap((arm) => {
    const type = resolveShape(arm, types);
    return typeof type === "object" && "anyOf" in type ? flatten(type.anyOf, types) : [type];
  });
}

function choicesOf(shape: Shape, types: FakeTypes): readonly unknown[] {
  const type = resolveShape(shape, types);
  return typeof type === "object" && "in" in type ? type.in : [];
}

/** A copy of a value with a mistake in it. */
export function withMistake(value: unknown, { at: [first, ...rest], ...mistake }: Mistake): unknown {
  if (first === undefined) return mistake.value;
  const inner = { ...mistake, at: rest };
  const key = typeof first === "object" ? first.key : first;
  if (Array.isArray(value)) {
    return value.map((each: unknown, index) => (index === key ? withMistake(each, inner) : each));
  }
  const copy: Record<string, unknown> = {};
  for (const [name, each] of Object.entries(isObject(value) ? value : {})) {
    if (name !== key) setEntry(copy, name, each);
  }
  const wrong = withMistake(isObject(value) ? own(value, String(key)) : undefined, inner);
  if (wrong !== undefined) setEntry(copy, String(key), wrong);
  return copy;
}
