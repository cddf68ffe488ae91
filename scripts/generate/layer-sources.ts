import { buildClientProtocol, buildServerProtocol } from "../../generators/emit/service/build-protocol.ts";
import { findMethodRules } from "../../generators/emit/service/method-rules.ts";
import { modulePath } from "../../generators/emit/shared/module-path.ts";
import type { LegacyManifest } from "../../generators/model/legacy-manifest.ts";
import type { Profile } from "../../generators/model/profile.ts";
import type { Literal } from "../../generators/print/print-literal.ts";
import { completeProfile } from "../../generators/source/profile/complete-profile.ts";
import type { LayerSource, LayerSources } from "../../generators/translate/emit-layer.ts";
import type { Side } from "../../generators/translate/plan.ts";
import type { VersionInit } from "../../generators/translate/read-version.ts";

/** What the layer says of its versions, from their models and profiles. */
export function layerSourcesOf(
  inits: readonly VersionInit[],
  { names, legacy }: { readonly names: { readonly [side in Side]: string }; readonly legacy: LegacyManifest },
): LayerSources {
  const find = (name: string): LayerSource => {
    for (const init of inits) {
      const profile = init.model.profiles[name];
      if (profile !== undefined) return sourceOf(init, completeProfile(profile, legacy));
    }
    throw new Error(`no version has the profile ${name}`);
  };
  return { newer: find(names.newer), older: find(names.older) };
}

function sourceOf({ model, package: namespace, module }: VersionInit, profile: Profile): LayerSource {
  const files = model.files.filter((file) => file.package === namespace);
  const services = files.flatMap((file) => file.services);
  const methods = services.flatMap((service) => service.methods.map((method) => ({ service, method })));
  const client = buildClientProtocol(profile, model);
  const server = buildServerProtocol(profile, model);
  const parameter = { ...membersOf(client["versionParameter"]), ...membersOf(server["versionParameter"]) };
  const card = membersOf(client["card"]);
  return {
    checks: `${module}/codegen/${modulePath(files[0]?.name ?? "", "json")}`,
    facts: {
      version: client["version"],
      olderVersions: client["olderVersions"],
      errors: Object.fromEntries(
        profile.errors.map(({ name, jsonRpc, reason }) => [name, { jsonRpc, reason }]),
      ),
      jsonRpcMessages: client["jsonRpcMessages"],
      jsonRpcErrorData: server["jsonRpcErrorData"],
      errorDomain: server["errorDomain"],
    },
    parameter,
    aliases: Object.fromEntries(
      methods
        .map(
          ({ service, method }) => [method.name, findMethodRules(method, service, profile).aliases] as const,
        )
        .filter(([, aliases]) => aliases.length > 0),
    ),
    interfaces: Array.isArray(card["interfaces"]) ? card["interfaces"].join(".") : "",
    streaming: methods.find(({ method }) => method.streaming === "server")?.method.name ?? "",
  };
}

function membersOf(value: Literal): Readonly<Record<string, Literal>> {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
