import type { Problems } from "../core/problems.ts";
import { outOfRange, tooDeep } from "./problems.ts";

const mostLevels = 1000;
/** In shorter lists a look at each is faster. */
const shortList = 12;

/** Adds what is wrong with a list in which no two elements may be the same. */
export function distinct(found: Problems | undefined, list: readonly unknown[]): Problems | undefined {
  if (list.length <= shortList && list.every(isScalar)) {
    const at = list.findIndex((element, index) => list.indexOf(element) !== index);
    return at === -1 ? found : repeated(found, at, { same: list.indexOf(list[at]), list });
  }
  const first = new Map<unknown, number>();
  for (let at = 0; at < list.length; at++) {
    const element = list[at];
    // Texts are told apart from the canonical texts of objects.
    const key = typeof element === "string" ? `"${element}` : isScalar(element) ? element : write(element, 0);
    if (key === undefined) return tooDeep(found, at, mostLevels);
    const same = first.get(key);
    if (same !== undefined) return repeated(found, at, { same, list });
    first.set(key, at);
  }
  return found;
}

function repeated(
  found: Problems | undefined,
  at: number,
  { same, list }: { readonly same: number; readonly list: readonly unknown[] },
): Problems {
  return outOfRange(found, at, list[at], `another value than at ${same}`);
}

function isScalar(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}

/** A text that is the same for the same JSON value; undefined for one that is too deep. */
function write(value: unknown, depth: number): string | undefined {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (depth > mostLevels) return undefined;
  const parts: string[] = [];
  const object = value as Readonly<Record<string, unknown>>;
  for (const key of Array.isArray(value) ? value.keys() : Object.keys(value).sort()) {
    const inner = write(object[key], depth + 1);
    if (inner === undefined) return undefined;
    if (typeof key === "number") parts.push(inner);
    else if (object[key] !== undefined) parts.push(`${JSON.stringify(key)}:${inner}`);
  }
  return Array.isArray(value) ? `[${parts.join(",")}]` : `{${parts.join(",")}}`;
}
