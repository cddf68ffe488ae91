import { toPropertyAccess } from "../naming/identifiers.ts";

/** "value.file.name". */
export function access(path: readonly string[], object = "value"): string {
  return path.reduce(toPropertyAccess, object);
}

/** A step as `Trace` takes it: a name, or a list of names. */
export function stepOf(path: readonly string[]): string {
  return path.length === 1
    ? JSON.stringify(path[0])
    : `[${path.map((name) => JSON.stringify(name)).join(", ")}]`;
}
