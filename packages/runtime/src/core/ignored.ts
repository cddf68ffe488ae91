import { addProblem, type Problems } from "./problems.ts";
import { isRecord } from "./trust.ts";

/** Levels of objects and arrays that a field of any JSON may have. */
export const maximumLevels = 100;

/** Ignores an undeclared field; it stays in the value, so it may not be deeper than declared fields. */
export function ignored(
  found: Problems | undefined,
  message: Readonly<Record<string, unknown>>,
  key: string,
): Problems | undefined {
  if (isShallow(message[key], 0)) return found;
  return addProblem(found, key, {
    code: "depth",
    message: `expected at most ${maximumLevels} levels of objects and arrays in an unknown field, got more`,
  });
}

function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) {
    return depth < maximumLevels && value.every((element) => isShallow(element, depth + 1));
  }
  if (!isRecord(value)) return true;
  if (depth >= maximumLevels) return false;
  for (const key in value) if (!isShallow(value[key], depth + 1)) return false;
  return true;
}
