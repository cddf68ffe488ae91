import type { CountRules, ValueRules } from "@a2agen/runtime/internal";
import type { Named } from "../naming/derived-names.ts";
import type { Extension, Limit, OwnError, PlacedData, States } from "./extension-manifest.ts";
import type { Profile } from "./profile.ts";

/**
 * The model: what every emitter reads. Plain, readonly, serialisable data, built once from a profile and
 * from descriptors (`source/proto`) or a JSON Schema (`source/json-schema`). References between types are
 * full names ("a2a.v1.Task", "a2a-0.3.Task"), resolved with `indexModel`.
 */
export interface Model {
  /** Every file of the request, dependencies too, sorted by name. */
  readonly files: readonly FileModel[];
  /** The profiles that rule them, by name: errors, service parameters, content types. */
  readonly profiles: Readonly<Record<string, Profile>>;
}

/** Where something stands in its source; line and column begin at 1. */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** In a JSON Schema a JSON pointer as a URI fragment, "#/definitions/Part", and line and column are 1. */
  readonly pointer?: string;
}

export interface FileModel {
  /**
   * Path of the proto file, "a2a/v1/a2a.proto"; of a JSON Schema the name of its files, "a2a.schema.json".
   */
  readonly name: string;
  /** What the file is. A JSON Schema has no wire form: its types have no binary codecs. */
  readonly source: "proto" | "json-schema";
  /** What full names of types begin with. */
  readonly package: string;
  /** "proto3", "2023"; of a JSON Schema its dialect, "2020-12". */
  readonly edition: string;
  /** SHA-256 of the descriptor without comments, in hexadecimal; only where an emitter wants it. */
  readonly hash?: string;
  /** False for files that are only imported. */
  readonly requested: boolean;
  /** Name of the profile that rules this file's JSON. */
  readonly profile: string;
  /** What the `$id`s of its schemas begin with, where that is not the place of its profile's schemas. */
  readonly schemaBase?: string;
  /** How the profile writes and reads JSON. */
  readonly dialect: Dialect;
  readonly comment: string;
  readonly deprecated: boolean;
  readonly dependencies: readonly string[];
  /** All messages, nested ones after the message that holds them; map entries are not listed. */
  readonly messages: readonly MessageModel[];
  readonly enums: readonly EnumModel[];
  /** Those of a JSON Schema; a proto has oneofs instead. */
  readonly unions: readonly UnionModel[];
  readonly services: readonly ServiceModel[];
}

export interface Dialect {
  readonly enums: "kebab-case" | "proto-name";
  /** protojson: proto field names, enum numbers and numbers in strings are accepted too. */
  readonly spellings: "canonical" | "protojson";
  /** utc: only timestamps that end in Z; offset: others are turned into UTC. */
  readonly timestamps: "utc" | "offset";
  /** As in protobuf: unnamed numbers are values of open enums, and absent REQUIRED fields have a default. */
  readonly open?: boolean;
}

export interface MessageModel extends Named {
  readonly kind: "message";
  /** Full proto name, "a2a.v1.Task". */
  readonly typeName: string;
  /** Identifier in generated code: nested names joined with "_", reserved words end in "$". */
  readonly identifier: string;
  readonly comment: string;
  readonly deprecated: boolean;
  readonly position: Position;
  /** In the order of the proto file. */
  readonly fields: readonly FieldModel[];
  readonly oneofs: readonly OneofModel[];
  /** True when a value of this message can contain a value of this message. */
  readonly recursive: boolean;
  /** True when a value of this message can contain a google.protobuf.Any. */
  readonly containsAny: boolean;
  /** Set when the message is the data of an extension of A2A. */
  readonly extension?: ExtensionModel;
  /** Set for a part of another type that only the JSON codecs name. */
  readonly inner?: true;
}

export interface OneofModel {
  readonly name: string;
  readonly comment: string;
  /** JSON names of the members. */
  readonly members: readonly string[];
  /** True when exactly one member must be set, false when none may be set too. */
  readonly required: boolean;
  /**
   * True where later versions add members: readers skip the elements of lists of which they know no member.
   */
  readonly open?: boolean;
}

