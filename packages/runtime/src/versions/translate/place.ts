import { formatPath, type Segment } from "../../core/problems.ts";
import type { Direction, NameMap } from "./name-map.ts";

/** A place that a field may have in the other version. */
export interface Place {
  readonly segments: readonly Segment[];
  /** What the versions call the values there. */
  readonly choice: readonly (readonly [older: string, newer: string])[] | undefined;
}

/**
 * The places in the other version that a field of a pair of types may have, the closest first; the last one
 * is around it.
 */
export function placesOf(
  nameMap: NameMap,
  {
    pair,
    segments,
    direction,
  }: { readonly pair: string; readonly segments: readonly Segment[]; readonly direction: Direction },
): readonly Place[] {
  const rows = Object.hasOwn(nameMap.places, pair) ? (nameMap.places[pair] ?? []) : [];
  const [from, to] = direction === "upgrade" ? ([0, 1] as const) : ([1, 0] as const);
  const around: Place = { segments: [], choice: undefined };
  const places = rows.flatMap((row): readonly Place[] => {
    const path = partsOf(row[from]);
    const target = partsOf(row[to]);
    if (path === undefined || !path.every((name, index) => segments[index] === name)) return [];
    if (target === undefined) return [around];
    const below = segments.slice(path.length);
    const index = below.findIndex((segment) => typeof segment === "string");
    const keys = index < 0 ? below : below.slice(0, index);
    const before = [...target, ...keys];
    const inner = row[2] ?? "";
    if (Object.hasOwn(nameMap.choices, inner)) return [{ segments: before, choice: nameMap.choices[inner] }];
    return placesOf(nameMap, { pair: inner, segments: below.slice(keys.length), direction }).map(
      ({ segments: rest, choice }) => ({ segments: [...before, ...rest], choice }),
    );
  });
  if (places.length > 0) return [...places, around];
  const isInside = rows.some((row) =>
    segments.every((segment, index) => partsOf(row[from])?.[index] === segment),
  );
  return [isInside ? around : { segments, choice: undefined }];
}

function partsOf(path: string | false): readonly string[] | undefined {
  if (path === false) return undefined;
  return path === "" ? [] : path.split(".");
}

/** The place that a value has, or of which it has at least what holds it; the one nearest to the field. */
export function nearestPlace(value: unknown, places: readonly Place[]): Place | undefined {
  const held = places.filter(({ segments }) => typeof valueAt(value, segments.slice(0, -1)) === "object");
  const longest = Math.max(...held.map(({ segments }) => segments.length));
  const near = held.filter(({ segments }) => segments.length === longest);
  return near.find(({ segments }) => valueAt(value, segments) !== undefined) ?? near[0] ?? places[0];
}

function valueAt(value: unknown, segments: readonly Segment[]): unknown {
  let current = value;
  for (const segment of segments) {
    const key = typeof segment === "object" ? segment.key : segment;
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Readonly<Record<string | number, unknown>>)[key];
  }
  return current;
}

const step = /(?:^|\.)([A-Za-z_$][\w$]*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/y;

/** Takes a path apart as `formatPath` writes it; undefined for another text. */
export function parsePath(path: string): readonly Segment[] | undefined {
  const segments: Segment[] = [];
  step.lastIndex = 0;
  while (step.lastIndex < path.length) {
    const [, name, index, key] = step.exec(path) ?? [];
    if (name !== undefined) segments.push(name);
    else if (index !== undefined) segments.push(Number(index));
    else if (key !== undefined) segments.push({ key: JSON.parse(key) as string });
    else return undefined;
  }
  return formatPath(segments) === path ? segments : undefined;
}
