import { indexModel, type ModelIndex } from "../model/index-model.ts";
import type { EnumModel, FieldModel, MessageModel, Model, UnionModel, ValueType } from "../model/model.ts";
import type { Profile } from "../model/profile.ts";
import { enumValuePrefix, toKebabCase } from "../naming/casing.ts";
import type { Field, NamedShape, ResourceName, Shape, Version, VersionType } from "./version.ts";

export interface VersionInit {
  readonly model: Model;
  /** What full names of its types begin with: a proto package, or the profile's name. */
  readonly package: string;
  readonly module: string;
}

/** Reads what translators know of a version from its model. */
export function readVersion({ model, package: namespace, module }: VersionInit): Version {
  const index = indexModel(model);
  const files = model.files.filter((file) => file.package === namespace);
  const [first] = files;
  const profile = first === undefined ? undefined : model.profiles[first.profile];
  if (profile === undefined) throw new Error(`the model has no package ${namespace}`);
  const services = files.flatMap((file) => file.services);
  return {
    name: profile.name,
    title: profile.title,
    protocolVersion: profile.protocolVersion ?? "",
    module,
    namespace,
    types: new Map(
      files
        .flatMap(({ messages, unions }) => [
          ...messages.filter(({ inner }) => inner !== true).map((message) => toObject(message, index)),
          ...unions.flatMap((union) => toUnion(union, index) ?? []),
        ])
        .map((type) => [type.name, type] as const),
    ),
    service: services[0]?.identifier ?? "",
    methods: services.flatMap(({ methods }) =>
      methods.map(({ name, member, input, output }) => ({
        key: member,
        name,
        request: toNamed(input, index),
        response: toNamed(output, index),
      })),
    ),
    errors: profile.errors.map(({ name }) => name),
    restingStates: readRestingStates(profile, index),
    resourceNames: profile.resourceNames.map((resource) => toResourceName(resource, index)),
    card: profile.card === undefined ? "" : index.message(profile.card.message).identifier,
  };
}

/** The request or the response of a method; a request of any members has none that a method knows. */
function toNamed(typeName: string, index: ModelIndex): NamedShape {
  if (typeName === "google.protobuf.Empty") return { name: typeName, shape: { kind: "empty" } };
  const type = index.type(typeName);
  const name = type.identifier;
  const shape =
    type.kind === "union" ? toUnionShape(type, { index, name }) : ({ kind: "type", name } as const);
  return { name, shape: shape.kind === "object" ? { kind: "empty" } : shape };
}

function readRestingStates({ tasks }: Profile, index: ModelIndex): readonly string[] {
  if (tasks === undefined) return [];
  const { values } = index.enumeration(tasks.state);
  const resting = [...tasks.terminalStates, ...(tasks.interruptedStates ?? [])];
  return values.filter(({ name }) => resting.includes(name)).map(({ json }) => json);
}

