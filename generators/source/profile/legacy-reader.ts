import schema from "../../../profiles/legacy.schema.json" with { type: "json" };
import type { LegacySource } from "../../model/legacy-manifest.ts";
import { createDocumentReader, type DocumentLibraries } from "./document-reader.ts";
import { findLegacyContradictions } from "./find-legacy-contradictions.ts";

/** Turns the text of a manifest into what it says; throws a ProfileError that lists every problem. */
export type LegacyReader = (text: string, source: string) => LegacySource;

export function createLegacyReader(libraries: DocumentLibraries): LegacyReader {
  return createDocumentReader<LegacySource>(libraries, {
    schema,
    findContradictions: findLegacyContradictions,
  });
}
