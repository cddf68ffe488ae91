import { isObject } from "@a2agen/runtime/internal";

/** Whether two JSON values are equal, whatever the order of their members. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (Array.isArray(one)) {
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((each, index) => isSameJson(each, other[index]))
    );
  }
  if (!isObject(one) || !isObject(other)) return one === other;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSameJson(one[key], other[key]))
  );
}
