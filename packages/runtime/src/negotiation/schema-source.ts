import { applyExtensions } from "./apply-extensions.ts";
import type { Composition } from "./composition.ts";
import type { SchemaObject } from "./schema.ts";

/** Gives the schema of exactly those extensions that are active. */
export interface SchemaSource {
  /** The same object for the same set in any order, while cached. Throws a TypeError for an unknown name. */
  schemaFor(active: Iterable<string>): SchemaObject;
}

/** How many schemas are kept. */
export interface SchemaSourceOptions {
  /** How many sets are remembered; 64 unless given. The one unused for longest is forgotten. */
  readonly capacity?: number;
}

/** Composes schemas of sets of extensions when they are asked for, and remembers them. */
export function createSchemaSource(
  composition: Composition,
  { capacity = 64 }: SchemaSourceOptions = {},
): SchemaSource {
  // A Map has its keys in the order in which they were set.
  const schemas = new Map<string, SchemaObject>();
  return {
    schemaFor(active) {
      const names = [...new Set(active)].toSorted();
      const key = JSON.stringify(names);
      const schema = schemas.get(key) ?? applyExtensions(composition, names);
      schemas.delete(key);
      schemas.set(key, schema);
      for (const oldest of schemas.keys()) {
        if (schemas.size <= capacity) break;
        schemas.delete(oldest);
      }
      return schema;
    },
  };
}
