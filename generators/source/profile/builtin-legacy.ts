import manifest from "../../../profiles/legacy.yaml";
import type { LegacyManifest, LegacySource } from "../../model/legacy-manifest.ts";
import { completeManifest } from "./complete-manifest.ts";

/** The names of earlier versions of A2A. */
// Sound, since the bundlers validate the manifest against its schema when they turn it into a module.
export const builtinLegacy: LegacyManifest = completeManifest(manifest as LegacySource);
