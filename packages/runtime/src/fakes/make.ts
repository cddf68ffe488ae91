import { setEntry } from "../core/copy-json.ts";
import type { JsonObject, JsonValue } from "../core/json.ts";
import { isObject, own } from "../core/object.ts";
import { type Heights, heightsOf } from "./heights.ts";
import { applyHints, timesInOrder } from "./hints.ts";
import { Ids } from "./ids.ts";
import { makeLeaf, makeRuled, type Place } from "./leaves.ts";
import { createRandom } from "./random.ts";
import {
  type FakeTypes,
  isObjectShape,
  isReference,
  type MapShape,
  type ObjectShape,
  resolveShape,
  type Shape,
} from "./shape.ts";
import { makeWord } from "./words.ts";

/** How deep objects stand inside one another before only what is required follows. */
const deepest = 5;

/** How often optional fields are there. */
const density = 0.6;

export interface Making extends Place {
  readonly types: FakeTypes;
  readonly heights: Heights;
  readonly ids: Ids;
  readonly depth: number;
  /** Full name of the object around the value. */
  readonly owner: string;
}

/** The start of time, Monday morning. */
const start = Date.UTC(2026, 0, 5, 9);

/** A plausible value of a type of the table; what is given stands for what would be made. */
export function makeFake(
  types: FakeTypes,
  { typeName, seed, given }: { readonly typeName: string; readonly seed: string; readonly given: unknown },
): unknown {
  const making = {
    types,
    heights: heightsOf(types),
    random: createRandom(seed),
    clock: { now: start },
    ids: new Ids(),
    depth: 0,
    name: "",
    owner: "",
  };
  return makeValue(`#${typeName}`, making, given);
}

export function makeValue(shape: Shape, making: Making, given?: unknown): unknown {
  const type = resolveShape(shape, making.types);
  if (given !== undefined && !(isObject(given) && holdsObjects(type, making))) return given;
  if (typeof type === "string") {
    if (type === "text") {
      const id = making.ids.find(making.name, making.owner, making.random);
      if (id !== undefined) return id;
    }
    return makeLeaf(type, making);
  }
  if ("leaf" in type) return makeRuled(type, making);
  if ("in" in type) return making.random.pick(type.in);
  if ("list" in type) {
    const { list, least = 0, most = 3, unique } = type;
    const usual = canHold(list, making) ? Math.min(most, 3) : 0;
    const [low, high] = [Math.max(least, Math.min(usual, 1)), Math.max(least, usual)];
    const made = making.random.list(low, high, () =>
      makeValue(list, { ...making, name: making.name.replace(/ies$/, "y").replace(/s$/, "") }),
    );
    return unique ? [...new Set(made)] : made;
  }
  if ("map" in type) return makeMap(type, making);
  if ("anyOf" in type) return makeValue(chooseArm(type.anyOf, making, given), making, given);
  return makeObject(type, { ...making, owner: isReference(shape) ? nameBehind(shape, making) : "" }, given);
}

/** The name of the last reference of a chain. */
function nameBehind(shape: `#${string}`, { types }: Making): string {
  const next = types[shape.slice(1)];
  return next !== undefined && isReference(next) ? nameBehind(next, { types } as Making) : shape.slice(1);
}

/** Whether what is given for a value is merged with what is made. */
function holdsObjects(type: Shape, { types }: Making): boolean {
  if (typeof type !== "object" || !("anyOf" in type)) return isObjectShape(type);
  return type.anyOf.some((arm) => isObjectShape(resolveShape(arm, types)));
}

/** Whether a value of the shape may stand here without being needed. */
function canHold(shape: Shape, { heights, depth }: Making): boolean {
  const height = heights.of(shape);
  return height < Number.POSITIVE_INFINITY && (height === 0 || depth + height <= deepest);
}

function makeMap({ map, key = "text", least = 0, most = 2 }: MapShape, making: Making): JsonObject {
  const usual = canHold(map, making) ? Math.min(most, 2) : 0;
  const count = making.random.integer(Math.max(least, Math.min(usual, 1)), Math.max(least, usual));
  const made: Record<string, JsonValue> = {};
  const limit = 100;
  for (let tries = 0; Object.keys(made).length < count && tries < limit; tries++) {
    const name = key === "text" ? makeWord(making.random) : String(makeValue(key, { ...making, name: "" }));
    made[tries > 10 && key === "text" ? `${name}-${tries}` : name] = makeValue(map, making) as JsonValue;
  }
  return made;
}

