import schema from "../../../profiles/profile.schema.json" with { type: "json" };
import type { Profile } from "../../model/profile.ts";
import { createDocumentReader, type DocumentLibraries } from "./document-reader.ts";
import { findContradictions } from "./find-contradictions.ts";

/** Turns the text of a profile into a profile; throws a ProfileError that lists every problem. */
export type ProfileReader = (text: string, source: string) => Profile;

export function createProfileReader(libraries: DocumentLibraries): ProfileReader {
  return createDocumentReader<Profile>(libraries, { schema, findContradictions });
}
