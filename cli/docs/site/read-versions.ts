import type { SiteVersion } from "../../../generators/emit/site/site-version.ts";
import type { Model } from "../../../generators/model/model.ts";
import { loadBuiltin, settledVersions } from "../../protos/builtin-versions.ts";
import { loadModel } from "../../protos/load-model.ts";
import type { ProtoSource } from "../../protos/proto-flags.ts";
import type { Terminal } from "../../shared/terminal.ts";

/** The versions that a site is about, the newest first: those of A2A unless the flags name protos. */
export async function readVersions(source: ProtoSource, terminal: Terminal): Promise<readonly SiteVersion[]> {
  if (source.proto !== undefined || source.image !== undefined || source.profile !== undefined) {
    return [toVersion(await loadModel(source, terminal))];
  }
  const models = await Promise.all(settledVersions.map((name) => loadBuiltin(name, terminal)));
  return models.map(toVersion);
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