/**
 * required: a mandatory property. optional: distinguishes unset from the default (proto `optional`,
 * messages, oneof members). implicit: absent and default are the same (also lists and maps).
 */
export type Presence = "required" | "optional" | "implicit";

export interface FieldModel {
  /** Proto name, "context_id"; in a JSON Schema the same as in JSON. */
  readonly name: string;
  /** In a JSON Schema the place in the list, from 1. */
  readonly number: number;
  readonly jsonName: string;
  readonly shape: FieldShape;
  readonly presence: Presence;
  /**
   * Whether the wire form can carry the default value: true for proto `optional`, messages, oneof
   * members and proto2 fields. A required field may or may not be explicit.
   */
  readonly explicit: boolean;
  /** Name of the oneof the field is a member of; not set for the synthetic oneof of `optional`. */
  readonly oneof?: string;
  readonly rules: FieldRules;
  readonly comment: string;
  readonly deprecated: boolean;
  readonly position: Position;
}

export type FieldShape =
  | { readonly kind: "singular"; readonly type: ValueType }
  | { readonly kind: "list"; readonly type: ValueType; readonly packed: boolean }
  | { readonly kind: "map"; readonly key: MapKey; readonly type: ValueType };

export type ValueType = WireType | JsonType;

/** A type that protos have, and JSON Schemas too. */
export type WireType =
  | { readonly kind: "scalar"; readonly scalar: Scalar }
  /** `withZero`: the position can tell the zero value from absence, so the zero value is a value. */
  | { readonly kind: "enum"; readonly typeName: string; readonly withZero: boolean }
  /** `delimited`: encoded as a group (editions `features.message_encoding = DELIMITED`). */
  | { readonly kind: "message"; readonly typeName: string; readonly delimited: boolean }
  | {
      readonly kind: "wellKnown";
      readonly wellKnown: WellKnown;
      /** Whether the fraction of a second is sent with 0, 3, 6 or 9 digits, however many it was given. */
      readonly padded?: boolean;
    };

/** A type that only JSON Schemas have, without a wire form. */
export type JsonType =
  /** A value of a `UnionModel`. */
  | { readonly kind: "union"; readonly typeName: string }
  /** One of some JSON values; `constant` where the schema says `const`. */
  | { readonly kind: "literal"; readonly values: readonly JsonLiteral[]; readonly constant: boolean }
  /** Numbers of any size, or scalars of several types. */
  | { readonly kind: "json"; readonly types: readonly JsonScalar[] }
  /** Lists and maps inside of others; the outermost is the shape of a field. */
  | { readonly kind: "list"; readonly element: ValueType; readonly nonEmpty: boolean }
  | { readonly kind: "map"; readonly value: ValueType };

export type JsonLiteral = string | number | boolean | null;

export type JsonScalar = "string" | "integer" | "number" | "boolean" | "null";

export type Scalar =
  | "double"
  | "float"
  | "int32"
  | "int64"
  | "uint32"
  | "uint64"
  | "sint32"
  | "sint64"
  | "fixed32"
  | "fixed64"
  | "sfixed32"
  | "sfixed64"
  | "bool"
  | "string"
  | "bytes";

export type MapKey = Exclude<Scalar, "double" | "float" | "bytes">;

/** Types of google.protobuf with a special JSON form. */
export type WellKnown =
  | "Any"
  | "Duration"
  | "Empty"
  | "FieldMask"
  | "ListValue"
  | "NullValue"
  | "Struct"
  | "Timestamp"
  | "Value"
  | "BoolValue"
  | "BytesValue"
  | "DoubleValue"
  | "FloatValue"
  | "Int32Value"
  | "Int64Value"
  | "StringValue"
  | "UInt32Value"
  | "UInt64Value";

