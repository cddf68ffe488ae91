import { isObject } from "../core/object.ts";
/** Two values at one place that cannot be one. */
export interface MergeConflict {
  /** `capabilities.streaming`, `skills[0].name`; empty for the values themselves. */
  readonly path: string;
  readonly one: unknown;
  readonly other: unknown;
}

/**
 * Merges two JSON values into one that says what both say: objects by their names, lists of one length
 * element by element. Everything else has to be equal in both; otherwise `onConflict` is called and
 * the value of `one` stays.
 */
export function mergeJson(
  one: unknown,
  other: unknown,
  onConflict: (conflict: MergeConflict) => void,
): unknown {
  return merge({ one, other, path: "" }, onConflict);
}

function merge({ one, other, path }: MergeConflict, onConflict: (conflict: MergeConflict) => void): unknown {
  if (one === other) return one;
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length) {
    const elements: readonly unknown[] = one;
    return elements.map((element, index) =>
      merge({ one: element, other: other[index], path: `${path}[${index}]` }, onConflict),
    );
  }
  if (isObject(one) && isObject(other)) {
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    // Unlike assignment, this makes a property of every name, "__proto__" too.
    return Object.fromEntries(
      [...names].map((name) => {
        if (!Object.hasOwn(one, name)) return [name, other[name]];
        if (!Object.hasOwn(other, name)) return [name, one[name]];
        const at = path === "" ? name : `${path}.${name}`;
        return [name, merge({ one: one[name], other: other[name], path: at }, onConflict)];
      }),
    );
  }
  onConflict({ path, one, other });
  return one;
}
