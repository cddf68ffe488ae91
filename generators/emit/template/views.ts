/**
 * What templates are given. Every member is always there, "" or false or empty where there is nothing
 * to say, so that a template that asks for anything else is wrong. Later versions add members and do
 * not change or remove these. `templates/README.md` is the page for authors.
 */
export interface TemplateData {
  /** Name and version of the toolchain. */
  readonly generator: string;
  /** Path of the file that is being written, below the output directory. */
  readonly path: string;
  /** The proto files of the run, without those that are only imported. */
  readonly files: readonly FileView[];
  /** Everything that they declare. */
  readonly services: readonly ServiceView[];
  readonly messages: readonly MessageView[];
  readonly enums: readonly EnumView[];
}

/** What else a template with a name in brackets in its path is given: the file, and what it is rendered for. */
export interface TemplateSubject {
  readonly file?: FileView;
  readonly service?: ServiceView;
  readonly message?: MessageView;
  readonly enum?: EnumView;
}

export interface FileView {
  /** Path of the proto file, "a2a/v1/a2a.proto". */
  readonly name: string;
  readonly package: string;
  readonly description: string;
  readonly deprecated: boolean;
  readonly profile: ProfileView;
  readonly modules: ModulesView;
  readonly services: readonly ServiceView[];
  readonly messages: readonly MessageView[];
  readonly enums: readonly EnumView[];
}

/** The modules that other plugins generate from a file; the helper `import` makes specifiers of them. */
export interface ModulesView {
  readonly types: string;
  readonly json: string;
  readonly binary: string;
  readonly service: string;
  readonly grpc: string;
  /** Of the profile. */
  readonly protocol: string;
}

/** What messages, enums and services have in common. */
export interface DeclarationView {
  /** Name without the package; "Outer.Inner" for nested types. */
  readonly name: string;
  readonly typeName: string;
  /** What it is called in generated code. */
  readonly identifier: string;
  /** Name of the proto file. */
  readonly file: string;
  readonly package: string;
  readonly modules: ModulesView;
  readonly description: string;
  readonly deprecated: boolean;
}

export interface MessageView extends DeclarationView {
  /** Name of the codec in the module `json`. */
  readonly codec: string;
  /** Name of the binary codec in the module `binary`. */
  readonly binary: string;
  readonly fields: readonly FieldView[];
  readonly oneofs: readonly OneofView[];
}

export interface FieldView {
  /** Name in the proto. */
  readonly name: string;
  readonly number: number;
  readonly jsonName: string;
  /** The JSON name as a property in TypeScript: quoted where it has to be. */
  readonly property: string;
  /** "singular", "list", "map". */
  readonly cardinality: string;
  /** The scalar of a map's keys; "" for others. */
  readonly keyType: string;
  readonly type: TypeView;
  readonly required: boolean;
  /** "required", "optional", "implicit": an implicit field is absent when it has its default. */
  readonly presence: string;
  /** Name of the oneof that it is a member of, or "". */
  readonly oneof: string;
  readonly limits: LimitsView;
  readonly description: string;
  readonly deprecated: boolean;
}

export interface TypeView {
  /** "scalar", "enum", "message", "wellKnown": of a list's elements, of a map's values. */
  readonly kind: string;
  /** "string", "google.protobuf.Timestamp", "a2a.v1.Task". */
  readonly name: string;
  /** The type of the whole field in TypeScript: "Task[]". */
  readonly typescript: string;
  /** What that text names. */
  readonly imports: readonly ImportView[];
}

/** A name, and the module that exports it; the module is "" for names that need no import. */
export interface ImportView {
  readonly name: string;
  readonly module: string;
}

/** Limits as texts; "" where there is none. */
export interface LimitsView {
  readonly minimum: string;
  readonly maximum: string;
  /** As JSON. */
  readonly default: string;
  readonly pattern: string;
  readonly values: readonly string[];
  /** A list that must have an element. */
  readonly nonEmpty: boolean;
}

