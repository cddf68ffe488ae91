// What the translators know of a version of a protocol, whether a proto or a JSON Schema defines it: plain
// data. Names are those of the generated code.

/** A version of a protocol. */
export interface Version {
  /** Name of its profile, "a2a-1.0". */
  readonly name: string;
  /** For people, "A2A 1.0". */
  readonly title: string;
  /** Major and minor number. */
  readonly protocolVersion: string;
  /** The package with its types, "@a2agen/a2a-1.0". */
  readonly module: string;
  /** What stands before the name of a type in its full name, "lf.a2a.v1". */
  readonly namespace: string;
  readonly types: ReadonlyMap<string, VersionType>;
  /** The member of the package that is its service. */
  readonly service: string;
  readonly methods: readonly VersionMethod[];
  readonly errors: readonly string[];
  /** Values of the state of a task after which nothing follows, and at which the agent waits. */
  readonly restingStates: readonly string[];
  readonly resourceNames: readonly ResourceName[];
  /** The type of the agent card. */
  readonly card: string;
}

export interface VersionMethod {
  /** Member of the service's interface. */
  readonly key: string;
  /** Name in JSON-RPC. */
  readonly name: string;
  readonly request: NamedShape;
  readonly response: NamedShape;
}

/** A shape with the name of its codec. */
export interface NamedShape {
  readonly name: string;
  readonly shape: Shape;
}

/** Texts that name things by their place, "tasks/{task_id}". */
export interface ResourceName {
  /** "Type.field". */
  readonly fields: readonly string[];
  /** "tasks/", "/pushNotificationConfigs/": what stands before each part. */
  readonly before: readonly string[];
  readonly parts: readonly string[];
}

export type VersionType = ObjectType | UnionType;

export interface ObjectType {
  readonly kind: "object";
  readonly name: string;
  readonly fields: readonly Field[];
  /** Names of fields of which exactly one is there. */
  readonly oneofs: readonly (readonly string[])[];
}

/** One of several objects. */
export interface UnionType {
  readonly kind: "union";
  readonly name: string;
  /** Whether the code has no name for it. */
  readonly hidden: boolean;
  readonly arms: readonly string[];
}

export interface Field {
  readonly name: string;
  readonly shape: Shape;
  readonly required: boolean;
  /** Whether a field that is absent has the default of its type. */
  readonly hasDefault: boolean;
  /** The only value that it can have. */
  readonly constant?: string;
}

export type Shape =
  | { readonly kind: "text"; readonly form: "plain" | "base64" | "timestamp" | "int64" }
  | { readonly kind: "choice"; readonly name: string; readonly values: readonly ChoiceValue[] }
  | { readonly kind: "boolean" }
  | { readonly kind: "integer"; readonly minimum: number; readonly maximum: number }
  /** Any JSON object. */
  | { readonly kind: "object" }
  /** Any JSON value. */
  | { readonly kind: "value" }
  | { readonly kind: "null" }
  /** An object without fields. */
  | { readonly kind: "empty" }
  | { readonly kind: "list"; readonly element: Shape; readonly filled: boolean }
  | { readonly kind: "map"; readonly value: Shape }
  | { readonly kind: "type"; readonly name: string };

export interface ChoiceValue {
  readonly json: string;
  /** Without prefix, in kebab-case: the same in all versions. */
  readonly plain: string;
}

/** The type of that name; reading has made sure that it is there. */
export function typeOf(version: Version, name: string): VersionType {
  const type = version.types.get(name);
  if (type === undefined) throw new Error(`${version.name} has no type ${name}`);
  return type;
}
