import { isObject } from "@a2agen/runtime/internal";

/**
 * What a document says that states only how it differs from another. Members of objects and rows of lists
 * that have a name are taken from the other one unless the document has them too; null takes a member out.
 * Other lists and values stand for those of the other one.
 */
export function extendProfile(base: unknown, changes: unknown): unknown {
  if (isObject(base) && isObject(changes)) return extendObject(base, changes);
  return isNamedList(base) && isNamedList(changes) ? extendList(base, changes) : changes;
}

type Members = Readonly<Record<string, unknown>>;

function extendObject(base: Members, changes: Members): Members {
  const entries = new Map(Object.entries(base));
  for (const [key, value] of Object.entries(changes)) {
    if (key === "extends") continue;
    if (value === null) entries.delete(key);
    else entries.set(key, entries.has(key) ? extendProfile(entries.get(key), value) : value);
  }
  return Object.fromEntries(entries);
}

interface Named extends Members {
  readonly name: string;
}

function isNamedList(value: unknown): value is readonly Named[] {
  return Array.isArray(value) && value.every((row) => isObject(row) && typeof row["name"] === "string");
}

function extendList(base: readonly Named[], changes: readonly Named[]): readonly unknown[] {
  const given = new Map(changes.map((row) => [row.name, row]));
  const known = new Set(base.map(({ name }) => name));
  return [
    ...base.map((row) => {
      const own = given.get(row.name);
      return own === undefined ? row : extendObject(row, own);
    }),
    ...changes.filter(({ name }) => !known.has(name)),
  ];
}
