import type { Heading, LegacyManifest, Renaming, RenamingKind } from "../../model/legacy-manifest.ts";
import type { FileModel, Model } from "../../model/model.ts";
import { endpointOfText } from "./endpoint-text.ts";
import type { LegacyAlias, LegacyPackage, LegacyProblem, Target } from "./legacy-alias.ts";
import {
  listEnums,
  listSections,
  listTargets,
  type PackageContent,
  serviceKinds,
  startOf,
} from "./list-targets.ts";
import { removalAfter } from "./removal-after.ts";

/** Looks up in the requested packages what a manifest's names refer to; other packages are ignored. */
export function resolveLegacy(model: Model, manifest: LegacyManifest): readonly LegacyPackage[] {
  return manifest.packages.flatMap((protoPackage) => {
    const files = model.files.filter((file) => file.package === protoPackage);
    const profile = model.profiles[files[0]?.profile ?? ""];
    if (profile === undefined || !files.some((file) => file.requested)) return [];
    return [resolvePackage({ protoPackage, profile, files }, manifest)];
  });
}

function resolvePackage(content: PackageContent, manifest: LegacyManifest): LegacyPackage {
  const { names, reviewed } = manifest;
  const { protocolVersion } = content.profile;
  const hasServices = content.files.some((file) => file.services.length > 0);
  const entries = names.filter(
    ({ kind, packages }) =>
      packages.includes(content.protoPackage) && (hasServices || !serviceKinds.has(kind)),
  );
  const context = { entries, lookUp: createLookUp(content), findRival: createRivals(content) };
  const aliases: LegacyAlias[] = [];
  const problems: LegacyProblem[] = [];
  for (const entry of entries) {
    const found = resolveEntry(entry, context);
    if ("name" in found)
      aliases.push({ entry, removal: removalAfter(protocolVersion, entry.removal), ...found });
    else problems.push({ entry, kind: found.kind, position: found.position ?? startOfPackage(content) });
  }
  const headings = manifest.headings
    .filter(
      ({ kind, packages = manifest.packages }) =>
        packages.includes(content.protoPackage) &&
        (hasServices || (kind !== "jsonRpcMethod" && kind !== "section")),
    )
    .map((heading) => ({
      heading,
      target: findHeading(heading, { content, aliases, lookUp: context.lookUp }),
    }));
  return { ...content, reviewed, aliases, problems, headings };
}

/** What a heading was about: the package has it under that name, or an alias leads to it. */
function findHeading(
  { kind, name }: Heading,
  {
    content,
    aliases,
    lookUp,
  }: { readonly content: PackageContent; readonly aliases: readonly LegacyAlias[]; readonly lookUp: LookUp },
): Target | undefined {
  if (kind === "enum") return listEnums(content).find((target) => target.name === name);
  if (kind === "section") return listSections(content).find((target) => target.name === name);
  const alias = aliases.find((candidate) => candidate.entry.kind === kind && candidate.name === name);
  return lookUp(kind, name) ?? alias?.target;
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

/** Where the package declares something else under the name that the alias would have. */
type FindRival = (entry: Renaming, name: string) => Target["position"] | undefined;

/** Messages share their names with enums and services. */
function createRivals({ files, protoPackage }: PackageContent): FindRival {
  const others = files.flatMap(({ enums, services }) => [...enums, ...services]);
  const positions = new Map(others.map(({ typeName, position }) => [typeName, position]));
  const prefix = protoPackage === "" ? "" : `${protoPackage}.`;
  return ({ kind }, name) => (kind === "message" ? positions.get(`${prefix}${name}`) : undefined);
}

/** The name that the package does not have, and what it leads to. */
type Resolution = Pick<LegacyAlias, "name" | "target" | "direction">;

interface ResolveContext {
  readonly entries: readonly Renaming[];
  readonly lookUp: LookUp;
  readonly findRival: FindRival;
}

function resolveEntry(
  entry: Renaming,
  { entries, lookUp, findRival }: ResolveContext,
): Resolution | (Pick<LegacyProblem, "kind"> & { readonly position?: Target["position"] }) {
  const { kind, legacy, current } = entry;
  const earlier = lookUp(kind, legacy);
  const { name, target } = follow(entry, { entries, lookUp });
  if (target === undefined) {
    if (earlier === undefined) return { kind: "missing" };
    const rival = findRival(entry, current);
    if (rival !== undefined) return { kind: "declared", position: rival };
    return { name: current, target: { ...earlier, name: legacy }, direction: "inverted" };
  }
  const rival = earlier?.position ?? findRival(entry, legacy);
  if (rival !== undefined) return { kind: "declared", position: rival };
  return {
    name: legacy,
    target: { ...target, name },
    direction: name === current ? "current" : "replaced",
  };
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
