import { hasOwn, isPlain } from "../core/copy-json.ts";

type Container = Readonly<Record<string, unknown>>;

/** Whether two values have the same JSON, with the members of objects in any order. */
export function isSameJson(one: unknown, other: unknown): boolean {
  const pending: [unknown, unknown][] = [[one, other]];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [left, right] = pair;
    if (!isContainer(left) || !isContainer(right)) {
      if (Object.is(left, right) && !isObject(left)) continue;
      return false;
    }
    if (Array.isArray(left) !== Array.isArray(right)) return false;
    const keys = Object.keys(left);
    if (keys.length !== Object.keys(right).length) return false;
    for (const key of keys) {
      if (!hasOwn.call(right, key)) return false;
      pending.push([left[key], right[key]]);
    }
  }
  return true;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Objects of classes are never the same: what they say need not be in their properties. */
function isContainer(value: unknown): value is Container {
  return isObject(value) && (Array.isArray(value) || isPlain(value));
}
