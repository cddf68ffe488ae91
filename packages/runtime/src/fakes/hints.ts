import { isObject } from "../core/object.ts";
import type { Random } from "./random.ts";
import { type FakeTypes, isObjectShape, type ObjectShape, resolveShape, type Shape } from "./shape.ts";

interface Hinted {
  readonly shape: ObjectShape;
  /** What stands as it is. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly types: FakeTypes;
  readonly random: Random;
  /** Makes the value of a field. */
  readonly make: (name: string, shape: Shape) => unknown;
}

/** Makes an object plausible in place: what its hints say is there, or not, and where something stands. */
export function applyHints(value: Record<string, unknown>, hinted: Hinted): void {
  const { shape, given, random } = hinted;
  for (const { when = {}, has = [], lacks = [], put = {} } of shape.hints ?? []) {
    const holds = Object.entries(when).every(([path, values]) =>
      values.some((each) => each === valueAt(value, path.split("."))),
    );
    if (!holds) continue;
    for (const name of lacks) if (given[name] === undefined) Reflect.deleteProperty(value, name);
    for (const path of has) ensure(value, path.split("."), hinted);
    for (const [path, values] of Object.entries(put)) {
      const isGiven = valueAt(given, path.split(".")) !== undefined;
      const first = random.integer(0, values.length - 1);
      if (!isGiven) place(value, path.split("."), (index) => values[(index ?? first) % values.length]);
    }
  }
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), value);
}

/** Makes what is missing on the way to a place, and the place itself. */
function ensure(
  value: Record<string, unknown>,
  [name = "", ...rest]: readonly string[],
  hinted: Hinted,
): void {
  const { shape, given, types, make } = hinted;
  const field = shape.fields[name];
  if (field === undefined || (Object.hasOwn(given, name) && given[name] === undefined)) return;
  const type = resolveShape(field, types);
  const needed = typeof type === "object" && "list" in type ? { ...type, least: 1 } : field;
  const found = value[name];
  if (found === undefined || (Array.isArray(found) && found.length === 0 && given[name] === undefined)) {
    value[name] = make(name, needed);
  }
  const inner = value[name];
  if (rest.length === 0 || !isObject(inner) || !isObjectShape(type)) return;
  const innerGiven = isObject(given[name]) ? given[name] : {};
  ensure(inner, rest, { ...hinted, shape: type, given: innerGiven });
}

/** Puts a value at every place of a path that is there. */
function place(
  holder: object,
  [name = "", ...rest]: readonly string[],
  choose: (index: number | undefined) => unknown,
  index?: number,
): void {
  // Made a moment ago, and held by nothing else.
  const value = holder as Record<string, unknown>;
  const inner = value[name];
  if (typeof inner !== "object" && (inner === undefined || rest.length > 0)) return;
  if (rest.length === 0) value[name] = choose(index);
  else if (Array.isArray(inner)) {
    for (const [at, each] of inner.entries()) if (isObject(each)) place(each, rest, choose, at);
  } else if (isObject(inner)) place(inner, rest, choose, index);
}

const ranks: readonly RegExp[] = [
  /creat|start|begin|issue|submi|from/i,
  /^/,
  /updat|modif|chang/i,
  /complet|finish|end|until/i,
  /expir|due|deadline/i,
];

function rankOf(name: string): number {
  const found = ranks.findIndex((pattern, rank) => rank !== 1 && pattern.test(name));
  return found === -1 ? 1 : found;
}

/** Sorts the times in the fields of an object: it is created before it is changed. */
export function timesInOrder(
  value: Record<string, unknown>,
  { fields }: ObjectShape,
  types: FakeTypes,
): void {
  const isTime = (shape: Shape | undefined): boolean =>
    shape !== undefined && resolveShape(shape, types) === "timestamp";
  const names = Object.keys(value).filter((name) => isTime(fields[name]));
  const times = names.map((name) => String(value[name])).sort();
  names
    .sort((a, b) => rankOf(a) - rankOf(b))
    .forEach((name, index) => {
      value[name] = times[index];
    });
}
