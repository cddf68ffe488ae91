import { builtinLegacy } from "@a2agen/generators/source/profile/builtin-legacy.ts";
import { manifests as allManifests } from "@a2agen/generators/translate/builtin-plans.ts";
import type { TranslationPlan } from "@a2agen/generators/translate/plan.ts";
import { planTranslation } from "@a2agen/generators/translate/plan-translation.ts";
import { readVersion } from "@a2agen/generators/translate/read-version.ts";
import { legacyModel, legacyProfile } from "@a2agen/protos/legacy-model.ts";
import { loadModel } from "@a2agen/protos/load-model.ts";

/** How 0.3 becomes each of the later versions. */
const manifests = allManifests
  .filter(({ older }) => older === legacyProfile.name)
  .toSorted((a, b) => (a.newer < b.newer ? -1 : 1));

/** Plans how types of 0.3 become those of a later version; throws a TypeError without a manifest. */
export async function loadPlan(to: string): Promise<TranslationPlan> {
  const { name } = legacyProfile;
  const manifest = manifests.find(({ newer }) => newer === to);
  if (manifest === undefined) {
    const known = manifests.map(({ newer }) => newer).join(" or ");
    throw new TypeError(`expected ${known} for code of ${name}; found ${to}`);
  }
  const model = await loadModel({ profile: to }, { out: () => {}, err: () => {} });
  const [protoPackage = ""] = model.profiles[to]?.packages ?? [];
  const { plan, problems } = planTranslation({
    manifest,
    older: readVersion({
      model: legacyModel,
      package: name,
      module: `@a2agen/${name}`,
    }),
    newer: readVersion({ model, package: protoPackage, module: `@a2agen/${to}` }),
    legacy: builtinLegacy,
  });
  const [problem] = problems;
  if (problem !== undefined)
    throw new Error(`${manifest.name}: expected ${problem.expected}; found ${problem.found}`);
  return plan;
}