function toResourceName(
  { pattern, fields }: Profile["resourceNames"][number],
  index: ModelIndex,
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

function toObject({ identifier, fields, oneofs }: MessageModel, index: ModelIndex): VersionType {
  return {
    kind: "object",
    name: identifier,
    fields: fields.map((field): Field => {
      const { type } = field.shape;
      const [constant] = type.kind === "literal" && type.constant ? type.values : [];
      return {
        name: field.jsonName,
        shape: toFieldShape(field, { index, name: `${identifier}.${field.jsonName}`, field }),
        required: field.presence === "required",
        hasDefault: field.presence === "implicit",
        ...(typeof constant === "string" ? { constant } : {}),
      };
    }),
    oneofs: oneofs.map(({ members }) => members),
  };
}

/** A union of several types with names; undefined for any other. */
function toUnion(
  { identifier, inner, arms, choice }: UnionModel,
  index: ModelIndex,
): VersionType | undefined {
  const names = armsOf({ arms, choice }, index);
  if (names.length < 2) return undefined;
  return { kind: "union", name: identifier, hidden: inner === true, arms: names };
}

/** The names of the types of a union, none when it takes other values too. */
function armsOf({ arms, choice }: Pick<UnionModel, "arms" | "choice">, index: ModelIndex): readonly string[] {
  const names = arms.flatMap((arm) => ("typeName" in arm ? [arm.typeName] : []));
  return choice.by === "alias" || names.length < arms.length ? [] : withoutNarrower(names, index);
}

/** The arms without those that another one takes as well: with the same fields and more that are optional. */
function withoutNarrower(arms: readonly string[], index: ModelIndex): readonly string[] {
  const fieldsOf = (typeName: string): readonly FieldModel[] => {
    const type = index.type(typeName);
    return type.kind === "message" ? type.fields : [];
  };
  const isSame = (one: FieldModel, other: FieldModel): boolean =>
    one.jsonName === other.jsonName && JSON.stringify(one.shape) === JSON.stringify(other.shape);
  return arms
    .filter((arm) => {
      const own = fieldsOf(arm);
      return !arms.some((other) => {
        const wider = fieldsOf(other);
        const isOptional = wider.every(
          ({ jsonName, presence }) => presence !== "required" || own.some((one) => one.jsonName === jsonName),
        );
        const hasAll = own.every((one) => wider.some((each) => isSame(one, each)));
        return other !== arm && wider.length > own.length && isOptional && hasAll;
      });
    })
    .map((arm) => index.type(arm).identifier);
}

interface ShapeContext {
  readonly index: ModelIndex;
  /** Names what has no name itself. */
  readonly name: string;
  readonly field?: FieldModel;
}

function toFieldShape({ shape, rules }: FieldModel, context: ShapeContext): Shape {
  const value = toShape(shape.type, context);
  switch (shape.kind) {
    case "singular":
      return value;
    case "list":
      return { kind: "list", element: value, filled: rules.nonEmpty === true };
    case "map":
      return { kind: "map", value };
  }
}

function toShape(type: ValueType, context: ShapeContext): Shape {
  const { index, name, field } = context;
  switch (type.kind) {
    case "message":
      return { kind: "type", name: index.message(type.typeName).identifier };
    case "enum":
      return toChoice(index.enumeration(type.typeName), index);
    case "union":
      return toUnionShape(index.union(type.typeName), context);
    case "literal":
      return toValues(name, type.values.map(String));
    case "json":
      return type.types.length > 1
        ? { kind: "value" }
        : { kind: "integer", minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
    case "list":
      return { kind: "list", element: toShape(type.element, context), filled: type.nonEmpty };
    case "map":
      return { kind: "map", value: toShape(type.value, context) };
    case "scalar":
      switch (type.scalar) {
        case "bool":
          return { kind: "boolean" };
        case "bytes":
          return { kind: "text", form: "base64" };
        case "string":
          // The point tells it from the name of a type.
          return field?.rules.values === undefined
            ? { kind: "text", form: "plain" }
            : toValues(`.${field.jsonName}`, field.rules.values);
        case "int32":
          return {
            kind: "integer",
            minimum: field?.rules.minimum ?? -(2 ** 31),
            maximum: field?.rules.maximum ?? 2 ** 31 - 1,
          };
        case "int64":
          return { kind: "text", form: "int64" };
        default:
          throw new Error(`${name}: translators of ${type.scalar} are not supported`);
      }
    case "wellKnown":
      switch (type.wellKnown) {
        case "Struct":
          return { kind: "object" };
        case "Value":
          return { kind: "value" };
        case "NullValue":
          return { kind: "null" };
        case "Timestamp":
          return { kind: "text", form: "timestamp" };
        case "Empty":
          return { kind: "empty" };
        default:
          throw new Error(`${name}: translators of ${type.wellKnown} are not supported`);
      }
  }
}

/** A union of which one arm is left is that arm. */
function toUnionShape(union: UnionModel, context: ShapeContext): Shape {
  if (union.choice.by === "alias") return toShape(union.choice.type, context);
  const names = armsOf(union, context.index);
  const [only] = names.length === 1 ? names : [];
  return { kind: "type", name: only ?? union.identifier };
}

function toChoice({ identifier, typeName, values }: EnumModel, index: ModelIndex): Shape {
  if (index.fileOf(typeName).source === "json-schema") {
    return toValues(
      identifier,
      values.map(({ json }) => json),
    );
  }
  const prefix = enumValuePrefix(identifier);
  return {
    kind: "choice",
    name: identifier,
    values: values
      .filter(({ unspecified, alias }) => !unspecified && !alias)
      .map(({ name, json }) => ({ json, plain: toKebabCase(name.replace(prefix, "")) })),
  };
}

function toValues(name: string, values: readonly string[]): Shape {
  return { kind: "choice", name, values: values.map((json) => ({ json, plain: json })) };
}
