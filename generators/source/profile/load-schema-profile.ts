import { readSource } from "./read-source.ts";
import type { SchemaProfile } from "./schema-profile.ts";
import { createSchemaProfileReader } from "./schema-profile-reader.ts";

/**
 * Reads a profile from a path relative to the working directory; `definitions` is the JSON Schema that
 * it refers to. Throws a ProfileError.
 */
export async function loadSchemaProfile(path: string, definitions: unknown): Promise<SchemaProfile> {
  const text = await readSource(path);
  const [yaml, { Ajv2020 }] = await Promise.all([import("yaml"), import("ajv/dist/2020.js")]);
  return createSchemaProfileReader({ yaml, Ajv2020 }, definitions)(text, path);
}
