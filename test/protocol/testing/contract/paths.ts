export type Path = readonly (string | number)[];

/** The places in a JSON value, the outermost first. */
export function listPaths(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== "object" || value === null) return [];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([name, each]) => [[...path, name], ...listPaths(each, [...path, name])]);
}

export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((all, name) => (all as Record<string | number, unknown>)[name], value);
}

/** A copy with another value at a path; without it for `undefined`. */
export function withValue(value: unknown, path: Path, other: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return other;
  const changed = withValue((value as Record<string | number, unknown>)[name], rest, other);
  if (Array.isArray(value)) {
    return value.flatMap((each: unknown, at) =>
      at === name ? (changed === undefined ? [] : [changed]) : [each],
    );
  }
  const { [name]: _, ...others } = value as Record<string, unknown>;
  return changed === undefined ? others : { ...(value as object), [name]: changed };
}
