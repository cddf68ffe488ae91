import { Ajv2020 } from "ajv/dist/2020.js";
import * as yaml from "yaml";
import type { LegacySource } from "../../model/legacy-manifest.ts";
import { createLegacyReader, type LegacyReader } from "./legacy-reader.ts";

let reader: LegacyReader | undefined;

/**
 * Reads a manifest from YAML or JSON; `source` names it in problems. Throws a ProfileError that lists
 * every problem. Loads the YAML parser and the validator at import: bundled plugins go through
 * `loadLegacy` instead.
 */
export function parseLegacy(text: string, source: string): LegacySource {
  reader ??= createLegacyReader({ yaml, Ajv2020 });
  return reader(text, source);
}
