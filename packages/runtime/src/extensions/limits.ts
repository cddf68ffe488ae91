import type { Issue } from "../core/issue.ts";
import { isObject, own } from "../core/object.ts";
import { formatPath } from "../core/problems.ts";
import { type Place, toSegments } from "./decode-below.ts";

/** A limit of data that the params of a declaration set. */
export interface DataLimit {
  /** The name of the data; absent for an extension that has no other. */
  readonly data?: string;
  /** "trackers[].message": fields, with [] behind a list. */
  readonly path: string;
  readonly rule: "maxItems" | "maxLength" | "maximum" | "memberOf";
  /** The param that has the limit; without it there is none. */
  readonly param: string;
}

/** The limits of one kind of data. */
export function limitsOf(
  { limits = [] }: { readonly limits?: readonly DataLimit[] },
  name: string,
): readonly DataLimit[] {
  return limits.filter(({ data = "" }) => data === name);
}

/** What in data is beyond the limits that params set. */
export function findExcess(
  data: unknown,
  params: unknown,
  limits: readonly Omit<DataLimit, "data">[],
): readonly Issue[] {
  if (!isObject(params)) return [];
  return limits.flatMap(({ path, rule, param }) => {
    const limit = own(params, param);
    return placesOf(data, path.split(".")).flatMap(({ value, place }) => {
      const message = describeExcess(rule, value, limit);
      if (message === undefined) return [];
      const issue: Issue = {
        code: rule === "memberOf" ? "key" : "range",
        path: formatPath(place),
        segments: toSegments(place),
        message: `${message}, as ${param} says`,
      };
      return [issue];
    });
  });
}

interface Found {
  readonly value: unknown;
  readonly place: Place;
}

function placesOf(top: unknown, steps: readonly string[]): readonly Found[] {
  let found: readonly Found[] = [{ value: top, place: [] }];
  for (const step of steps) {
    const name = step.replace(/\[\]$/, "");
    found = found.flatMap(({ value, place }) => {
      const inner = isObject(value) ? own(value, name) : undefined;
      if (inner === undefined) return [];
      if (name === step) return [{ value: inner, place: [...place, name] }];
      return Array.isArray(inner)
        ? inner.map((one: unknown, index) => ({ value: one, place: [...place, name, index] }))
        : [];
    });
  }
  return found;
}

function describeExcess(rule: DataLimit["rule"], value: unknown, limit: unknown): string | undefined {
  if (rule === "memberOf") {
    if (!Array.isArray(limit) || !isObject(value)) return undefined;
    const other = Object.keys(value).find((name) => !limit.includes(name));
    return other === undefined ? undefined : `expected members of ${limit.join(", ")}, found ${other}`;
  }
  const size = sizeOf(rule, value);
  if (typeof limit !== "number" || size === undefined || size <= limit) return undefined;
  const unit = { maxItems: " element", maxLength: " character", maximum: "" }[rule];
  const many = unit === "" || limit === 1 ? "" : "s";
  return `expected at most ${limit}${unit}${many}, found ${size}`;
}

function sizeOf(rule: Exclude<DataLimit["rule"], "memberOf">, value: unknown): number | undefined {
  switch (rule) {
    case "maxItems":
      return Array.isArray(value) ? value.length : undefined;
    case "maxLength":
      // As JSON Schema counts: a surrogate pair is one character.
      return typeof value === "string" ? Array.from(value).length : undefined;
    case "maximum":
      return typeof value === "number" ? value : undefined;
  }
}
