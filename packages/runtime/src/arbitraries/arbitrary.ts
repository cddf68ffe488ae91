import fc, { type Arbitrary } from "fast-check";
import type { Fake } from "../fakes/fake.ts";
import { type Heights, heightsOf } from "../fakes/heights.ts";
import {
  type FakeTypes,
  isReference,
  type MapShape,
  type ObjectShape,
  resolveShape,
  type Shape,
} from "../fakes/shape.ts";
import { key as anyKey, arbitraryLeaf, arbitraryRuled } from "./leaves.ts";

/** How deep objects that may hold their like stand in one another before only what is required follows. */
const deepest = 4;

/**
 * Values of the type of a fake that its codecs accept: any, and those at edges, such as empty texts, the
 * longest numbers, and objects as deep as they may be. They shrink to small ones.
 */
export function arbitraryOf<T>({ types, typeName, codec }: Fake<T>): Arbitrary<T> {
  // The table is generated from what the type is generated from.
  const values = arbitrary(`#${typeName}`, {
    types,
    heights: heightsOf(types),
    depth: 0,
    made: new Map(),
  }) as Arbitrary<T>;
  return codec === undefined ? values : values.filter((value) => codec.is(value));
}

interface Making {
  readonly types: FakeTypes;
  readonly heights: Heights;
  readonly depth: number;
  /** By name and depth. */
  readonly made: Map<string, Arbitrary<unknown>>;
}

function arbitrary(shape: Shape, making: Making): Arbitrary<unknown> {
  if (!isReference(shape)) return build(shape, making);
  const key = `${making.depth}${shape}`;
  const found = making.made.get(key) ?? build(shape, making);
  making.made.set(key, found);
  return found;
}

function build(shape: Shape, making: Making): Arbitrary<unknown> {
  const type = resolveShape(shape, making.types);
  if (typeof type === "string") return arbitraryLeaf(type);
  if ("leaf" in type) return arbitraryRuled(type);
  if ("in" in type) return fc.constantFrom(...type.in);
  if ("list" in type) {
    const { list, least = 0, most = Number.POSITIVE_INFINITY, unique } = type;
    const maxLength = canHold(list, making) ? Math.max(least, Math.min(most, widthOf(list, making))) : least;
    if (maxLength === 0) return fc.constant([]);
    const init = { minLength: least, maxLength };
    const element = arbitrary(list, making);
    return unique ? fc.uniqueArray(element, init) : fc.array(element, init);
  }
  if ("map" in type) return arbitraryMap(type, making);
  if ("anyOf" in type) return fc.oneof(...shallow(type.anyOf, making).map((arm) => arbitrary(arm, making)));
  return arbitraryObject(type, { ...making, depth: making.depth + 1 });
}

function canHold(shape: Shape, { heights, depth }: Making): boolean {
  const height = heights.of(shape);
  if (height === Number.POSITIVE_INFINITY) return false;
  return height === 0 || depth + height <= deepest || !heights.isEndless(shape);
}

/** How many of a shape stand in one place: of objects fewer, the deeper they are. */
function widthOf(shape: Shape, { heights, depth }: Making): number {
  return heights.of(shape) === 0 || depth < 2 ? 3 : depth < 4 ? 2 : 1;
}

/** Those of the shapes that end soon enough, or else those that end first. */
function shallow(shapes: readonly Shape[], making: Making): readonly Shape[] {
  const soon = shapes.filter((shape) => canHold(shape, making));
  if (soon.length > 0) return soon;
  const least = Math.min(...shapes.map(making.heights.of));
  return shapes.filter((shape) => making.heights.of(shape) === least);
}

function arbitraryMap({ map, key, least = 0, most = 3 }: MapShape, making: Making): Arbitrary<unknown> {
  const maxKeys = canHold(map, making) ? Math.max(least, Math.min(most, widthOf(map, making))) : least;
  if (maxKeys === 0) return fc.constant({});
  const keys = key === undefined ? anyKey : arbitrary(key, making).map(toKey);
  return fc.dictionary(keys, arbitrary(map, making), { minKeys: least, maxKeys, noNullPrototype: true });
}

/** A name made of any value: objects need not have a text. */
function toKey(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function arbitraryObject(
  { fields, required = [], oneofs = [] }: ObjectShape,
  making: Making,
): Arbitrary<object> {
  const members = new Set(oneofs.flatMap((oneof) => oneof.members));
  const isMade = (name: string): boolean =>
    required.includes(name) || (fields[name] !== "any" && canHold(fields[name] ?? "null", making));
  const plain = Object.keys(fields).filter((name) => !members.has(name) && isMade(name));
  const record = fc.record(
    Object.fromEntries(plain.map((name) => [name, arbitrary(fields[name] ?? "null", making)])),
    { requiredKeys: plain.filter((name) => required.includes(name)), noNullPrototype: true },
  );
  const choices = oneofs.map((oneof) => {
    const shapes = oneof.members.map((name) => fields[name] ?? "null");
    const possible = oneof.required
      ? shallow(shapes, making)
      : shapes.filter((shape) => canHold(shape, making));
    const arms = oneof.members
      .filter((name) => fields[name] !== "any" && possible.includes(fields[name] ?? "null"))
      .map((name) => arbitrary(fields[name] ?? "null", making).map((value) => ({ [name]: value })));
    return fc.oneof(...(oneof.required ? [] : [fc.constant({})]), ...arms);
  });
  return fc.tuple(record, ...choices).map((parts) => {
    const value = new Map(parts.flatMap((part) => Object.entries<unknown>(part)));
    const names = Object.keys(fields).filter((name) => value.has(name));
    return Object.fromEntries(names.map((name) => [name, value.get(name)]));
  });
}
