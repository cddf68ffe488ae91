import type { Profile, ServiceParameter } from "../../model/profile.ts";
import { code, codeList } from "../shared/markdown.ts";

/** An error by its name as it is, with its texts as Markdown. */
interface ErrorView {
  readonly title: string;
}

/** The errors of the protocol, then those of JSON-RPC itself. */
export function toErrorViews({ errors, jsonRpcErrors }: Profile): readonly ErrorView[] {
  return [
    ...errors.map((error) => ({
      ...names(error.name),
      description: error.description,
      jsonRpc: String(error.jsonRpc),
      http: String(error.http),
      grpc: code(error.grpc),
      reason: code(error.reason),
      problemType: error.problemType === undefined ? "" : code(error.problemType),
    })),
    ...jsonRpcErrors.map((error) => ({
      ...names(error.name),
      description: error.description,
      jsonRpc: String(error.jsonRpc),
      http: error.http === undefined ? "" : String(error.http),
      grpc: error.grpc === undefined ? "" : code(error.grpc),
      reason: "",
      problemType: "",
    })),
  ];
}

function names(name: string): ErrorView & { readonly name: string; readonly anchor: string } {
  return { title: name, name: code(name), anchor: `error-${name.toLowerCase()}` };
}

export function toParameterViews({ serviceParameters, version }: Profile): readonly object[] {
  return serviceParameters.map((parameter) => ({
    name: code(parameter.name),
    anchor: `parameter-${parameter.name.toLowerCase()}`,
    description: parameter.description,
    rules: rulesText(parameter, version),
    sentIn: ["HTTP header", "gRPC metadata", ...(parameter.query ? ["query parameter"] : [])].join(", "),
  }));
}

function rulesText(parameter: ServiceParameter, version: Profile["version"]): string {
  const { name, aliases, list, pattern, example } = parameter;
  const sentences = [
    list ? "A list, separated by commas." : "",
    pattern === undefined ? "" : `${list ? "Each element matches" : "Matches"} ${code(pattern)}.`,
    example === undefined ? "" : `Example: ${code(example)}.`,
    aliases.length === 0 ? "" : `Read under ${codeList(aliases)} as well.`,
    version?.parameter === name
      ? `Clients ${version.sent} send it; without it the version is taken to be ${code(version.emptyMeansAlone ?? version.emptyMeans)}.`
      : "",
  ];
  return sentences.filter((sentence) => sentence !== "").join(" ");
}