/** An arm with all that is given; of several any one, and where it is deep the one that ends first. */
function chooseArm(arms: readonly Shape[], making: Making, given: unknown): Shape {
  const fitting = isObject(given) ? arms.filter((arm) => fits(arm, making, given)) : [];
  const all = (fitting.length > 0 ? fitting : arms).filter(
    (arm) => making.heights.of(arm) < Number.POSITIVE_INFINITY,
  );
  return pickShallow(all, (arm) => arm, making);
}

function fits(arm: Shape, { types }: Making, given: Readonly<Record<string, unknown>>): boolean {
  const type = resolveShape(arm, types);
  if (!isObjectShape(type)) return false;
  return Object.entries(given).every(([name, value]) => {
    const field = Object.hasOwn(type.fields, name) ? type.fields[name] : undefined;
    if (field === undefined) return false;
    const found = resolveShape(field, types);
    return typeof found !== "object" || !("in" in found) || found.in.some((each) => each === value);
  });
}

function pickShallow<T>(items: readonly T[], shapeOf: (item: T) => Shape, making: Making): T {
  const shallow = items.filter((item) => canHold(shapeOf(item), making));
  if (shallow.length > 0) return making.random.pick(shallow);
  const least = Math.min(...items.map((item) => making.heights.of(shapeOf(item))));
  return making.random.pick(items.filter((item) => making.heights.of(shapeOf(item)) === least));
}

function makeObject(shape: ObjectShape, around: Making, given: unknown): JsonObject {
  const wanted = isObject(given) ? given : {};
  const ids = around.ids.inside(around.owner, wanted);
  const making: Making = { ...around, ids, depth: around.depth + 1 };
  const make = (name: string, field: Shape): unknown =>
    makeValue(field, { ...making, name }, own(wanted, name));
  const chosen = chooseMembers(shape, making, wanted);
  const { fields, required = [], oneofs = [] } = shape;
  const value: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const isThere = oneofs.some(({ members }) => members.includes(name))
      ? chosen.has(name)
      : required.includes(name) ||
        (canHold(field, making) && field !== "any" && making.random.chance(density));
    const isLeftOut = Object.hasOwn(wanted, name) && wanted[name] === undefined;
    if (isThere && !isLeftOut) setEntry(value, name, make(name, field));
    else if (own(wanted, name) !== undefined) setEntry(value, name, make(name, field));
  }
  timesInOrder(value, shape, making.types);
  applyHints(value, { shape, given: wanted, types: making.types, random: making.random, make });
  // In the order of the type; what else is given, such as fields of extensions, follows.
  const others = Object.keys(wanted).filter((name) => !Object.hasOwn(fields, name));
  const made = [...Object.keys(fields), ...others].map((name) => [
    name,
    Object.hasOwn(value, name) ? value[name] : own(wanted, name),
  ]);
  return Object.fromEntries(made.filter(([, each]) => each !== undefined)) as JsonObject;
}

/** The members of oneofs that are set: those that are given, or one. */
function chooseMembers(
  { fields, oneofs = [] }: ObjectShape,
  making: Making,
  wanted: Readonly<Record<string, unknown>>,
): ReadonlySet<string> {
  const chosen = new Set<string>();
  const shapeOf = (name: string): Shape => fields[name] ?? "null";
  for (const { members, required } of oneofs) {
    const given = members.filter((name) => own(wanted, name) !== undefined);
    for (const name of given) chosen.add(name);
    const possible = members.filter(
      (name) => fields[name] !== "any" && making.heights.of(shapeOf(name)) < Number.POSITIVE_INFINITY,
    );
    if (given.length > 0 || possible.length === 0) continue;
    const name = pickShallow(possible, shapeOf, making);
    if (required || (canHold(shapeOf(name), making) && making.random.chance(density))) chosen.add(name);
  }
  return chosen;
}
