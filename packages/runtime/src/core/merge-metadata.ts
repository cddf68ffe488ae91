import type { JsonObject } from "./json.ts";

/**
 * The metadata of a task after an update: each member of the update replaces the one of its name, and null
 * removes it. Undefined where nothing is left.
 */
export function mergeMetadata(
  before: JsonObject | undefined,
  update: JsonObject | undefined,
): JsonObject | undefined {
  if (update === undefined) return before;
  // Spreading and fromEntries define members, "__proto__" included.
  const left = Object.entries({ ...before, ...update }).filter(([, value]) => value !== null);
  return left.length === 0 ? undefined : Object.fromEntries(left);
}
