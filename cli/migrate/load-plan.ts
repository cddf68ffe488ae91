import { createDiagnostics } from "../../generators/model/diagnostics.ts";
import { buildSchemaModel } from "../../generators/source/json-schema/build-model.ts";
import { builtinLegacy } from "../../generators/source/profile/builtin-legacy.ts";
import type { Profile } from "../../generators/source/profile/profile.ts";
import type { Manifest } from "../../generators/translate/manifest.ts";
import type { TranslationPlan } from "../../generators/translate/plan.ts";
import { planTranslation } from "../../generators/translate/plan-translation.ts";
import { readVersion } from "../../generators/translate/read-version.ts";
import schema from "../../profiles/a2a-0.3.schema.json" with { type: "json" };
import profile from "../../profiles/a2a-0.3.yaml";
import toReleased from "../../profiles/translations/a2a-0.3-to-1.0.yaml";
import toDraft from "../../profiles/translations/a2a-0.3-to-1.0-draft.yaml";
import { loadModel } from "../protos/load-model.ts";

// Sound, since the bundlers validate the documents against their schemas when they turn them into modules.
const manifests = [toReleased, toDraft] as readonly Manifest[];
const older = profile as Profile;
const source = "a2a-0.3.schema.json";

/** How the types of 0.3 become those of a later version; throws a TypeError for a version that there is no plan for. */
export async function loadPlan(to: string): Promise<TranslationPlan> {
  const manifest = manifests.find(({ newer }) => newer === to);
  if (manifest === undefined) {
    const known = manifests.map(({ newer }) => newer).join(" or ");
    throw new TypeError(`expected ${known} for code of ${older.name}; found ${to}`);
  }
  const model = await loadModel({ profile: to }, { out: () => {}, err: () => {} });
  const [protoPackage = ""] = model.profiles[to]?.packages ?? [];
  const { plan, problems } = planTranslation({
    manifest,
    older: readVersion({
      model: buildSchemaModel({ schema, source, name: source, profile: older }, createDiagnostics()),
      package: older.name,
      module: `@a2agen/${older.name}`,
    }),
    newer: readVersion({ model, package: protoPackage, module: `@a2agen/${to}` }),
    legacy: builtinLegacy,
  });
  const [problem] = problems;
  if (problem !== undefined)
    throw new Error(`${manifest.name}: expected ${problem.expected}; found ${problem.found}`);
  return plan;
}