/** What the profile and the options say of a field beyond its type. */
export interface FieldRules {
  /** A list that must have an element. */
  readonly nonEmpty?: boolean;
  /** A REQUIRED field that others may leave out where it has its default. */
  readonly mayLack?: boolean;
  /** Inclusive bounds of a number. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** What an absent value stands for, for documentation. */
  readonly default?: JsonLiteral;
  /** What a required field usually holds; the lenient mode takes an absent one for it. */
  readonly usual?: JsonLiteral;
  /** What the lenient mode takes an absent required field for, though it may hold something else as well. */
  readonly mended?: JsonLiteral;
  /** Whether decoders take an absent required field for what it usually holds, without a problem. */
  readonly filled?: boolean;
  /** How decoders read a list where the field is an object: as its property, with a mark in another field. */
  readonly wrapsLists?: { readonly property: string; readonly mark: string };
  /** What the constant was in earlier versions; decoders read it as the constant. */
  readonly formerly?: string;
  /** The names that the fields of the object had beside it in earlier versions, with their names in it. */
  readonly gathers?: Readonly<Record<string, string>>;
  /** The only strings allowed. */
  readonly values?: readonly string[];
  /** A regular expression that a string must match. */
  readonly pattern?: string;
  /** What options of buf.validate ask of the value, of a list's elements or a map's values. */
  readonly value?: ValueRules;
  /** The same of a map's keys. */
  readonly key?: ValueRules;
  readonly count?: CountRules;
}

/** A value of one of several types; with one arm, another name for that type. */
export interface UnionModel extends Named {
  readonly kind: "union";
  readonly typeName: string;
  readonly identifier: string;
  readonly comment: string;
  readonly deprecated: boolean;
  readonly position: Position;
  /** In the order of the schema. */
  readonly arms: readonly ValueType[];
  readonly choice: UnionChoice;
  /** True when a value of this union can contain a value of this union. */
  readonly recursive: boolean;
  /** Set for a part of another type that only the JSON codecs name. */
  readonly inner?: true;
}

/** How the type of a value is found. */
export type UnionChoice =
  | { readonly by: "alias"; readonly type: ValueType }
  /** By its JSON type; with no such arm, no value of that JSON type is right. */
  | {
      readonly by: "json-type";
      readonly scalar?: ValueType;
      readonly list?: ValueType;
      readonly object?: ObjectChoice;
    };

/** How the type of an object is found. */
export type ObjectChoice =
  | { readonly by: "type"; readonly type: ValueType }
  /** By the constant in the field `tag`; values with any other constant are of the type `other`. */
  | {
      readonly by: "tag";
      readonly tag: string;
      readonly cases: readonly { readonly value: JsonLiteral; readonly typeName: string }[];
      readonly other?: string;
    }
  /** By the one member that is there; null counts as a value of those in `nullable`, as absent elsewhere. */
  | {
      readonly by: "member";
      readonly cases: readonly { readonly member: string; readonly typeName: string }[];
      readonly nullable: readonly string[];
    };

export interface EnumModel extends Named {
  readonly kind: "enum";
  readonly typeName: string;
  readonly identifier: string;
  readonly comment: string;
  readonly deprecated: boolean;
  readonly position: Position;
  /** Closed enums (proto2, editions CLOSED) take no unknown numbers. */
  readonly closed: boolean;
  /** Whether numbers without a name are values in JSON too. */
  readonly unnamed?: boolean;
  /** Every value, aliases too, in the order of the proto file. */
  readonly values: readonly EnumValueModel[];
}

export interface EnumValueModel {
  /** Proto name, "TASK_STATE_INPUT_REQUIRED"; in a JSON Schema the value. */
  readonly name: string;
  /** In a JSON Schema the place in the list, from 1: there is no zero value. */
  readonly number: number;
  /** The spelling in JSON, as the profile's dialect has it. */
  readonly json: string;
  /** Property of the const object: "InputRequired". */
  readonly key: string;
  /** True for the zero value named ..._UNSPECIFIED: absence says the same, so it is not in the type. */
  readonly unspecified: boolean;
  /** True for a second name of a number. */
  readonly alias: boolean;
  readonly comment: string;
  readonly deprecated: boolean;
}

