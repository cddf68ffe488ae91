import type { SiteVersion } from "@a2agen/generators/emit/site/site-version.ts";
import type { Model } from "@a2agen/generators/model/model.ts";
import { builtinVersions, loadBuiltin } from "@a2agen/protos/builtin-versions.ts";
import { loadModel } from "@a2agen/protos/load-model.ts";
import type { ProtoSource } from "@a2agen/protos/proto-flags.ts";
import { UsageError } from "@a2agen/terminal/command-error.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import { currentVersion } from "@a2agen/versions/table.ts";

/** The versions that a site is about, the newest first: those of A2A unless the flags name protos. */
export async function readVersions(
  source: ProtoSource,
  terminal: Terminal,
  earlier: readonly string[] = [],
): Promise<readonly SiteVersion[]> {
  if (earlier.length > 0) return readFamily(source, { earlier, terminal });
  if (source.proto !== undefined || source.image !== undefined || source.profile !== undefined) {
    return [toVersion(await loadModel(source, terminal))];
  }
  const models = await Promise.all(builtinVersions.map((name) => loadBuiltin(name, terminal)));
  return models.map((model, at) => ({
    ...toVersion(model),
    isCurrent: builtinVersions[at] === currentVersion,
  }));
}

function toVersion(model: Model): SiteVersion {
  const files = model.files.filter(({ requested }) => requested);
  const profiles = new Set(files.map(({ profile }) => profile));
  const [only] = [...profiles].map((name) => model.profiles[name]);
  if (only?.protocolVersion !== undefined && profiles.size === 1) {
    const label = only.name.replace(/^[a-z0-9]+-/, "");
    return { slug: label, label, title: only.title, model };
  }
  const packages = [...new Set(files.map((file) => file.package))].filter((name) => name !== "");
  const title = packages.length === 1 ? (packages[0] ?? "") : "Reference";
  return { slug: "reference", label: title, title, model };
}

interface FamilyInit {
  /** "NAME=PATH", the newest first. */
  readonly earlier: readonly string[];
  readonly terminal: Terminal;
}

/** Versions of the user's own protos: those of the flags, and earlier ones. */
async function readFamily(
  source: ProtoSource,
  { earlier, terminal }: FamilyInit,
): Promise<readonly SiteVersion[]> {
  if (source.proto === undefined && source.image === undefined) {
    throw new UsageError("--earlier: name the newest version by --proto or --image");
  }
  const newest = toVersion(await loadModel(source, terminal));
  const label =
    newest.slug === "reference" ? (/\.(v\d\w*)$/.exec(newest.title)?.[1] ?? "latest") : newest.label;
  const versions: SiteVersion[] = [{ ...newest, label, slug: label, isCurrent: true }];
  for (const given of earlier) {
    const [, name = "", path = ""] = /^([\w.-]+)=(.+)$/.exec(given) ?? [];
    if (name === "" || /^\.+$/.test(name)) {
      throw new UsageError(
        `--earlier: expected NAME=PATH, with letters, digits, ".", "_" and "-" in the name; got ${JSON.stringify(given)}`,
      );
    }
    if (versions.some(({ slug }) => slug.toLowerCase() === name.toLowerCase())) {
      throw new UsageError(
        `--earlier: there are two versions ${JSON.stringify(name)}; give each a name of its own`,
      );
    }
    const where = /\.(?:binpb|bin|pb)$/.test(path) ? { image: path } : { proto: path };
    const { title, model } = toVersion(await loadModel(where, terminal));
    versions.push({ slug: name, label: name, title: `${title} (${name})`, model });
  }
  return versions;
}
