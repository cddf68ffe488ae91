import type { Model } from "@a2agen/generators/model/model.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import { type VersionName, versionTable } from "@a2agen/versions/table.ts";
import { schemaModelOf } from "./legacy-model.ts";
import { loadModel } from "./load-model.ts";

/** The versions of A2A by the names of their profiles, the newest first; 0.3 has two forms. */
export const builtinVersions: readonly VersionName[] = versionTable.map(({ name }) => name).toReversed();

export type BuiltinVersion = VersionName;

/** The model of a version, without our own options, which its image has beside it. */
export async function loadBuiltin(profile: BuiltinVersion, terminal: Terminal): Promise<Model> {
  const own = schemaModelOf(profile);
  if (own !== undefined) return own;
  const model = await loadModel({ profile }, terminal);
  return {
    ...model,
    files: model.files.map((file) => ({ ...file, requested: file.requested && file.profile === profile })),
  };
}
