import manifest from "../../../profiles/legacy.yaml";
import { completeManifest, type LegacyManifest, type LegacySource } from "./legacy-manifest.ts";

/** The names of earlier versions of A2A. */
// Sound, since the bundlers validate the manifest against its schema when they turn it into a module.
export const builtinLegacy: LegacyManifest = completeManifest(manifest as LegacySource);
