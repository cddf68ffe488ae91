import type { Profile, ServiceParameter } from "../../model/profile.ts";

/** What templates get of a protocol version. */
export function toProfileView(profile: Profile): object {
  return {
    name: profile.name,
    title: profile.title,
    version: profile.protocolVersion ?? "",
    website: profile.website ?? "",
    errorDomain: profile.errorDomain ?? "",
    errors: profile.errors.map(
      ({ name, title, description, jsonRpc, grpc, http, reason, problemType = "" }) => ({
        name,
        title,
        description,
        jsonRpc,
        grpc,
        http,
        reason,
        problemType,
      }),
    ),
    jsonRpcErrors: profile.jsonRpcErrors.map(({ name, message, description, jsonRpc, grpc = "" }) => ({
      name,
      message,
      description,
      code: jsonRpc,
      grpc,
    })),
    parameters: profile.serviceParameters.map((parameter) => toParameterView(parameter, profile)),
    agentCardPath: profile.wellKnownPaths?.agentCard ?? "",
    versionIn: profile.card === undefined ? "" : profile.card.version === undefined ? "interface" : "card",
    enumSpelling: profile.json.enums,
    timestamps: profile.json.timestamps,
  };
}

function toParameterView(parameter: ServiceParameter, { version }: Profile) {
  const { name, description, aliases, query, list, pattern = "", example = "" } = parameter;
  const isVersion = version?.parameter === name;
  const emptyMeans = isVersion ? (version.emptyMeansAlone ?? version.emptyMeans) : "";
  return { name, description, aliases, query, list, pattern, example, isVersion, emptyMeans };
}
