/*
 * Generated from profiles/profile.schema.json by `npx tsx scripts/generate/generate-profile-types.ts`.
 * Do not edit: change the schema and run the script again.
 */

/** Major and minor number of a protocol version. */
export type Version = string;
/** Name of a proto package, or of the profile of a JSON Schema. */
export type PackageName = string;
/** A property of a definition: Definition.property. */
export type SchemaMember = string;
/** Name of a definition of the schema. */
export type TypeName = string;
/** Full name of a message, a field, a oneof or a method. */
export type MemberName = string;
/** Name of a gRPC status code that stands for an error. */
export type GrpcStatus =
  | "CANCELLED"
  | "UNKNOWN"
  | "INVALID_ARGUMENT"
  | "DEADLINE_EXCEEDED"
  | "NOT_FOUND"
  | "ALREADY_EXISTS"
  | "PERMISSION_DENIED"
  | "RESOURCE_EXHAUSTED"
  | "FAILED_PRECONDITION"
  | "ABORTED"
  | "OUT_OF_RANGE"
  | "UNIMPLEMENTED"
  | "INTERNAL"
  | "UNAVAILABLE"
  | "DATA_LOSS"
  | "UNAUTHENTICATED";
/** Name that can be an HTTP header and a gRPC metadata key. */
export type HeaderName = string;
/** Name of an error of the protocol. */
export type ErrorName = string;
/**
 * Full names of fields, each one a field of the message that the one before holds.
 *
 * @minItems 1
 */
export type FieldPath = MemberName[];
/** Name of an enum value. */
export type ValueName = string;
/** Media type without parameters. */
export type MediaType = string;

/**
 * A protocol version with its JSON dialect: everything that generators and the runtime know of a version
 * beyond its proto or its JSON Schema. Names in the latter begin with the name of the profile:
 * a2a-0.3.Task.id.
 */
