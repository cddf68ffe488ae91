import { printPointer } from "@a2agen/generators/json-schema/json-pointer.ts";
import { annotations, subschemaKeywords } from "@a2agen/generators/json-schema/keywords.ts";
import type { Schema } from "@a2agen/generators/json-schema/schema.ts";
import { compareCodeUnits } from "@a2agen/generators/naming/order.ts";
import { isObject } from "@a2agen/runtime/internal";
import type { Located, Universe } from "./universe.ts";

/** Whether two schemas say the same of values; descriptions do not count, nor what definitions are called. */
export function isSameSchema(a: Located, b: Located, universe: Universe): boolean {
  const assumed = new Set<string>();
  const isSame = (left: Located, right: Located): boolean => {
    const [l, r] = [universe.follow(left), universe.follow(right)];
    const key = `${printPointer(l.tokens)} ${printPointer(r.tokens)}`;
    // What contains itself is the same unless something else in it differs.
    if (assumed.has(key)) return true;
    assumed.add(key);
    if (!isObject(l.schema) || !isObject(r.schema)) return l.schema === r.schema;
    return isSameValue(strip(l.schema), strip(r.schema), { left: l, right: r, path: [] });
  };
  const isSameValue = (
    left: unknown,
    right: unknown,
    at: { readonly left: Located; readonly right: Located; readonly path: readonly string[] },
  ): boolean => {
    if (isObject(left) && isObject(right)) {
      const keys = Object.keys(left);
      if (keys.length !== Object.keys(right).length) return false;
      return keys.every((key) => {
        if (!Object.hasOwn(right, key)) return false;
        const path = [...at.path, key];
        const [inner, other] = [left[key], right[key]];
        if (isSubschema(path) && isSchema(inner) && isSchema(other)) {
          return isSame(
            { tokens: [...at.left.tokens, ...path], schema: inner },
            { tokens: [...at.right.tokens, ...path], schema: other },
          );
        }
        return isSameValue(inner, other, { ...at, path });
      });
    }
    if (Array.isArray(left) && Array.isArray(right)) {
      const isUnordered = at.path.length === 1 && ["required", "enum", "type"].includes(at.path[0] ?? "");
      const [l, r] = isUnordered ? [sort(left), sort(right)] : [left, right];
      return (
        l.length === r.length &&
        l.every((element, i) => {
          const path = [...at.path, String(i)];
          if (!isSubschema(path) || !isSchema(element) || !isSchema(r[i])) {
            return isSameValue(element, r[i], { ...at, path });
          }
          return isSame(
            { tokens: [...at.left.tokens, ...path], schema: element },
            { tokens: [...at.right.tokens, ...path], schema: r[i] },
          );
        })
      );
    }
    return left === right;
  };
  return isSame(a, b);
}

function isSubschema([keyword = "", ...rest]: readonly string[]): boolean {
  const row = subschemaKeywords.get(keyword);
  return row !== undefined && row.place !== "definition" && rest.length === (row.form === "one" ? 0 : 1);
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "boolean" || isObject(value);
}

function strip(schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !annotations.has(keyword)));
}

function sort(values: readonly unknown[]): readonly unknown[] {
  return values.toSorted((a, b) => compareCodeUnits(JSON.stringify(a), JSON.stringify(b)));
}
