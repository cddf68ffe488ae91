import {
  type DescExtension,
  type DescField,
  type DescFile,
  type DescMethod,
  type FileRegistry,
  getOption,
  hasOption,
  isMessage,
  type JsonValue,
  ScalarType,
  toJson,
} from "@bufbuild/protobuf";
import { Edition } from "@bufbuild/protobuf/wkt";

/** What a protocol version fixes about its proto; the fact tables beside this file have this form. */
export interface Facts {
  readonly syntax: string;
  readonly package: string;
  readonly enums: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Fields as `type name = number [jsonName, oneof NAME, optional, required, deprecated]`. */
  readonly messages: Readonly<Record<string, readonly string[]>>;
  /** HTTP rules and signatures by `rpc(input) returns (output)`. */
  readonly services: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

interface ExtensionFact {
  readonly name: string;
  readonly extends: string;
  readonly number: number;
  readonly type: string;
  readonly packed?: boolean;
}

/** Reads from descriptors what the table of one package holds, in the order of declaration. */
export function readFacts(registry: FileRegistry, packageName: string): Facts {
  const files = filesOf(registry, packageName);
  return {
    syntax: [
      ...new Set(files.map((file) => (file.edition === Edition.EDITION_PROTO3 ? "proto3" : "other"))),
    ].join(),
    package: packageName,
    enums: Object.fromEntries(
      files
        .flatMap((file) => file.enums)
        .map((e) => [localName(e), Object.fromEntries(e.values.map((v) => [v.name, v.number]))]),
    ),
    messages: Object.fromEntries(
      files
        .flatMap((file) => file.messages)
        .map((m) => [localName(m), m.fields.map((field) => readField(registry, field))]),
    ),
    services: Object.fromEntries(
      files
        .flatMap((file) => file.services)
        .map((s) => [
          localName(s),
          Object.fromEntries(s.methods.map((method) => readMethod(registry, method))),
        ]),
    ),
  };
}

/** The extensions of one package by number. */
export function readExtensions(registry: FileRegistry, packageName: string): ExtensionFact[] {
  return filesOf(registry, packageName)
    .flatMap((file) => file.extensions)
    .map((extension) => ({
      name: extension.typeName,
      extends: extension.extendee.typeName,
      number: extension.number,
      type: typeOf(extension),
      ...(extension.fieldKind === "list" ? { packed: extension.packed } : {}),
    }))
    .sort((a, b) => a.number - b.number);
}

export function filesOf(registry: FileRegistry, packageName: string): DescFile[] {
  return [...registry.files]
    .filter((file) => file.proto.package === packageName)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function localName(desc: { readonly typeName: string; readonly file: DescFile }): string {
  return desc.typeName.slice(desc.file.proto.package.length + 1);
}

function readField(registry: FileRegistry, field: DescField): string {
  const behaviors = readBehaviors(registry, field);
  const facts = [
    field.jsonName,
    ...(field.oneof ? [`oneof ${field.oneof.name}`] : []),
    ...(field.proto.proto3Optional ? ["optional"] : []),
    // No table has another behavior.
    ...behaviors.map((behavior) => behavior.toLowerCase()),
    ...(field.deprecated ? ["deprecated"] : []),
  ];
  return `${typeOf(field)} ${field.name} = ${field.number} [${facts.join(", ")}]`;
}

function readMethod(registry: FileRegistry, method: DescMethod): readonly [string, readonly string[]] {
  const { name, input, output, methodKind } = method;
  const many = {
    unary: ["", ""],
    server_streaming: ["", "stream "],
    client_streaming: ["stream ", ""],
    bidi_streaming: ["stream ", "stream "],
  }[methodKind];
  const http = readOption(registry, method, "google.api.http") as HttpRule | undefined;
  const signatures = readOption(registry, method, "google.api.method_signature") as string[] | undefined;
  return [
    `${name}(${many[0]}${input.typeName}) returns (${many[1]}${output.typeName})`,
    [
      ...(http === undefined ? [] : printRule(http)),
      ...(signatures ?? []).map((signature) => `signature ${signature}`),
    ],
  ];
}

type HttpRule = Readonly<Record<string, JsonValue>>;

/** A line for each binding: verb and path, then what else it says. */
function printRule({ additional_bindings: more = [], ...rule }: HttpRule): readonly string[] {
  const verbs = ["get", "put", "post", "delete", "patch"];
  const members = Object.entries(rule).sort(
    ([a], [b]) => Number(verbs.includes(b)) - Number(verbs.includes(a)) || (a < b ? -1 : 1),
  );
  const line = members.map(
    ([key, value]) => `${key} ${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  return [line.join(" "), ...(more as HttpRule[]).flatMap(printRule)];
}

/** A field's type as a proto file writes it, with full names. */
function typeOf(field: DescField | DescExtension): string {
  switch (field.fieldKind) {
    case "scalar":
      return scalarName(field.scalar);
    case "enum":
      return field.enum.typeName;
    case "message":
      return field.message.typeName;
    case "list":
      return `repeated ${elementName(field)}`;
    case "map":
      return `map<${scalarName(field.mapKey)}, ${elementName(field)}>`;
  }
}

function elementName(field: (DescField | DescExtension) & { readonly fieldKind: "list" | "map" }): string {
  const { scalar, enum: enumeration, message } = field;
  if (scalar !== undefined) {
    return scalarName(scalar);
  }
  return enumeration?.typeName ?? message?.typeName ?? "unknown";
}

function scalarName(scalar: ScalarType): string {
  return ScalarType[scalar].toLowerCase();
}

function extensionOf(registry: FileRegistry, name: string): DescExtension {
  const extension = registry.getExtension(name);
  if (extension === undefined) {
    throw new Error(`the image has no extension ${name}`);
  }
  return extension;
}

/** An option's value as JSON with proto field names, or undefined where it is not set. */
function readOption(registry: FileRegistry, method: DescMethod, name: string): JsonValue | undefined {
  const extension = extensionOf(registry, name);
  if (!hasOption(method, extension)) {
    return undefined;
  }
  const value: unknown = getOption(method, extension);
  if (extension.message !== undefined && isMessage(value, extension.message)) {
    return toJson(extension.message, value, { useProtoFieldName: true });
  }
  if (Array.isArray(value)) {
    return value.map(String);
  }
  throw new Error(`${method.name}: ${name} is neither a message nor a list`);
}

function readBehaviors(registry: FileRegistry, field: DescField): string[] {
  const extension = extensionOf(registry, "google.api.field_behavior");
  const value: unknown = getOption(field, extension);
  if (!Array.isArray(value)) {
    throw new Error(`${field.toString()}: google.api.field_behavior is not a list`);
  }
  return value.map((number) => extension.enum?.value[Number(number)]?.name ?? String(number));
}
