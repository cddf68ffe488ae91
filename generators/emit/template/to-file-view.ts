import { indexModel, type ModelIndex } from "../../model/index-model.ts";
import type {
  EnumModel,
  FieldModel,
  FileModel,
  MessageModel,
  MethodModel,
  Model,
  ServiceModel,
} from "../../model/model.ts";
import type { Profile } from "../../model/profile.ts";
import { toPropertyName } from "../../naming/identifiers.ts";
import { messageNames as binaryNames } from "../binary/names.ts";
import { shortName } from "../docs/anchors.ts";
import { typeNames as jsonNames } from "../json/names.ts";
import { findMethodRules } from "../service/method-rules.ts";
import { methodType } from "../service/method-types.ts";
import { serviceNames } from "../service/names.ts";
import { moduleImport, protocolPath } from "../shared/module-path.ts";
import { toExampleViews } from "./to-example-views.ts";
import { toProfileView } from "./to-profile-view.ts";
import { toImportView, toTypeView } from "./to-type-view.ts";

/**
 * What templates are given of a file. Every member is always there, "" or false or empty where there is
 * nothing to say, so that a template that asks for anything else is wrong. Later versions add members and do
 * not change or remove these; `templates/README.md` describes them.
 */
export type FileView = ReturnType<typeof toFileView>;

/** The requested files as templates see them, sorted by name. */
export function toFileViews(model: Model): readonly FileView[] {
  const index = indexModel(model);
  const profiles = new Map(
    Object.values(model.profiles).map((profile) => [profile.name, toProfileView(profile)]),
  );
  return model.files
    .filter((file) => file.requested)
    .map((file) => {
      const profile = profiles.get(file.profile);
      const rules = model.profiles[file.profile];
      if (profile === undefined) {
        throw new Error(`the model refers to profile ${file.profile} but does not hold it`);
      }
      return toFileView({ file, index, profile, rules, modules: toModulesView(file) });
    });
}

interface FileContext {
  readonly file: FileModel;
  readonly index: ModelIndex;
  readonly profile: object;
  /** What the profile says of methods is taken from here. */
  readonly rules: Profile | undefined;
  readonly modules: ReturnType<typeof toModulesView>;
}

function toModulesView({ name, profile }: FileModel) {
  return {
    types: moduleImport(name, "types"),
    json: moduleImport(name, "json"),
    binary: moduleImport(name, "binary"),
    service: moduleImport(name, "service"),
    grpc: moduleImport(name, "grpc"),
    protocol: `./${protocolPath(profile)}`,
  };
}

function toFileView(context: FileContext) {
  const { file, profile, modules } = context;
  return {
    name: file.name,
    package: file.package,
    description: file.comment,
    deprecated: file.deprecated,
    profile,
    modules,
    services: file.services.map((service) => toServiceView(service, context)),
    messages: file.messages.map((message) => toMessageView(message, context)),
    enums: file.enums.map((enumeration) => toEnumView(enumeration, context)),
    examples: toExampleViews({ file, index: context.index, profile: context.rules }),
  };
}

function toDeclarationView(
  { typeName, identifier, comment, deprecated }: MessageModel | EnumModel | ServiceModel,
  { file, modules }: FileContext,
) {
  return {
    name: shortName(typeName, file.package),
    typeName,
    identifier,
    file: file.name,
    package: file.package,
    modules,
    description: comment,
    deprecated,
  };
}

function toMessageView(message: MessageModel, context: FileContext) {
  return {
    ...toDeclarationView(message, context),
    codec: jsonNames(message).codec,
    binary: binaryNames(message).type,
    fields: message.fields.map((field) => toFieldView(field, context)),
    oneofs: message.oneofs.map(({ name, members, required, comment }) => ({
      name,
      members,
      required,
      description: comment,
    })),
  };
}

function toFieldView(field: FieldModel, { index }: FileContext) {
  const { name, number, jsonName, shape, presence, oneof = "", comment, deprecated } = field;
  return {
    name,
    number,
    jsonName,
    property: toPropertyName(jsonName),
    cardinality: shape.kind,
    keyType: shape.kind === "map" ? shape.key : "",
    type: toTypeView(field, index),
    required: presence === "required",
    presence,
    oneof,
    limits: toLimitsView(field),
    description: comment,
    deprecated,
  };
}

function toLimitsView({ rules }: FieldModel) {
  const { minimum, maximum, default: byDefault, pattern = "", values = [], nonEmpty = false } = rules;
  return {
    minimum: minimum === undefined ? "" : String(minimum),
    maximum: maximum === undefined ? "" : String(maximum),
    default: byDefault === undefined ? "" : JSON.stringify(byDefault),
    pattern,
    values,
    nonEmpty,
  };
}

function toEnumView(enumeration: EnumModel, context: FileContext) {
  return {
    ...toDeclarationView(enumeration, context),
    values: enumeration.values.map(
      ({ name, number, json, key, unspecified, alias, comment, deprecated }) => ({
        name,
        number,
        json,
        key,
        unspecified,
        alias,
        description: comment,
        deprecated,
      }),
    ),
  };
}

function toServiceView(service: ServiceModel, context: FileContext) {
  const names = serviceNames(service);
  return {
    ...toDeclarationView(service, context),
    identifier: names.service,
    client: names.client,
    profile: context.profile,
    methods: service.methods.map((method) => ({
      ...toMethodView(method, context),
      ...findMethodRules(method, service, context.rules),
      identifier: method.member,
      path: `/${service.typeName}/${method.name}`,
    })),
  };
}

function toMethodView(
  { name, input, output, streaming, http, comment, deprecated }: MethodModel,
  context: FileContext,
) {
  return {
    name,
    streaming,
    clientStreams: streaming === "client" || streaming === "bidi",
    serverStreams: streaming === "server" || streaming === "bidi",
    request: toRequestView(input, context),
    response: toRequestView(output, context),
    http: http.map(({ verb, template, body = "", responseBody = "" }) => ({
      verb,
      path: template,
      body,
      responseBody,
    })),
    description: comment,
    deprecated,
  };
}

function toRequestView(typeName: string, { file, index }: FileContext) {
  const { type, codec, binary } = methodType(typeName, { index, timestamps: file.dialect.timestamps });
  return {
    typeName,
    name: shortName(typeName, file.package),
    type: toImportView(type),
    codec: toImportView(codec),
    binary: toImportView(binary),
  };
}
