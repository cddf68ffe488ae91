/** A place where two values differ, and what is there. */
export interface Difference {
  /** "artifacts[0].parts"; "" for the values themselves. */
  readonly path: string;
  readonly one: unknown;
  readonly other: unknown;
}

/** Whether two values that are no lists or objects mean the same; `name` is that of their member. */
export type IsSame = (one: unknown, other: unknown, name: string) => boolean;

/** The first place where two JSON values differ; members that are undefined are none. */
export function firstDifference(one: unknown, other: unknown, path = ""): Difference | undefined {
  return listDifferences(one, other, { isSame: Object.is, path }).next().value ?? undefined;
}

/** The places where two JSON values differ, in the order of the first one. */
export function* listDifferences(
  one: unknown,
  other: unknown,
  {
    isSame,
    path = "",
    name = "",
  }: { readonly isSame: IsSame; readonly path?: string; readonly name?: string },
): Generator<Difference, void, undefined> {
  if (!isContainer(one) || !isContainer(other) || Array.isArray(one) !== Array.isArray(other)) {
    if (!Object.is(one, other) && !isSame(one, other, name)) yield { path, one, other };
    return;
  }
  const [mine, theirs] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  for (const member of new Set([...mine.keys(), ...theirs.keys()])) {
    const isList = Array.isArray(one);
    const place = isList ? `${path}[${member}]` : path === "" ? member : `${path}.${member}`;
    const options = { isSame, path: place, name: isList ? name : member };
    yield* listDifferences(mine.get(member), theirs.get(member), options);
  }
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
