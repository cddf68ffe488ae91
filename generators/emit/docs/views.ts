/**
 * What the templates are given. Every member is always there, "" or false or empty where there is
 * nothing to say, so that a template that asks for anything else is wrong. Texts are Markdown.
 */
export interface PageView {
  /** Name and version of the toolchain. */
  readonly generator: string;
  /** Path of the proto file. */
  readonly file: string;
  readonly package: string;
  readonly profile: ProfileView;
  readonly description: string;
  readonly deprecated: boolean;
  readonly services: readonly ServiceView[];
  readonly messages: readonly MessageView[];
  readonly enums: readonly EnumView[];
  /** Those of a JSON Schema. */
  readonly unions: readonly UnionView[];
  /** Of the profile, on the pages of files with services. */
  readonly errors: readonly ErrorView[];
  readonly parameters: readonly ParameterView[];
}

export interface ProfileView {
  readonly name: string;
  readonly title: string;
}

/** What messages, enums and services have in common. */
export interface DeclarationView {
  /** Name without the package; "Outer.Inner" for nested types. */
  readonly name: string;
  readonly typeName: string;
  readonly anchor: string;
  /** Hidden anchors, each a whole element: those of earlier names, so that links to them still lead here. */
  readonly formerAnchors: string;
  readonly description: string;
  readonly deprecated: boolean;
}

export interface MessageView extends DeclarationView {
  readonly fields: readonly FieldView[];
  readonly oneofs: readonly OneofView[];
}

export interface FieldView {
  /** Code span of the JSON name. */
  readonly name: string;
  /** Code span of the proto name. */
  readonly protoName: string;
  readonly type: string;
  /** "yes", "no"; for members of a oneof "exactly one" or "at most one". */
  readonly required: string;
  readonly description: string;
  readonly limits: string;
  readonly deprecated: boolean;
  /** All that is said of it, for one cell. */
  readonly summary: string;
}

export interface OneofView {
  readonly name: string;
  /** "Exactly one of `text`, `file` is set."; "" where the rule says nothing. */
  readonly note: string;
  readonly description: string;
}

export interface EnumView extends DeclarationView {
  readonly values: readonly ValueView[];
  /** True when a value is spelled in JSON otherwise than in the proto. */
  readonly hasProtoNames: boolean;
}

export interface UnionView extends DeclarationView {
  /** The types that a value can have: "[`Task`](#message-task)". */
  readonly arms: readonly string[];
}

export interface ValueView {
  /** Code span of the JSON spelling; "absent" for the zero value that says the same as absence. */
  readonly value: string;
  /** Code span of the proto name. */
  readonly protoName: string;
  readonly number: number;
  /** Code span of the value whose number it shares. */
  readonly aliasOf: string;
  readonly description: string;
  readonly deprecated: boolean;
  /** All that is said of it, for one cell. */
  readonly summary: string;
}

export interface ServiceView extends DeclarationView {
  readonly methods: readonly MethodView[];
  readonly hasHttp: boolean;
  /** True when the profile is a protocol, whose methods are called over JSON-RPC as well. */
  readonly hasJsonRpc: boolean;
}

export interface MethodView {
  /** Code span of the name. */
  readonly name: string;
  readonly anchor: string;
  /** As of declarations. */
  readonly formerAnchors: string;
  readonly request: string;
  readonly response: string;
  /** "no", "responses", "requests", "both". */
  readonly streaming: string;
  readonly http: readonly HttpView[];
  /** Code span of the JSON-RPC method. */
  readonly jsonRpc: string;
  readonly description: string;
  readonly deprecated: boolean;
  /** All that is said of it, for one cell. */
  readonly summary: string;
}

export interface HttpView {
  /** Code span of verb and path. */
  readonly rule: string;
  /** "the request", the field that is the body as a code span, or "". */
  readonly body: string;
  /** The field of the response that is the body as a code span, or "". */
  readonly responseBody: string;
}

/** An error in every binding; "" where a binding does not have it. */
export interface ErrorView {
  readonly name: string;
  readonly anchor: string;
  readonly description: string;
  readonly jsonRpc: string;
  readonly http: string;
  readonly grpc: string;
  readonly reason: string;
  readonly problemType: string;
}

export interface ParameterView {
  readonly name: string;
  readonly anchor: string;
  readonly description: string;
  /** What is told of the value and of who sends it, as sentences. */
  readonly rules: string;
  /** "HTTP header, gRPC metadata". */
  readonly sentIn: string;
}
