import type { LegacyManifest } from "../../model/legacy-manifest.ts";
import { completeManifest } from "./complete-manifest.ts";
import { createLegacyReader } from "./legacy-reader.ts";
import { readSource } from "./read-source.ts";

/** Reads a manifest from a path relative to the working directory; throws a ProfileError. */
export async function loadLegacy(path: string): Promise<LegacyManifest> {
  const text = await readSource(path);
  const [yaml, { Ajv2020 }] = await Promise.all([import("yaml"), import("ajv/dist/2020.js")]);
  return completeManifest(createLegacyReader({ yaml, Ajv2020 })(text, path));
}
