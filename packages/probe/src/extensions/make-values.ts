import { buildSchemaTypes } from "@a2agen/generators/emit/fakes/schema-types.ts";
import { formatIssue } from "@a2agen/runtime";
import { type FakeTypes, fakeOf, heightsOf, type Shape } from "@a2agen/runtime/fakes";
import { isObject, listMistakes, type Mistake, withMistake } from "@a2agen/runtime/internal";
import type { KnownData } from "./known-extension.ts";

type Schema = Pick<KnownData, "node" | "codec">;

/** The name of the type in its table. */
const root = "Data";
/** How many values are made until one is right. */
const tries = 100;
/** How many mistakes are looked at. */
const mostMistakes = 1000;

/**
 * A small valid value with the given members, and with some more that the schema does not require; undefined
 * where none is found.
 */
export function makeValue(
  { node, codec }: Schema,
  members?: Readonly<Record<string, unknown>>,
  more: readonly string[] = [],
): unknown {
  const types = buildSchemaTypes(new Map([[root, node]]));
  const isRight = (value: unknown): boolean =>
    codec.is(value) && more.every((name) => isObject(value) && Object.hasOwn(value, name));
  const small = withoutOthers(types, [...Object.keys(members ?? {}), ...more]);
  const find = (table: FakeTypes): unknown => findValues(table, isRight, { members, most: 1 })[0];
  return find(small) ?? find(types);
}

function findValues(
  types: FakeTypes,
  isRight: (value: unknown) => boolean,
  { members, most }: { readonly members?: object | undefined; readonly most: number },
): readonly unknown[] {
  if (heightsOf(types).of(`#${root}`) === Number.POSITIVE_INFINITY) return [];
  const fake = fakeOf<object>(types, root);
  const found: unknown[] = [];
  for (let seed = 0; seed < tries && found.length < most; seed++) {
    const value = fake(seed, members);
    if (isRight(value)) found.push(value);
  }
  return found;
}

/** The table without optional members, but for some. */
function withoutOthers(types: FakeTypes, names: readonly string[]): FakeTypes {
  const shapes = Object.entries(types).map(([type, shape]): readonly [string, Shape] => {
    if (typeof shape === "string" || !("fields" in shape)) return [type, shape];
    const { fields, required = [] } = shape;
    const kept = Object.entries(fields).filter(([name]) => required.includes(name) || names.includes(name));
    return [type, { ...shape, fields: Object.fromEntries(kept) }];
  });
  return Object.fromEntries(shapes);
}

/** A wrong value, and what is wrong with it. */
export interface WrongValue {
  readonly what: string;
  readonly value: unknown;
}

/** Values with one mistake each: a member anywhere, or the whole value, is missing or of another type. */
export function makeMistakes(schema: Schema): readonly WrongValue[] {
  const types = buildSchemaTypes(new Map([[root, schema.node]]));
  // The one that has the most in it.
  const right = findValues(types, (value) => schema.codec.is(value), { most: 8 })
    .toSorted((one, other) => JSON.stringify(one).length - JSON.stringify(other).length)
    .at(-1);
  if (right === undefined) return [];
  const mistakes = [...listMistakes(`#${root}`, right, { types, isChecked: true })]
    .toSorted((one, other) => one.at.length - other.at.length)
    .slice(0, mostMistakes);
  const find = (most: number, isWanted: (mistake: Mistake) => boolean): readonly WrongValue[] => {
    const found = new Map<string, WrongValue>();
    for (const mistake of mistakes) {
      const place = JSON.stringify(mistake.at);
      if (found.size === most || found.has(place) || !isWanted(mistake)) continue;
      const value = withMistake(right, mistake);
      // Without any member there would be no data.
      if (isObject(value) && Object.keys(value).length === 0) continue;
      const result = schema.codec.tryDecode(value);
      const [issue] = result.ok ? [] : result.issues;
      if (issue !== undefined) found.set(place, { what: formatIssue(issue), value });
    }
    return [...found.values()];
  };
  const inside = [
    ...find(2, ({ at, problem }) => at.length > 0 && problem === "required"),
    ...find(2, ({ at, problem, value }) => at.length > 0 && problem === "type" && typeof value === "object"),
  ];
  return inside.length > 0 ? inside : find(1, ({ at }) => at.length === 0);
}

/** A text that a pattern matches whole. */
export function textFor(pattern: string): string | undefined {
  const matches = [{ pattern: `^(?:${pattern})$`, says: "" }];
  const types: FakeTypes = { [root]: { leaf: "text", rules: { matches } } };
  const [value] = findValues(types, () => true, { most: 1 });
  return typeof value === "string" ? value : undefined;
}
