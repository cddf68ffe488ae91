import { textCandidates } from "./leaves.ts";
import { type FakeTypes, isReference, type Shape } from "./shape.ts";

/** How deep objects stand inside one another in the smallest value of a shape; infinite where none ends. */
export interface Heights {
  of(shape: Shape): number;
  /** Whether values of a shape may hold others of one type without an end. */
  isEndless(shape: Shape): boolean;
}

const known = new WeakMap<FakeTypes, Heights>();

/** The heights of the types of a table, which are found once. */
export function heightsOf(types: FakeTypes): Heights {
  const found = known.get(types) ?? measure(types);
  known.set(types, found);
  return found;
}

function measure(types: FakeTypes): Heights {
  const byName = new Map<string, number>();
  const of = (shape: Shape): number => {
    if (isReference(shape)) return byName.get(shape.slice(1)) ?? Number.POSITIVE_INFINITY;
    if (typeof shape === "string") return 0;
    if ("leaf" in shape) return textCandidates(shape).length > 0 ? 0 : Number.POSITIVE_INFINITY;
    if ("in" in shape) return shape.in.length > 0 ? 0 : Number.POSITIVE_INFINITY;
    if ("list" in shape) return (shape.least ?? 0) > 0 ? of(shape.list) : 0;
    if ("map" in shape) return (shape.least ?? 0) > 0 ? of(shape.map) : 0;
    if ("anyOf" in shape) return Math.min(...shape.anyOf.map(of));
    const { fields, required = [], oneofs = [] } = shape;
    const heightOf = (name: string): number => of(fields[name] ?? "null");
    const chosen = oneofs
      .filter((oneof) => oneof.required)
      .map(({ members }) => Math.min(...members.map(heightOf)));
    return 1 + Math.max(0, ...required.map(heightOf), ...chosen);
  };
  for (let isDone = false; !isDone; ) {
    isDone = true;
    for (const [name, shape] of Object.entries(types)) {
      const height = of(shape);
      if (height === (byName.get(name) ?? Number.POSITIVE_INFINITY)) continue;
      byName.set(name, height);
      isDone = false;
    }
  }
  return { of, isEndless: findEndless(types) };
}

function findEndless(types: FakeTypes): Heights["isEndless"] {
  const found = new Map<string, boolean>();
  const above = new Set<string>();
  const isEndless = (shape: Shape): boolean => {
    if (!isReference(shape)) return partsOf(shape).some(isEndless);
    const known = found.get(shape);
    if (known !== undefined || above.has(shape)) return known ?? true;
    above.add(shape);
    const is = isEndless(types[shape.slice(1)] ?? "null");
    above.delete(shape);
    found.set(shape, is);
    return is;
  };
  return isEndless;
}

function partsOf(shape: Shape): readonly Shape[] {
  if (typeof shape === "string" || "leaf" in shape || "in" in shape) return [];
  if ("list" in shape) return [shape.list];
  if ("map" in shape) return [shape.map];
  return "anyOf" in shape ? shape.anyOf : Object.values(shape.fields);
}
