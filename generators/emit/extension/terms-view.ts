import { lastName } from "../../naming/last-name.ts";
import { code, codeList, plain } from "../shared/markdown.ts";
import { placeText } from "./data-place-text.ts";
import { exportName } from "./extension-names.ts";
import type { DataType, ResolvedData, ResolvedExtension } from "./resolved-extension.ts";

export interface TermsView {
  readonly headers: readonly object[];
  readonly kinds: readonly object[];
  readonly limits: readonly object[];
  readonly stateField: string;
  readonly initialStates: string;
  /** The moves of each side, and what holds in a state. */
  readonly moves: readonly object[];
  readonly errors: readonly object[];
}

/** What pages show of the terms of an extension, wherever they are from; texts are Markdown. */
export function toTermsView(extension: ResolvedExtension): TermsView {
  const { data, states, errors, limits, headers } = extension;
  return {
    headers: headers.map((header) => ({
      name: code(header.name),
      required: header.required,
      pattern: header.pattern === undefined ? "" : code(header.pattern),
    })),
    kinds: data.map((one) => toData(one, extension)),
    limits: limits.map(({ data: of, path, rule, param }) => ({
      path: code(of === undefined ? path : `${of}: ${path}`),
      rule: limitTexts[rule],
      param: code(param),
    })),
    stateField: states === undefined ? "" : code(states.field),
    initialStates: codeList(states?.initial ?? []),
    moves: [...(states?.moves ?? [])].map(([state]) => ({
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
    errors: errors.map(({ name, jsonRpc, http, status, description }) => ({
      name: code(name),
      jsonRpc: String(jsonRpc ?? ""),
      http: String(http),
      grpc: code(status),
      description: plain(description),
    })),
  };
}

const limitTexts = {
  maxItems: "most elements",
  maxLength: "most characters",
  maximum: "greatest number",
  memberOf: "names of members",
} as const satisfies Record<ResolvedExtension["limits"][number]["rule"], string>;

export const activationTexts = {
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

export function typeText(type: DataType): string {
  return code(type.kind === "message" ? lastName(type.message.typeName) : type.name);
}
