import schema from "../../../profiles/schema-profile.schema.json" with { type: "json" };
import { createDocumentReader, type DocumentLibraries } from "./document-reader.ts";
import { findSchemaContradictions } from "./find-schema-contradictions.ts";
import { createSchemaIndex } from "./schema-index.ts";
import type { SchemaProfile } from "./schema-profile.ts";

/** Turns the text of a profile into what it says; throws a ProfileError that lists every problem. */
export type SchemaProfileReader = (text: string, source: string) => SchemaProfile;

/** Makes the reader of profiles of protocols whose types `definitions`, a JSON Schema, gives. */
export function createSchemaProfileReader(
  libraries: DocumentLibraries,
  definitions: unknown,
): SchemaProfileReader {
  const index = createSchemaIndex(definitions);
  return createDocumentReader<SchemaProfile>(libraries, {
    schema,
    findContradictions: (profile) => findSchemaContradictions(profile, index),
  });
}
