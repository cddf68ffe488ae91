import { Ajv2020 } from "ajv/dist/2020.js";
import * as yaml from "yaml";
import type { Profile } from "../../model/profile.ts";
import { createProfileReader, type ProfileReader } from "./profile-reader.ts";

let reader: ProfileReader | undefined;

/**
 * Reads a profile from YAML or JSON; `source` names it in problems. Throws a ProfileError that lists
 * every problem. Loads the YAML parser and the validator at import: bundled plugins go through
 * `loadProfile` instead.
 */
export function parseProfile(text: string, source: string): Profile {
  reader ??= createProfileReader({ yaml, Ajv2020 });
  return reader(text, source);
}
