import {
  type DescExtension,
  type DescFile,
  type DescMessage,
  type DescMethod,
  type DescService,
  getExtension,
  hasExtension,
  type JsonValue,
  type Message,
  toJson,
} from "@bufbuild/protobuf";
import type { OwnError } from "../../model/extension-manifest.ts";
import type {
  ExtensionModel,
  FieldNarrowingModel,
  NarrowingModel,
  StateMachineModel,
} from "../../model/model.ts";
import { list, object, text } from "./option-values.ts";

/** The options of a2agen/options.proto; absent when the protos do not import it. */
export interface ExtensionOptions {
  /** What the option of a message or a service says, but for its place. */
  read(desc: DescMessage | DescService): Omit<ExtensionModel, "position"> | undefined;
  /** What JSON-RPC calls a method, where that is not its proto name. */
  jsonRpcName(desc: DescMethod): string | undefined;
  /** Number of the option, with which its place is found. */
  numberFor(desc: DescMessage | DescService): number;
}

export function readExtensionOptions(files: readonly DescFile[]): ExtensionOptions {
  const extensions = new Map<string, DescExtension>(
    files.flatMap((file) => file.extensions.map((extension) => [extension.typeName, extension])),
  );
  const ofMessage = extensions.get("a2agen.extension");
  const ofService = extensions.get("a2agen.service_extension");
  const ofMethod = extensions.get("a2agen.json_rpc_name");
  return {
    read(desc) {
      const { options } = desc.proto;
      const extension = desc.kind === "message" ? ofMessage : ofService;
      if (extension?.message === undefined || options === undefined || !hasExtension(options, extension)) {
        return undefined;
      }
      // The extension's type is a message, so its value is one.
      return toExtension(toJson(extension.message, getExtension(options, extension) as Message));
    },
    jsonRpcName({ proto: { options } }) {
      if (ofMethod === undefined || options === undefined || !hasExtension(options, ofMethod))
        return undefined;
      const name = getExtension(options, ofMethod);
      return typeof name === "string" && name !== "" ? name : undefined;
    },
    numberFor: (desc) => (desc.kind === "message" ? ofMessage : ofService)?.number ?? 0,
  };
}

const kinds: Readonly<Record<string, ExtensionModel["kind"]>> = {
  EXTENSION_KIND_DATA: "data",
  EXTENSION_KIND_PROFILE: "profile",
  EXTENSION_KIND_METHOD: "method",
  EXTENSION_KIND_STATE_MACHINE: "state-machine",
};

function toExtension(value: JsonValue): Omit<ExtensionModel, "position"> {
  const json = object(value);
  return {
    uri: text(json["uri"]),
    kind: kinds[text(json["kind"])] ?? "unspecified",
    description: text(json["description"]),
    required: json["required"] === true,
    dependencies: list(json["dependencies"]).map((entry) => ({
      uri: text(object(entry)["uri"]),
      optional: object(entry)["optional"] === true,
    })),
    params: text(json["params"]),
    key: json["key"] === "METADATA_KEY_URI_FIELD" ? "fields" : "uri",
    objects: list(json["objects"]).map(text),
    services: list(json["services"]).map(text),
    narrows: list(json["narrows"]).map(toNarrowing),
    otherUris: list(json["otherUris"]).map(text),
    errors: list(json["errors"]).map(toError),
    ...(json["stateMachine"] !== undefined && { stateMachine: toStateMachine(json["stateMachine"]) }),
  };
}

function toError(value: JsonValue): OwnError {
  const { name, jsonRpc, http, grpc, description } = object(value);
  return {
    name: text(name),
    description: text(description),
    ...(typeof jsonRpc === "number" && { jsonRpc }),
    ...(typeof http === "number" && { http }),
    ...(typeof grpc === "string" && { grpc }),
  };
}

function toStateMachine(value: JsonValue): StateMachineModel {
  const { field, transitions } = object(value);
  return {
    field: text(field),
    transitions: list(transitions).map((entry) => ({
      from: text(object(entry)["from"]),
      to: list(object(entry)["to"]).map(text),
    })),
  };
}

function toNarrowing(value: JsonValue): NarrowingModel {
  const json = object(value);
  return {
    object: text(json["object"]),
    carriesData: json["carriesData"] === true,
    fields: list(json["fields"]).map(toFieldNarrowing),
  };
}

function toFieldNarrowing(value: JsonValue): FieldNarrowingModel {
  const { field, required, values, members, minItems, maxItems } = object(value);
  return {
    field: text(field),
    required: required === true,
    values: list(values).map(text),
    members: list(members).map(text),
    ...(typeof minItems === "number" && { minItems }),
    ...(typeof maxItems === "number" && { maxItems }),
  };
}
