/** A place in a JSON value. */
type Path = readonly (string | number)[];

/** A value with one change, and what was changed. */
export interface Tampered {
  readonly name: string;
  readonly value: Record<string, unknown>;
}

/** Every change of one place: other values, elements and entries added, removed, in another order. */
export function listTampered(value: Record<string, unknown>): readonly Tampered[] {
  return listPaths(value, []).flatMap((path) =>
    listChanges(at(value, path)).map(({ name, make }) => ({
      name: `${path.join("/")}: ${name}`,
      value: change(value, path, make),
    })),
  );
}

function listPaths(value: unknown, path: Path): readonly Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  const entries = value as Readonly<Record<string | number, unknown>>;
  const below = keys.flatMap((key) => listPaths(entries[key], [...path, key]));
  return path.length === 0 ? below : [path, ...below];
}

interface Change {
  readonly name: string;
  /** The new value; undefined takes the place away. */
  readonly make: (old: unknown) => unknown;
}

const removed: Change = { name: "removed", make: () => undefined };

function listChanges(old: unknown): readonly Change[] {
  if (Array.isArray(old)) {
    const list = old as readonly unknown[];
    return [
      removed,
      { name: "emptied", make: () => [] },
      { name: "last repeated", make: () => [...list, ...list.slice(-1)] },
      { name: "first dropped", make: () => list.slice(1) },
      { name: "reversed", make: () => list.toReversed() },
    ];
  }
  switch (typeof old) {
    case "string":
      return [
        removed,
        { name: "longer", make: () => `${old}x` },
        { name: "emptied", make: () => "" },
        {
          name: "other case",
          make: () => (old === old.toUpperCase() ? old.toLowerCase() : old.toUpperCase()),
        },
      ];
    case "number":
      return [removed, { name: "greater", make: () => old + 1 }, { name: "zero", make: () => 0 }];
    case "boolean":
      return [removed, { name: "negated", make: () => !old }];
    default: {
      const entries = Object.entries(old ?? {});
      return [
        removed,
        { name: "emptied", make: () => ({}) },
        { name: "reversed", make: () => Object.fromEntries(entries.toReversed()) },
        { name: "more entries", make: () => Object.fromEntries([...entries, ["more", entries[0]?.[1]]]) },
      ];
    }
  }
}

function at(value: unknown, path: Path): unknown {
  let found = value;
  for (const key of path) found = (found as Readonly<Record<string | number, unknown>>)[key];
  return found;
}

function change(value: Record<string, unknown>, path: Path, make: Change["make"]): Record<string, unknown> {
  const copy = structuredClone(value);
  const parent = at(copy, path.slice(0, -1)) as Record<string | number, unknown>;
  const key = path.at(-1) ?? "";
  const made = make(parent[key]);
  if (made !== undefined) Object.defineProperty(parent, key, { ...plain, value: made });
  else if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else Reflect.deleteProperty(parent, key);
  return copy;
}

const plain = { enumerable: true, configurable: true, writable: true };