export interface ProfileData {
  /** Where editors find the JSON Schema of profiles, for profiles written as JSON. */
  $schema?: string;
  /**
   * The built-in profile from which this one takes everything that it does not say itself. Members of objects
   * and rows with a name are taken one by one; null takes a member out. Other lists and values stand for
   * those of the other profile.
   */
  extends?: string;
  /** Identifies the profile in options, in the model, and in messages. */
  name: string;
  /** Names the profile for people, in generated documentation. */
  title: string;
  /**
   * Protocol version as it travels, major and minor number only; absent when the profile is not a protocol.
   */
  protocolVersion?: Version;
  /**
   * Versions whose methods and messages are the same, so that their agents and clients are spoken to as well.
   */
  olderVersions?: Version[];
  /**
   * Names of the bindings whose messages are of this form, as agent cards have them; every binding when
   * absent.
   *
   * @minItems 1
   */
  bindings?: string[];
  /** Proto packages that are generated with this profile unless another one is asked for. */
  packages: PackageName[];
  /** Where people read about the protocol; the contact in OpenAPI documents. */
  website?: string;
  /** License of the protocol's definition as an SPDX expression, stated in OpenAPI documents. */
  license?: string;
  /**
   * URL below which the JSON Schemas of the profile have their $id; https://a2agen.dev/schemas/ with the
   * profile's name when absent.
   */
  schemaBase?: string;
  /**
   * What a JSON Schema leaves to the text of the specification, for a protocol without a proto; absent when
   * there is one.
   */
  schema?: {
    /** Names for types that the schema has only inside of others, or not at all. */
    types: {
      [k: string]: NamedType;
    };
    /** What an agent offers to its callers. */
    service: {
      /** Name of the interface of handlers and clients. */
      name: string;
      /** Says what the service is, in the comment of the interface. */
      description: string;
      /** The methods by their member of the interface. */
      methods: {
        [k: string]: SchemaMethod;
      };
    };
  };
  /** How values are spelled in JSON. */
  json: {
    /**
     * Spelling of enum values: kebab-case, without the prefix of the enum's name, or proto-name, as the proto
     * has them.
     */
    enums: "kebab-case" | "proto-name";
    /**
     * What decoders take besides the canonical spelling: nothing more, or what ProtoJSON parsers must take
     * (proto field names, numbers for enums, strings for numbers).
     */
    spellings: "canonical" | "protojson";
    /**
     * Which RFC 3339 texts are timestamps: those in UTC only, which end in Z (utc), or those with any offset.
     */
    timestamps: "utc" | "offset";
    /**
     * Whether values are taken as protobuf itself takes them: numbers without a name are values of open
     * enums, 64-bit integers may be any whole JSON number, and a REQUIRED field that is absent has its
     * default. Not for protos with options of A2A extensions, where REQUIRED is a rule.
     */
    open?: boolean;
  };
  /** Rules for oneofs. */
  oneofs: {
    /**
     * Oneofs of which one member must be set: all of them, or those with these full names; any other oneof
     * may be unset.
     */
    exactlyOne: "all" | MemberName[];
    /**
     * Oneofs to which later versions add members. One member must be set, and readers skip elements of lists
     * of which they know no member.
     */
    open?: MemberName[];
  };
  /** Rules for repeated fields; maps are not lists. */
  lists: {
    /** Whether a REQUIRED list must have an element. */
    requiredNonEmpty: boolean;
    /** Full names of REQUIRED lists that may be empty all the same. */
    exempt: MemberName[];
  };
  /** Limits that only the text of the specification states, by full name of the field. */
  fields: {
    [k: string]: FieldLimits;
  };
  /** The section of the specification that describes a message, by full name of the message. */
  sections?: {
    [k: string]: string;
  };
  /** Errors of the protocol and what each one is in every binding. */
  errors: ErrorMapping[];
  /** Errors that JSON-RPC 2.0 itself reserves codes for. */
  jsonRpcErrors: JsonRpcErrorMapping[];
  /** Domain that google.rpc.ErrorInfo carries with the reasons of these errors. */
  errorDomain?: string;
  /**
   * Body of an HTTP error: problem details of RFC 9457 (problem+json), an object with the one member "error"
   * that holds code, status, message and details (status), or the error object of JSON-RPC (json-rpc).
   */
  errorBody: "problem+json" | "status" | "json-rpc";
  /**
   * Form of "data" in a JSON-RPC error: an object with members of its own, or a list of details with "@type".
   */
  jsonRpcErrorData: "object" | "details";
  /** Parameters that accompany every call: HTTP headers or gRPC metadata. */
  serviceParameters: ServiceParameter[];
  /** How the protocol version of a call is agreed on; absent when calls carry no version. */
  version?: {
    /** Name of the service parameter that holds the version. */
    parameter: HeaderName;
    /** Whether a client must or should send the version. */
    sent: "must" | "should";
    /** Version that a call without one is taken to be. */
    emptyMeans: Version;
    /** The same for a server that speaks no other version; emptyMeans when absent. */
    emptyMeansAlone?: Version;
    /**
     * How many of the leading numbers of a version count; further ones, such as a patch number, are ignored.
     */
    comparedNumbers: number;
    /** Full names of the fields in which an agent declares the versions that it speaks. */
    declaredIn: MemberName[];
    /**
     * Name of the error for a version that the server does not speak; servers do not look at versions when
     * absent.
     */
    error?: ErrorName;
  };
  /** How calls name the protocol extensions that they want; absent when there are none. */
  extensions?: {
    /** Name of the service parameter that holds their URIs. */
    parameter: HeaderName;
    /** Name of the error for a call without an extension that the agent requires. */
    error: ErrorName;
  };
  /** What becomes of answers that are not what the method returns; an internal error when absent. */
  responses?: {
    /** Name of the error for such an answer. */
    error: ErrorName;
  };
  /** How requests name the tenant that they are for; absent when they do not. */
  tenant?: {
    /** Proto name of the field, the same in every request that has it. */
    field: string;
  };
  /**
   * Where an agent card says what, as paths that begin at its message; absent when the protocol has no card.
   * Its place on a host is under wellKnownPaths, and the field of its signatures under signatures.
   */
  card?: {
    /** Full name of the card's message. */
    message: MemberName;
    /** The list of the ways to reach the agent; absent when cards have only what olderInterfaces says. */
    interfaces?: FieldPath;
    /** Where cards of older agents have what the list of interfaces holds; read when that list is absent. */
    olderInterfaces?: {
      /** The URL of the preferred interface. */
      url: FieldPath;
      /**
       * The binding of the preferred interface; its default in a JSON Schema is that of a card that names
       * none.
       */
      binding: FieldPath;
      /** A list of interfaces, which may name the preferred one again. */
      additional: FieldPath;
      /**
       * The field of an element of that list that holds its binding; as in the list of interfaces when
       * absent.
       */
      additionalBinding?: MemberName;
    };
    /** The protocol version of the whole card; absent when each interface has its own. */
    version?: FieldPath;
    /**
     * How schemes and requirements are written: as OpenAPI 3 writes them, schemes told apart by "type" and
     * requirements as maps from names to scopes; as the messages of the proto when absent.
     */
    security?: "openapi";
    /** The map of security schemes by name. */
    securitySchemes: FieldPath;
    /** The list of which callers must meet one. */
    securityRequirements: FieldPath;
    /** The list of the extensions that the agent knows. */
    extensions: FieldPath;
    /** The list of the card's signatures, where the protocol does not say how a card is signed. */
    signatures?: FieldPath;
    /** What an agent may or may not offer. */
    capabilities: Capability[];
  };
  /** What only the text of the specification states of methods, by full name. */
  methods?: {
    [k: string]: MethodRules;
  };
  /**
   * What makes made-up messages plausible: facts of the protocol that no type has. Paths and values as in
   * JSON, through each element of lists.
   */
  fakes?: {
    /** Full name of the message. */
    type: MemberName;
    /** Where the value at each of these paths is one of those listed; always when absent. */
    when?: FakeValues;
    /** Paths of what is there then. */
    has?: string[];
    /** Fields that are not there then. */
    lacks?: string[];
    /** Values of which one stands at a path, if anything does; for elements of lists they take turns. */
    put?: FakeValues;
  }[];
  /** What the protocol's tasks are like; absent when it has none. Paths begin at the message of events. */
  tasks?: {
    /** Full name of the enum of states. */
    state: MemberName;
    /** Names of the states in which a task stays; first that of a task whose agent has done its work. */
    terminalStates: ValueName[];
    /**
     * Names of the states in which a task waits for its client; first that in which it asks for a message.
     */
    interruptedStates: ValueName[];
    /**
     * The field whose constant says what an event is, where each kind of event is a type of its own; the
     * paths below begin at these types.
     */
    eventTag?: string;
    /** Where events name their task. */
    eventTaskIds: FieldPath[];
    /** Where events tell the state of their task. */
    eventStates: FieldPath[];
    /**
     * Where events tell how often their task has changed, which grows by one with each change; absent where
     * tasks do not count.
     */
    eventGenerations?: FieldPath[];
    /** What is true in events after which a stream ends. */
    eventEnds?: FieldPath[];
    /** The events that are the whole answer of a stream; with a tag, by the field that is the tag. */
    eventMessages: FieldPath[];
    /** Whether a stream is one message, or begins with its task, which the field in snapshot.event holds. */
    streamsBeginWithTask?: boolean;
    /** How a client takes up the events of a task again. */
    resume: {
      /** Full name of the streaming method. */
      method: MemberName;
      /**
       * Full name of the field of its request that names the task: by its identifier, or by the resource name
       * that the profile has for the field.
       */
      field: MemberName;
    };
    /**
     * How a client asks for a task as it is now, when it was away while the task ended; absent when there is
     * no such method.
     */
    snapshot?: {
      /** Full name of the method that returns the task. */
      method: MemberName;
      /** Full name of the field of its request that names the task, as in resume. */
      field: MemberName;
      /**
       * Full name of the field of events that holds a whole task; with a tag, of the field that is the tag.
       */
      event: MemberName;
    };
    /**
     * How a task is stopped, so that a client that repeats the call knows its own success; needs snapshot.
     * Absent when there is no such method.
     */
    cancel?: {
      /** Full name of the method; its request names the task as that of snapshot does. */
      method: MemberName;
      /** The state of a task that was stopped. */
      state: string;
      /** Name of the error for a task that has ended already. */
      error: string;
    };
  };
  /** Forms of resource names, and the fields that hold them. */
  resourceNames: ResourceName[];
  /** Media types of the bodies of each kind. */
  contentTypes: {
    /** Requests and responses of HTTP+JSON. */
    http: MediaTypes;
    /** Requests and responses of JSON-RPC, errors too. */
    jsonRpc: MediaTypes;
    /** Error responses of HTTP+JSON. */
    error: MediaTypes;
    /** Push notifications; absent when the protocol has none. */
    push?: MediaTypes;
    /** Responses that are streams of events, in every HTTP binding. */
    stream: MediaType;
    /** Name of the error for a request of another media type; the binding's own when absent. */
    refusal?: string;
  };
  /** How webhooks are notified of updates to a task; absent when the protocol has no push notifications. */
  push?: {
    /** HTTP header that carries the token of the configuration. */
    tokenHeader: string;
    /**
     * What a notification is: the event, as streams have it, or the whole task as it is then, as
     * tasks.snapshot gives it.
     */
    payload: "event" | "task";
  };
  /** Paths that the protocol fixes on every host; absent when there are none. */
  wellKnownPaths?: {
    /** Path of the public agent card. */
    agentCard: string;
    /** Paths that older servers have it under; clients try them when there is nothing under agentCard. */
    olderAgentCards?: string[];
  };
  /** How a message is signed; absent when nothing is. */
  signatures?: {
    /** Full name of the message that is signed. */
    message: MemberName;
    /** Full name of the field that holds the signatures. */
    field: MemberName;
    /** How the JSON that is signed is made canonical: the JSON Canonicalization Scheme. */
    canonicalization: "rfc8785";
    /** Full names of the fields that are left out of what is signed. */
    excludedFields: MemberName[];
    /** What the protected JWS header holds. */
    protectedHeader: {
      /** Value of the header parameter "typ" when signing. */
      type: string;
      /** Header parameters that must be there. */
      required: string[];
      /** Header parameters that may be there. */
      optional: string[];
    };
  };
}
/** A type that gets a name. */
export interface NamedType {
  /** Says what the type is, in its comment. */
  description: string;
  /** The property that has the type; an object without members of its own when absent. */
  of?: SchemaMember;
}
/** A method of the service. */
export interface SchemaMethod {
  /** Says what the method does, in the comment of the interface. */
  description: string;
  /** Definition of the JSON-RPC request: its "method" is the name, its "params" are what handlers get. */
  request: TypeName;
  /** Definition of the params, for a request that has none in the schema. */
  params?: TypeName;
  /** Definition of the JSON-RPC answer: its "result" is what handlers return, or each event of the stream. */
  response: TypeName;
  /** Whether the answer is a stream of events. */
  streaming?: boolean;
  /**
   * Endpoints of HTTP at which the method is served as well, without body.
   *
   * @minItems 1
   */
  http?: Endpoint[];
}
/** An endpoint of HTTP. */
export interface Endpoint {
  /** The verb. */
  verb: "GET" | "DELETE";
  /** The path, without variables. */
  path: string;
}
/** What the text of the specification says of one field. */
export interface FieldLimits {
  /** Smallest number allowed. */
  minimum?: number;
  /** Largest number allowed. */
  maximum?: number;
  /** What an absent value stands for. */
  default?: string | number | boolean;
  /** What the lenient mode, by which clients read answers, takes an absent REQUIRED value for. */
  mended?: string | number | boolean;
  /**
   * Whether decoders take an absent REQUIRED value for the default, which elsewhere only the lenient mode
   * does.
   */
  filled?: true;
  /** The text of a constant in earlier versions, which decoders read as the constant. */
  formerly?: string;
  /**
   * How decoders read an object whose fields stood beside it in earlier versions: their names there, with
   * those that they have in it.
   */
  gathers?: {
    [k: string]: string;
  };
  /**
   * How decoders read a list where an object is expected: as the property of an object, with a mark beside
   * it.
   */
  wrapsLists?: {
    /** Property of the object that is the list. */
    property: string;
    /** Field of JSON beside it and its property that is true then. */
    mark: string;
  };
  /**
   * The only texts allowed.
   *
   * @minItems 1
   */
  values?: string[];
  /** Regular expression that the text must match. */
  pattern?: string;
  /** Section of the specification that says so. */
  section?: string;
}
/** An error of the protocol in every binding. */
export interface ErrorMapping {
  /** Name of the error in the specification. */
  name: string;
  /** Short name for people, the title of problem details. */
  title: string;
  /** Says when the error is returned. */
  description: string;
  /** JSON-RPC error code. */
  jsonRpc: number;
  /** gRPC status. */
  grpc: GrpcStatus;
  /** HTTP status. */
  http: number;
  /** Reason in google.rpc.ErrorInfo. */
  reason: string;
  /** URI that is the type of problem details; required when errors are problem details. */
  problemType?: string;
}
/** An error of JSON-RPC 2.0 itself, and what it is in other bindings. */
export interface JsonRpcErrorMapping {
  /** Name of the error in the specification. */
  name: string;
  /** Text that the error carries. */
  message: string;
  /** Says when the error is returned. */
  description: string;
  /** JSON-RPC error code, in the range that JSON-RPC 2.0 reserves. */
  jsonRpc: number;
  /** gRPC status; absent when only JSON-RPC has the error. */
  grpc?: GrpcStatus;
  /** HTTP status; absent when only JSON-RPC has the error. */
  http?: number;
}
/** A parameter that accompanies every call. */
export interface ServiceParameter {
  /** Name as it is sent; letter case does not count when it is read. */
  name: HeaderName;
  /** Says what the parameter is for, in generated documentation. */
  description: string;
  /** Older names that are read as well, never sent. */
  aliases: HeaderName[];
  /** Names that later versions gave it, which are read as well, never sent. */
  newerNames?: HeaderName[];
  /** Whether HTTP requests may carry it as a query parameter instead. */
  query: boolean;
  /** Whether the value is a list separated by commas. */
  list: boolean;
  /** Regular expression that the value, or each element of a list, must match. */
  pattern?: string;
  /** A value for generated documentation. */
  example?: string;
}
/** Something that an agent may or may not offer. */
export interface Capability {
  /** What the capability is called in messages. */
  name: string;
  /** The field of the card that is true when the agent offers it. */
  declaredIn: FieldPath;
  /** Full names of the methods that need it. */
  methods: MemberName[];
  /** Fields of requests that need it when they are set. */
  fields?: {
    /**
     * Full names of the methods whose requests have the field.
     *
     * @minItems 1
     */
    methods: MemberName[];
    /** The field, from the request on. */
    field: FieldPath;
  }[];
  /** Name of the error when the card does not declare it. */
  error: ErrorName;
}
/** What the text of the specification says of one method. */
export interface MethodRules {
  /** Whether a call has the same effect once and twice; when absent, what the proto or the HTTP verb says. */
  idempotent?: boolean;
  /** Whether the call needs an authenticated caller whatever the card asks for. */
  authenticated?: boolean;
  /** Other names that JSON-RPC servers take, never sent. */
  aliases?: string[];
  /**
   * Verbs by which the paths that the proto gives the method are served as well; the first one is sent
   * instead of the proto's.
   *
   * @minItems 1
   */
  http?: HttpVerb[];
  /**
   * Of a method to which clients send a stream: the fields by which a message over HTTP names the task that
   * it is for, and with it the open stream. Without them messages name the stream by its identifier alone.
   *
   * @minItems 1
   */
  uplink?: FieldPath[];
}
/** A verb for all paths of a method. */
export interface HttpVerb {
  /** The verb, which no rule of the proto has for the method. */
  verb: "GET" | "PUT" | "POST" | "DELETE" | "PATCH";
  /** That the body is the request without what the path has; there is no body when absent. */
  body?: "*";
}
export interface FakeValues {
  /** @minItems 1 */
  [k: string]: unknown[];
}
/** A form of resource names. */
export interface ResourceName {
  /** What the resource is called. */
  name: string;
  /** The form, with its variables in braces. */
  pattern: string;
  /**
   * For each variable, the JSON names under which requests may give it instead of the resource name; the
   * first is the one in HTTP paths.
   */
  parts: {
    /** @minItems 1 */
    [k: string]: string[];
  };
  /**
   * Full names of the fields that hold such a name.
   *
   * @minItems 1
   */
  fields: MemberName[];
}
/** The media type that is sent, and those that are taken. */
export interface MediaTypes {
  /** Media type of what is sent. */
  send: MediaType;
  /**
   * Media types that are taken, the one that is sent among them.
   *
   * @minItems 1
   */
  accept: MediaType[];
}
