import type { SiteVersion } from "../../../generators/emit/site/site-version.ts";
import { builtinLegacy } from "../../../generators/source/profile/builtin-legacy.ts";
import type { Manifest } from "../../../generators/translate/manifest.ts";
import type { TranslationPlan } from "../../../generators/translate/plan.ts";
import { planTranslation } from "../../../generators/translate/plan-translation.ts";
import { readVersion } from "../../../generators/translate/read-version.ts";
import type { Version } from "../../../generators/translate/version.ts";
import toReleased from "../../../profiles/translations/a2a-0.3-to-1.0.yaml";
import toDraft from "../../../profiles/translations/a2a-0.3-to-1.0-draft.yaml";
import draftToReleased from "../../../profiles/translations/a2a-1.0-draft-to-1.0.yaml";

// Sound, since the bundlers validate the documents against their schemas when they turn them into modules.
const manifests = [toReleased, toDraft, draftToReleased] as readonly Manifest[];

/** How the versions of a site become each other, as far as there are translators between them. */
export function planVersions(versions: readonly SiteVersion[]): readonly TranslationPlan[] {
  if (versions.length < 2) return [];
  const known = versions.flatMap(({ model }) => toVersion(model) ?? []);
  return manifests.flatMap((manifest) => {
    const older = known.find(({ name }) => name === manifest.older);
    const newer = known.find(({ name }) => name === manifest.newer);
    if (older === undefined || newer === undefined) return [];
    return [planTranslation({ manifest, older, newer, legacy: builtinLegacy }).plan];
  });
}

function toVersion(model: SiteVersion["model"]): Version | undefined {
  const file = model.files.find(({ requested }) => requested);
  return file === undefined ? undefined : readVersion({ model, package: file.package, module: "" });
}
