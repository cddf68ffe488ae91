import { manifests as documents } from "@a2agen/versions/manifests.ts";
import type { Model } from "../model/model.ts";
import { builtinLegacy } from "../source/profile/builtin-legacy.ts";
import type { Manifest } from "./manifest.ts";
import type { TranslationPlan } from "./plan.ts";
import { planTranslation } from "./plan-translation.ts";
import { readVersion } from "./read-version.ts";

// Sound, since the bundlers validate the documents against their schemas when they turn them into modules.
export const manifests = documents as readonly Manifest[];

/** How the versions of two models become each other; undefined without translators from the older one. */
export function planBetween(before: Model, after: Model): TranslationPlan | undefined {
  const [older, newer] = [findRoot(before), findRoot(after)];
  const manifest = manifests.find((one) => one.older === older?.profile && one.newer === newer?.profile);
  // Other protos may have what translators do not know.
  if (manifest === undefined || older === undefined || newer === undefined) return undefined;
  return planTranslation({
    manifest,
    older: readVersion({ model: before, package: older.package, module: "" }),
    newer: readVersion({ model: after, package: newer.package, module: "" }),
    legacy: builtinLegacy,
  }).plan;
}

function findRoot(
  model: Model,
): { readonly package: string; readonly profile: string | undefined } | undefined {
  const file = model.files.find(({ requested }) => requested);
  return file === undefined
    ? undefined
    : { package: file.package, profile: model.profiles[file.profile]?.name };
}
