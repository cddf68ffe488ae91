import { lastName } from "../../naming/last-name.ts";
import { code, codeList, plain } from "../shared/markdown.ts";
import { placeText } from "./data-place-text.ts";
import { kindText } from "./extension-doc.ts";
import { exportName, isRequired } from "./extension-names.ts";
import type { DataType, ResolvedData, ResolvedError, ResolvedExtension } from "./resolved-extension.ts";

/** What the page of a manifest shows; texts are Markdown. */
export function toManifestView(
  extensions: readonly ResolvedExtension[],
  { generator }: { readonly generator: string },
): object {
  return {
    generator,
    file: extensions[0]?.file.name ?? "",
    extensions: extensions.map((extension) => toExtension(extension)),
  };
}

function toExtension(extension: ResolvedExtension): object {
  const { name, options, params, data, states, errors, limits, activation, headers } = extension;
  return {
    name: plain(name),
    uri: codeList([options.uri, ...options.otherUris]),
    kind: kindText(options.kind)
      .replace(/ extension$/, "")
      .toLowerCase(),
    description: plain(options.description),
    required: isRequired(extension),
    activation: activationTexts[activation],
    constant: code(exportName(extension)),
    params: params === undefined ? "" : typeText(params),
    dependencies: options.dependencies.map(({ uri, optional }) => ({ uri: code(uri), optional })),
    headers: headers.map((header) => ({
      name: code(header.name),
      required: header.required,
      pattern: header.pattern === undefined ? "" : code(header.pattern),
    })),
    data: data.map((one) => toData(one, extension)),
    limits: limits.map(({ data: of, path, rule, param }) => ({
      path: code(of === undefined ? path : `${of}: ${path}`),
      rule: limitTexts[rule],
      param: code(param),
    })),
    stateField: states === undefined ? "" : code(states.field),
    initialStates: codeList(states?.initial ?? []),
    states: [...(states?.moves ?? [])].map(([state]) => ({
      name: code(state),
      agent: codeList(
        states?.by === undefined ? (states?.moves.get(state) ?? []) : (states.by.agent.get(state) ?? []),
      ),
      client: codeList(
        states?.by === undefined ? (states?.moves.get(state) ?? []) : (states.by.client.get(state) ?? []),
      ),
      carries: codeList(states?.carries.get(state) ?? []),
      taskStates: codeList(states?.taskStates.get(state) ?? []),
    })),
    errors: errors.map(toErrorView),
  };
}

/** A row of a page's table of errors. */
export function toErrorView({ name, jsonRpc, http, status, description }: ResolvedError): object {
  return {
    name: code(name),
    jsonRpc: String(jsonRpc ?? ""),
    http: String(http),
    grpc: code(status),
    description: plain(description),
  };
}

const limitTexts = {
  maxItems: "most elements",
  maxLength: "most characters",
  maximum: "greatest number",
  memberOf: "names of members",
} as const satisfies Record<ResolvedExtension["limits"][number]["rule"], string>;

const activationTexts = {
  header: "by the request: clients ask for it, and the answer lists it if it is active",
  optional: "by the request, or by its data: data that is there counts without a request as well",
  none: "none: it is in force for every call",
} as const satisfies Record<ResolvedExtension["activation"], string>;

function toData(data: ResolvedData, extension: ResolvedExtension): object {
  const { name, description, type, place, carriers, from, invalid = "refuse", taskStates } = data;
  const member = name === "" ? exportName(extension) : `${exportName(extension)}.${name}`;
  return {
    name: code(member),
    description: plain(description),
    type: place.kind === "part-type" ? `list of ${typeText(type)}` : typeText(type),
    place: placeText(place, extension.options.uri),
    objects: codeList(carriers.map(({ message }) => lastName(message.typeName))),
    from: from ?? "agent, client",
    invalid: { refuse: "is refused", ignore: "counts as absent", skip: "is left out" }[invalid],
    taskStates: codeList(taskStates),
  };
}

function typeText(type: DataType): string {
  return code(type.kind === "message" ? lastName(type.message.typeName) : type.name);
}
