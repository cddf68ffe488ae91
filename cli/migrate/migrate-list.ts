import { joinPath } from "./join-path.ts";
import { type Aim, migrateValue, type Note } from "./migrate-value.ts";

/** Where a value is in its file: `line` in JSON lines, `path` in a list. */
export interface Place {
  readonly path: string;
  readonly line?: number;
}

/** A message about a place in a file. */
export interface PlacedNote extends Note {
  readonly line?: number;
}

export interface ListResult {
  /** All values, those that did not change being the same as before. */
  readonly values: readonly unknown[];
  /** The versions that changed values were of. */
  readonly changes: readonly string[];
  readonly warnings: readonly PlacedNote[];
  /** What no version accepts, with the reason. */
  readonly left: readonly PlacedNote[];
  /** What is known and cannot be translated. */
  readonly refusals: readonly PlacedNote[];
  /** How many values are of some version. */
  readonly known: number;
}

/** Migrates values in their order; a response is of the method that the last request with its id had. */
export function migrateList(
  items: readonly { readonly value: unknown; readonly place: Place }[],
  aim: Aim,
): ListResult {
  const methods = new Map<unknown, string>();
  const values: unknown[] = [];
  const changes: string[] = [];
  const warnings: PlacedNote[] = [];
  const left: PlacedNote[] = [];
  const refusals: PlacedNote[] = [];
  let known = 0;
  for (const { value, place } of items) {
    const { id, method } = envelopeOf(value);
    if (id !== undefined && method !== undefined) methods.set(id, method);
    const result = migrateValue(value, aim, method === undefined ? methods.get(id) : undefined);
    const at = (note: Note): PlacedNote => ({ ...note, ...place, path: joinPath(place.path, note.path) });
    values.push(result.kind === "changed" ? result.value : value);
    if (result.kind !== "unknown") known += 1;
    if (result.kind === "changed") {
      changes.push(result.from);
      warnings.push(...result.notes.map(at));
    }
    if (result.kind === "unknown") left.push(at({ path: "", message: result.reason }));
    if (result.kind === "refused") refusals.push(at({ path: "", message: result.reason }));
  }
  return { values, changes, warnings, left, refusals, known };
}

function envelopeOf(value: unknown): { readonly id?: unknown; readonly method?: string } {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  const { id, method } = value as { readonly id?: unknown; readonly method?: unknown };
  return {
    ...(Object.hasOwn(value, "id") ? { id } : {}),
    ...(Object.hasOwn(value, "method") && typeof method === "string" ? { method } : {}),
  };
}