export interface OneofView {
  readonly name: string;
  /** JSON names of the members. */
  readonly members: readonly string[];
  /** True when exactly one must be set, false when none may be set too. */
  readonly required: boolean;
  readonly description: string;
}

export interface EnumView extends DeclarationView {
  readonly values: readonly EnumValueView[];
}

export interface EnumValueView {
  /** Name in the proto. */
  readonly name: string;
  readonly number: number;
  /** The spelling in JSON. */
  readonly json: string;
  /** Property of the const object of the enum. */
  readonly key: string;
  /** True for the zero value that says the same as absence, which is no part of the type. */
  readonly unspecified: boolean;
  /** True for a second name of a number. */
  readonly alias: boolean;
  readonly description: string;
  readonly deprecated: boolean;
}

export interface ServiceView extends DeclarationView {
  /** Name of the type of its clients, in the module `service`. */
  readonly client: string;
  readonly profile: ProfileView;
  readonly methods: readonly MethodView[];
}

export interface MethodView {
  /** Name in the proto. */
  readonly name: string;
  /** Name of the member of the handlers' interface. */
  readonly identifier: string;
  /** "/a2a.v1.A2AService/GetTask". */
  readonly path: string;
  /** "unary", "server", "client", "bidi". */
  readonly streaming: string;
  readonly clientStreams: boolean;
  readonly serverStreams: boolean;
  readonly request: RequestView;
  readonly response: RequestView;
  readonly http: readonly HttpView[];
  /** True when a call has the same effect once and twice. */
  readonly idempotent: boolean;
  /** True when a call needs a caller that is known whatever the agent card asks for. */
  readonly authenticated: boolean;
  /** Other names that JSON-RPC servers take, never sent. */
  readonly aliases: readonly string[];
  readonly description: string;
  readonly deprecated: boolean;
}

/** A request or a response. */
export interface RequestView {
  readonly typeName: string;
  /** Name without the package. */
  readonly name: string;
  readonly type: ImportView;
  readonly codec: ImportView;
  readonly binary: ImportView;
}

export interface HttpView {
  readonly verb: string;
  /** The path template as it is written. */
  readonly path: string;
  /** "*", the proto name of a field, or "". */
  readonly body: string;
  readonly responseBody: string;
}

export interface ProfileView {
  readonly name: string;
  readonly title: string;
  /** Version of the protocol, "1.0"; "" when the profile is none. */
  readonly version: string;
  readonly website: string;
  readonly errorDomain: string;
  readonly errors: readonly ErrorView[];
  readonly jsonRpcErrors: readonly JsonRpcErrorView[];
  readonly parameters: readonly ParameterView[];
  /** Path of the agent card on every host, or "". */
  readonly agentCardPath: string;
  /** How enums are spelled in JSON: "kebab-case", "proto-name". */
  readonly enumSpelling: string;
  /** Which timestamps are taken: "utc", "offset". */
  readonly timestamps: string;
}

export interface ErrorView {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly jsonRpc: number;
  /** Name of the gRPC status. */
  readonly grpc: string;
  readonly http: number;
  readonly reason: string;
  readonly problemType: string;
}

export interface JsonRpcErrorView {
  readonly name: string;
  readonly message: string;
  readonly description: string;
  readonly code: number;
  /** "" when only JSON-RPC has the error. */
  readonly grpc: string;
}

export interface ParameterView {
  readonly name: string;
  readonly description: string;
  readonly aliases: readonly string[];
  /** Whether HTTP requests may carry it in the query. */
  readonly query: boolean;
  /** Whether the value is a list separated by commas. */
  readonly list: boolean;
  readonly pattern: string;
  readonly example: string;
  /** True for the parameter that holds the protocol version. */
  readonly isVersion: boolean;
  /** The version that a call without one is taken to be; "" for other parameters. */
  readonly emptyMeans: string;
}
