/** A place where two values differ, and what is there. */
export interface Difference {
  /** "artifacts[0].parts"; "" for the values themselves. */
  readonly path: string;
  readonly one: unknown;
  readonly other: unknown;
}

/** The first place where two JSON values differ; members that are undefined are none. */
export function firstDifference(one: unknown, other: unknown, path = ""): Difference | undefined {
  if (Object.is(one, other)) return undefined;
  if (!isContainer(one) || !isContainer(other) || Array.isArray(one) !== Array.isArray(other)) {
    return { path, one, other };
  }
  const [mine, theirs] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  for (const name of new Set([...mine.keys(), ...theirs.keys()])) {
    const place = Array.isArray(one) ? `${path}[${name}]` : path === "" ? name : `${path}.${name}`;
    const found = firstDifference(mine.get(name), theirs.get(name), place);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
