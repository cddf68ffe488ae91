import type { LegacyManifest } from "../model/legacy-manifest.ts";
import { createDocumentReader } from "../source/profile/document-reader.ts";
import type { ProfileFinding } from "../source/profile/profile-finding.ts";
import type { Manifest } from "./manifest.ts";
import type { TranslationPlan } from "./plan.ts";
import { planTranslation } from "./plan-translation.ts";
import type { Version } from "./version.ts";

export interface ManifestContext {
  readonly versions: readonly Version[];
  readonly legacy: LegacyManifest;
  /** The JSON Schema of manifests. */
  readonly schema: object;
}

/** Turns a manifest into the plan of its translators; throws a ProfileError that lists every problem. */
export type ManifestReader = (text: string, source: string) => TranslationPlan;

export function createManifestReader({ versions, legacy, schema }: ManifestContext): ManifestReader {
  const plan = (manifest: Manifest): ReturnType<typeof planTranslation> | undefined => {
    const older = versions.find(({ name }) => name === manifest.older);
    const newer = versions.find(({ name }) => name === manifest.newer);
    return older === undefined || newer === undefined
      ? undefined
      : planTranslation({ manifest, older, newer, legacy });
  };
  const read = createDocumentReader<Manifest>({
    schema,
    findContradictions(manifest): readonly ProfileFinding[] {
      const planned = plan(manifest);
      const problems = planned === undefined ? unknownVersions(manifest, versions) : planned.problems;
      return problems.map((problem) => ({ code: "contradiction", at: "value", ...problem }));
    },
  });
  return (text, source) => {
    const planned = plan(read(text, source));
    // What the reader lets through has both versions.
    if (planned === undefined) throw new Error(`${source}: no such versions`);
    return planned.plan;
  };
}

function unknownVersions(manifest: Manifest, versions: readonly Version[]) {
  const names = versions.map(({ name }) => name);
  return (["older", "newer"] as const)
    .filter((side) => !names.includes(manifest[side]))
    .map((side) => ({
      path: [side],
      expected: `one of the versions ${names.join(", ")}`,
      found: manifest[side],
    }));
}
