import { indexModel, type ModelIndex } from "../model/index-model.ts";
import type { EnumModel, FieldModel, FileModel, MessageModel, Model, ValueType } from "../model/model.ts";
import { toWireType } from "../model/wire-type.ts";
import { enumValuePrefix, toKebabCase } from "../naming/casing.ts";
import { toMethodNames } from "../naming/method-names.ts";
import type { Profile } from "../source/profile/profile.ts";
import type { Field, ResourceName, Shape, Version, VersionType } from "./version.ts";

export interface ProtoVersionInit {
  readonly model: Model;
  readonly package: string;
  readonly module: string;
}

/** Reads a version that a proto package defines. */
export function readProtoVersion({ model, package: namespace, module }: ProtoVersionInit): Version {
  const index = indexModel(model);
  const files = model.files.filter((file) => file.package === namespace);
  const [first] = files;
  const profile = first === undefined ? undefined : model.profiles[first.profile];
  if (profile === undefined) throw new Error(`the model has no package ${namespace}`);
  const services = files.flatMap((file) => file.services);
  const context = { index, namespace };
  return {
    name: profile.name,
    title: profile.title,
    protocolVersion: profile.protocolVersion ?? "",
    module,
    namespace,
    types: readTypes(files, context),
    service: services[0]?.identifier ?? "",
    methods: services.flatMap(({ methods }) => {
      const keys = toMethodNames(methods.map(({ name }) => name));
      return methods.map(({ name, input, output }) => ({
        key: keys.get(name) ?? name,
        name,
        request: toNamed(input, context),
        response: toNamed(output, context),
      }));
    }),
    errors: profile.errors.map(({ name }) => name),
    restingStates: readRestingStates(profile, index),
    resourceNames: profile.resourceNames.map((resource) => toResourceName(resource, context)),
    card: profile.card === undefined ? "" : index.message(profile.card.message).identifier,
  };
}

interface ProtoContext {
  readonly index: ModelIndex;
  readonly namespace: string;
}

function toNamed(typeName: string, context: ProtoContext): { readonly name: string; readonly shape: Shape } {
  if (typeName === "google.protobuf.Empty") return { name: typeName, shape: { kind: "empty" } };
  const name = context.index.message(typeName).identifier;
  return { name, shape: { kind: "type", name } };
}

function readRestingStates({ tasks }: Profile, index: ModelIndex): readonly string[] {
  if (tasks === undefined) return [];
  const { values } = index.enumeration(tasks.state);
  const resting = [...tasks.terminalStates, ...(tasks.interruptedStates ?? [])];
  return values.filter(({ name }) => resting.includes(name)).map(({ json }) => json);
}

function toResourceName(
  { pattern, fields }: Profile["resourceNames"][number],
  { index }: ProtoContext,
): ResourceName {
  const pieces = pattern.split(/\{(\w+)\}/);
  return {
    before: pieces.filter((piece, i) => i % 2 === 0 && piece !== ""),
    parts: pieces.filter((_, i) => i % 2 === 1),
    fields: fields.map((field) => {
      const [, typeName = "", name = ""] = /^(.*)\.(\w+)$/.exec(field) ?? [];
      const message = index.message(typeName);
      const jsonName = message.fields.find((one) => one.name === name)?.jsonName ?? name;
      return `${message.identifier}.${jsonName}`;
    }),
  };
}

function readTypes(files: readonly FileModel[], context: ProtoContext): ReadonlyMap<string, VersionType> {
  return new Map(
    files
      .flatMap((file) => file.messages)
      .map((message) => [message.identifier, toType(message, context)] as const),
  );
}

function toType({ identifier, fields, oneofs }: MessageModel, context: ProtoContext): VersionType {
  return {
    kind: "object",
    name: identifier,
    fields: fields.map((field) => toField(field, context)),
    oneofs: oneofs.map(({ members }) => members),
  };
}

function toField(field: FieldModel, context: ProtoContext): Field {
  return {
    name: field.jsonName,
    shape: toFieldShape(field, context),
    required: field.presence === "required",
    hasDefault: field.presence === "implicit",
  };
}

function toFieldShape(field: FieldModel, context: ProtoContext): Shape {
  const { shape, rules } = field;
  const value = toShape(shape.type, { field, context });
  switch (shape.kind) {
    case "singular":
      return value;
    case "list":
      return { kind: "list", element: value, filled: rules.nonEmpty === true };
    case "map":
      return { kind: "map", value };
  }
}

interface ValueContext {
  readonly field: FieldModel;
  readonly context: ProtoContext;
}

function toShape(valueType: ValueType, { field, context }: ValueContext): Shape {
  const { rules } = field;
  const type = toWireType(valueType);
  switch (type.kind) {
    case "message":
      return { kind: "type", name: context.index.message(type.typeName).identifier };
    case "enum":
      return toChoice(context.index.enumeration(type.typeName));
    case "scalar":
      switch (type.scalar) {
        case "bool":
          return { kind: "boolean" };
        case "bytes":
          return { kind: "text", form: "base64" };
        case "string": {
          if (rules.values === undefined) return { kind: "text", form: "plain" };
          const values = rules.values.map((json) => ({ json, plain: json }));
          // The point tells it from the name of a type.
          return { kind: "choice", name: `.${field.jsonName}`, values };
        }
        case "int32":
          return {
            kind: "integer",
            minimum: rules.minimum ?? -(2 ** 31),
            maximum: rules.maximum ?? 2 ** 31 - 1,
          };
        case "int64":
          return { kind: "text", form: "int64" };
        default:
          throw new Error(`${field.name}: translators of ${type.scalar} are not supported`);
      }
    case "wellKnown":
      switch (type.wellKnown) {
        case "Struct":
          return { kind: "object" };
        case "Value":
          return { kind: "value" };
        case "Timestamp":
          return { kind: "text", form: "timestamp" };
        case "Empty":
          return { kind: "empty" };
        default:
          throw new Error(`${field.name}: translators of ${type.wellKnown} are not supported`);
      }
  }
}

function toChoice({ identifier, values }: EnumModel): Shape {
  const prefix = enumValuePrefix(identifier);
  return {
    kind: "choice",
    name: identifier,
    values: values
      .filter(({ unspecified, alias }) => !unspecified && !alias)
      .map(({ name, json }) => ({ json, plain: toKebabCase(name.replace(prefix, "")) })),
  };
}
