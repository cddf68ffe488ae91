import { isWellFormed } from "../core/well-formed.ts";
import { keyOrderOf } from "./key-order.ts";

/** Deeper values are left to the library, so that a hostile one does not overflow the stack here. */
const maximumDepth = 200;

/**
 * The value with the keys of every object in the order of RFC 8785, so that JSON.stringify writes
 * its canonical text; undefined for what only a serializer of its own gets right: keys that
 * JavaScript orders by itself, and values that JSON has not.
 */
export function sortKeys(value: unknown, depth = 0): unknown {
  switch (typeof value) {
    case "string":
      // JSON.stringify would escape half of a surrogate pair.
      return isWellFormed(value) ? value : undefined;
    case "boolean":
      return value;
    case "number":
      return value - value === 0 ? value : undefined;
    case "object":
      if (value === null) return value;
      if (depth > maximumDepth) return undefined;
      if (Array.isArray(value)) return "toJSON" in value ? undefined : sortElements(value, depth);
      return isPlain(value) ? sortProperties(value, depth) : undefined;
    default:
      return undefined;
  }
}

function sortElements(list: readonly unknown[], depth: number): readonly unknown[] | undefined {
  let copy: unknown[] | undefined;
  for (let i = 0; i < list.length; i++) {
    const element = sortKeys(list[i], depth + 1);
    if (element === undefined) return undefined;
    if (element !== list[i]) copy ??= list.slice();
    if (copy !== undefined) copy[i] = element;
  }
  return copy ?? list;
}

function sortProperties(object: object, depth: number): object | undefined {
  const order = keyOrderOf(object);
  if (order === undefined) return undefined;
  const { sorted } = order;
  const given = object as Readonly<Record<string, unknown>>;
  const copy: Record<string, unknown> = {};
  let isChanged = !order.isSorted;
  for (let i = 0; i < sorted.length; i++) {
    const key = sorted[i]!;
    const value = given[key];
    const inOrder = sortKeys(value, depth + 1);
    if (inOrder === undefined) return undefined;
    if (inOrder !== value) isChanged = true;
    copy[key] = inOrder;
  }
  return isChanged ? copy : object;
}

/** Whether an object has no class, which could say how it is written. */
function isPlain(object: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(object);
  return prototype === Object.prototype || prototype === null;
}
