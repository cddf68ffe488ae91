import type { FileModel, Model } from "../../model/model.ts";
import type { LegacyManifest, Renaming, RenamingKind } from "../../profile/legacy-manifest.ts";
import { endpointOfText } from "./endpoint-text.ts";
import type { Direction, LegacyAlias, LegacyPackage, LegacyProblem, Target } from "./legacy-alias.ts";
import { listTargets, type PackageContent, serviceKinds, startOf } from "./list-targets.ts";

/** Looks up in the requested packages what the names of a manifest lead to; other packages are not its business. */
export function resolveLegacy(model: Model, manifest: LegacyManifest): readonly LegacyPackage[] {
  return manifest.packages.flatMap((protoPackage) => {
    const files = model.files.filter((file) => file.package === protoPackage);
    const profile = model.profiles[files[0]?.profile ?? ""];
    if (profile === undefined || !files.some((file) => file.requested)) return [];
    return [resolvePackage({ protoPackage, profile, files }, manifest)];
  });
}

function resolvePackage(content: PackageContent, { names }: LegacyManifest): LegacyPackage {
  const hasServices = content.files.some((file) => file.services.length > 0);
  const entries = names.filter(
    ({ kind, packages }) =>
      packages.includes(content.protoPackage) && (hasServices || !serviceKinds.has(kind)),
  );
  const lookUp = createLookUp(content);
  const aliases: LegacyAlias[] = [];
  const problems: LegacyProblem[] = [];
  for (const entry of entries) {
    const found = resolveEntry(entry, { entries, lookUp });
    if ("name" in found) aliases.push(found);
    else problems.push({ entry, kind: found.kind, position: found.position ?? startOfPackage(content) });
  }
  return { ...content, aliases, problems };
}

type LookUp = (kind: RenamingKind, name: string) => Target | undefined;

function createLookUp(content: PackageContent): LookUp {
  const tables = new Map<RenamingKind, ReadonlyMap<string, Target>>();
  return (kind, name) => {
    let table = tables.get(kind);
    if (table === undefined) {
      table = new Map(listTargets(kind, content).map((target) => [target.name, target]));
      tables.set(kind, table);
    }
    return table.get(kind === "endpoint" ? endpointOfText(name) : name);
  };
}

function resolveEntry(
  entry: Renaming,
  { entries, lookUp }: { readonly entries: readonly Renaming[]; readonly lookUp: LookUp },
): LegacyAlias | (Pick<LegacyProblem, "kind"> & { readonly position?: Target["position"] }) {
  const { kind, legacy, current } = entry;
  const earlier = lookUp(kind, legacy);
  const { name, target } = follow(entry, { entries, lookUp });
  if (target === undefined) {
    if (earlier === undefined) return { kind: "missing" };
    return alias(entry, { name: current, target: { ...earlier, name: legacy }, direction: "inverted" });
  }
  if (earlier !== undefined) return { kind: "declared", position: earlier.position };
  return alias(entry, {
    name: legacy,
    target: { ...target, name },
    direction: name === current ? "current" : "replaced",
  });
}

function alias(entry: Renaming, rest: { name: string; target: Target; direction: Direction }): LegacyAlias {
  return { entry, ...rest };
}

/** From the current name on to the first that the package has. */
function follow(
  { kind, current }: Renaming,
  { entries, lookUp }: { readonly entries: readonly Renaming[]; readonly lookUp: LookUp },
): { readonly name: string; readonly target: Target | undefined } {
  const target = lookUp(kind, current);
  const next =
    target === undefined
      ? entries.find((entry) => entry.kind === kind && entry.legacy === current)
      : undefined;
  return next === undefined ? { name: current, target } : follow(next, { entries, lookUp });
}

function startOfPackage({ files }: PackageContent): Target["position"] {
  const requested: FileModel | undefined = files.find((file) => file.requested);
  if (requested === undefined) throw new Error("the package has no requested file");
  return startOf(requested);
}