export interface ServiceModel extends Named {
  readonly kind: "service";
  readonly typeName: string;
  readonly identifier: string;
  readonly comment: string;
  readonly deprecated: boolean;
  readonly position: Position;
  readonly methods: readonly MethodModel[];
  /** Set when the service is an extension of A2A. */
  readonly extension?: ExtensionModel;
}

export interface MethodModel {
  /** What JSON-RPC calls it: the proto name, "SendMessage", or "message/send". */
  readonly name: string;
  /** What JSON-RPC calls it, where that is another name: "tasks/search". */
  readonly jsonRpcName?: string;
  /** Member of the interface of handlers and clients: "sendMessage". */
  readonly member: string;
  /** Full names of the request and the response: messages, or unions of a JSON Schema. */
  readonly input: string;
  readonly output: string;
  readonly streaming: "unary" | "server" | "client" | "bidi";
  /** What idempotency_level says; not set when it says nothing. Without side effects is idempotent too. */
  readonly idempotency?: "no-side-effects" | "idempotent";
  /**
   * The rule of google.api.http and its additional bindings, after those that the profile adds; the
   * first is the main one.
   */
  readonly http: readonly HttpRule[];
  /** google.api.method_signature. */
  readonly signatures: readonly string[];
  readonly comment: string;
  readonly deprecated: boolean;
  readonly position: Position;
}

export interface HttpRule {
  /** GET, PUT, POST, DELETE, PATCH, or a custom kind. */
  readonly verb: string;
  /** The path template as written. */
  readonly template: string;
  readonly segments: readonly HttpSegment[];
  /** What follows the colon in "/v1/message:send". */
  readonly action?: string;
  /** "*" for the whole message, a field's proto name, or absent for no body. */
  readonly body?: string;
  readonly responseBody?: string;
}

export type HttpSegment =
  | { readonly kind: "literal"; readonly text: string }
  /** A variable and the segments it spans; "{id}" spans one wildcard. */
  | { readonly kind: "variable"; readonly field: string; readonly segments: readonly HttpPart[] }
  | HttpPart;

/** "*" matches one segment, "**" any number of segments; a path has one at most. */
export type HttpPart =
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "wildcard"; readonly deep: boolean };

/**
 * What the options of a2agen/options.proto say of a message or a service, or a manifest of an extension; ""
 * and [] where they say nothing.
 */
export interface ExtensionModel {
  /** Where the option stands. */
  readonly position: Position;
  readonly uri: string;
  readonly versionOf?: string;
  readonly kind: ExtensionKind | "unspecified";
  readonly description: string;
  readonly required: boolean;
  readonly dependencies: readonly ExtensionDependency[];
  /** Name of a message as written. */
  readonly params: string;
  readonly key: "uri" | "uri-field";
  /** Full names of messages as written. */
  readonly objects: readonly string[];
  /** Names of services as written. */
  readonly services: readonly string[];
  readonly narrows: readonly NarrowingModel[];
  readonly otherUris: readonly string[];
  readonly activation: NonNullable<Extension["activation"]>;
  readonly headers: NonNullable<Extension["headers"]>;
  /** In a proto `on` and the type may be left out: they are [] and "". */
  readonly data: readonly PlacedData[];
  readonly limits: readonly LimitModel[];
  readonly errors: readonly OwnError[];
  /** In a proto with proto names of the field and of the values of its enum. */
  readonly states?: States;
}

export interface LimitModel extends Omit<Limit, "rule"> {
  readonly rule: Limit["rule"] | "unspecified";
}

export type ExtensionKind = "data" | "profile" | "method" | "state-machine";

export interface ExtensionDependency {
  readonly uri: string;
  readonly optional: boolean;
}

/** What a profile extension asks of a core message. */
export interface NarrowingModel {
  /** Full name of the message as written. */
  readonly object: string;
  readonly carriesData: boolean;
  readonly fields: readonly FieldNarrowingModel[];
}

export interface FieldNarrowingModel {
  /** Proto name of the field as written. */
  readonly field: string;
  readonly required: boolean;
  readonly values: readonly string[];
  readonly members: readonly string[];
  readonly minItems?: number;
  readonly maxItems?: number;
}
