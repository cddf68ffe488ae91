import type { Model } from "@a2agen/generators/model/model.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import { legacyModel } from "./legacy-model.ts";
import { loadModel } from "./load-model.ts";

/** The versions of A2A by the names of their profiles, the newest, in development, first; 0.3 has two forms. */
export const builtinVersions = [
  "a2a-1.1-dev",
  "a2a-1.0",
  "a2a-1.0-draft",
  "a2a-0.3",
  "a2a-0.3-proto",
] as const;

export type BuiltinVersion = (typeof builtinVersions)[number];

/** The model of a version, without our own options, which its image has beside it. */
export async function loadBuiltin(profile: BuiltinVersion, terminal: Terminal): Promise<Model> {
  if (profile === "a2a-0.3") return legacyModel;
  const model = await loadModel({ profile }, terminal);
  return {
    ...model,
    files: model.files.map((file) => ({ ...file, requested: file.requested && file.profile === profile })),
  };
}
