import type { At, Extension, OwnError, PlacedData, States } from "../../model/extension-manifest.ts";
import type {
  ExtensionDependency,
  ExtensionModel,
  FieldNarrowingModel,
  LimitModel,
  NarrowingModel,
} from "../../model/model.ts";
import {
  choice,
  fieldsOf,
  flag,
  list,
  listOf,
  number,
  object,
  optional,
  type Read,
  text,
} from "./option-values.ts";

/** Reads the messages of a2agen/options.proto, by their JSON form, into what a manifest has for them. */
export const readExtension: Read<Omit<ExtensionModel, "position">> = (value) => {
  const { stateMachine, ...json } = object(value);
  return readTerms(stateMachine === undefined ? json : { ...json, states: stateMachine });
};

const kindOf = choice("EXTENSION_KIND", ["data", "profile", "method", "state-machine"]);
const keyOf = choice("METADATA_KEY", ["uri", "uri-field"]);
const activationOf = choice("EXTENSION_ACTIVATION", ["header", "optional", "none"]);
const ruleOf = choice("LIMIT_RULE", ["maxItems", "maxLength", "maximum", "memberOf"]);
const sideOf = choice("SIDE", ["agent", "client"]);

const readAt: Read<At | undefined> = (value) => {
  if (value === undefined) return undefined;
  const json = object(value);
  const alsoReads = listOf(text)(json["alsoReads"]);
  const more = alsoReads.length === 0 ? {} : { alsoReads };
  if (json["key"] !== undefined) return { key: text(json["key"]), ...more };
  if (json["prefix"] !== undefined) return { prefix: text(json["prefix"]), ...more };
  if (json["uriWithoutScheme"] !== undefined) return { uriWithoutScheme: text(json["uriWithoutScheme"]) };
  if (json["path"] !== undefined) return { path: listOf(text)(object(json["path"])["names"]) };
  if (json["partKey"] !== undefined) return { partKey: text(json["partKey"]) };
  if (json["mediaType"] === undefined) return keyOf(json["uri"]) ?? "uri";
  return { ...readPartType(value), ...more };
};

const readPartType = fieldsOf<Omit<Extract<At, { mediaType: string }>, "alsoReads">>({
  mediaType: text,
  marker: choice("PART_MARKER", ["metadata", "mediaType", "both"]),
  values: choice("PART_VALUES", ["one", "list", "either"]),
});

const readData = fieldsOf<PlacedData>({
  name: optional(text),
  description: optional(text),
  type: text,
  from: sideOf,
  on: listOf(text),
  at: readAt,
  onInvalid: choice("INVALID_DATA", ["refuse", "ignore", "skip"]),
  taskStates: listOf(text),
  check: optional(text),
});

const readMove = fieldsOf<States["moves"][number]>({ from: text, to: listOf(text), by: sideOf });

const readStates: Read<States> = (value) => {
  const { field, data, keyedBy, transitions, states } = object(value);
  const terms = list(states).map(object);
  const listsOf = (name: string): Record<string, string[]> =>
    Object.fromEntries(
      terms
        .map((term) => [text(term["state"]), listOf(text)(term[name])] as const)
        .filter(([, names]) => names.length > 0),
    );
  return {
    field: text(field),
    moves: listOf(readMove)(transitions),
    carries: listsOf("carries"),
    taskStates: listsOf("taskStates"),
    ...(data !== undefined && { data: text(data) }),
    ...(keyedBy !== undefined && { keyedBy: text(keyedBy) }),
  };
};

const readFieldNarrowing = fieldsOf<FieldNarrowingModel>({
  field: text,
  required: flag,
  values: listOf(text),
  members: listOf(text),
  minItems: number,
  maxItems: number,
});

const readTerms = fieldsOf<Omit<ExtensionModel, "position">>({
  uri: text,
  versionOf: optional(text),
  kind: (value) => kindOf(value) ?? "unspecified",
  description: text,
  required: flag,
  dependencies: listOf(fieldsOf<ExtensionDependency>({ uri: text, optional: flag })),
  params: text,
  key: (value) => keyOf(value) ?? "uri",
  objects: listOf(text),
  services: listOf(text),
  narrows: listOf(
    fieldsOf<NarrowingModel>({ object: text, carriesData: flag, fields: listOf(readFieldNarrowing) }),
  ),
  otherUris: listOf(text),
  activation: (value) => activationOf(value) ?? "header",
  headers: listOf(
    fieldsOf<NonNullable<Extension["headers"]>[number]>({
      name: text,
      required: flag,
      pattern: optional(text),
      description: optional(text),
    }),
  ),
  data: listOf(readData),
  limits: listOf(
    fieldsOf<LimitModel>({
      data: optional(text),
      path: text,
      rule: (value) => ruleOf(value) ?? "unspecified",
      param: text,
    }),
  ),
  errors: listOf(
    fieldsOf<OwnError>({
      name: text,
      jsonRpc: number,
      http: number,
      grpc: optional(text),
      description: optional(text),
    }),
  ),
  states: (value) => (value === undefined ? undefined : readStates(value)),
});
