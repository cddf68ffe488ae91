/*
 * Generated from profiles/schema-profile.schema.json by `npx tsx scripts/generate-profile-types.ts`.
 * Do not edit: change the schema and run the script again.
 */

/**
 * Major and minor number of a protocol version.
 */
export type Version = string;
/**
 * A property of a definition: Definition.property.
 */
export type SchemaMember = string;
/**
 * Name of a definition of the schema.
 */
export type TypeName = string;
/**
 * Name of an error of the protocol.
 */
export type ErrorName = string;
/**
 * Name of a gRPC status code that stands for an error.
 */
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
/**
 * Name that can be an HTTP header and a gRPC metadata key.
 */
export type HeaderName = string;
/**
 * Properties, each one a property of the definition that the one before holds.
 *
 * @minItems 1
 */
export type SchemaPath = SchemaMember[];
/**
 * Member of the service's interface.
 */
export type MethodKey = string;
/**
 * Media type without parameters.
 */
export type MediaType = string;

/**
 * A protocol version whose types are given by a JSON Schema: everything that generators and the runtime know of it beyond that schema.
 */
export interface SchemaProfileData {
  /**
   * Where editors find the JSON Schema of profiles, for profiles written as JSON.
   */
  $schema?: string;
  /**
   * Identifies the profile in options, in the model, and in messages.
   */
  name: string;
  /**
   * Names the profile for people, in generated documentation.
   */
  title: string;
  /**
   * Protocol version as it travels, major and minor number only.
   */
  protocolVersion: Version;
  /**
   * Versions whose methods and messages are the same, so that their agents and clients are spoken to as well.
   */
  olderVersions: Version[];
  /**
   * Names for types that the schema has only inside of others, or not at all.
   */
  types: {
    [k: string]: NamedType;
  };
  /**
   * What an agent offers to its callers.
   */
  service: {
    /**
     * Name of the interface of handlers and clients.
     */
    name: string;
    /**
     * Says what the service is, in the comment of the interface.
     */
    description: string;
    /**
     * The methods by their member of the interface.
     */
    methods: {
      [k: string]: SchemaMethod;
    };
  };
  /**
   * Errors of the protocol that the schema defines, and what each one is in every binding.
   */
  errors: SchemaErrorMapping[];
  /**
   * Errors that JSON-RPC 2.0 itself reserves codes for, by their definitions in the schema.
   */
  jsonRpcErrors: ErrorName[];
  /**
   * Domain that google.rpc.ErrorInfo carries with the reasons of these errors.
   */
  errorDomain?: string;
  /**
   * Body of an HTTP error: an object with the one member "error" that holds code, status, message and details.
   */
  errorBody: "status";
  /**
   * Form of "data" in a JSON-RPC error: an object with members of its own, or a list of details with "@type".
   */
  jsonRpcErrorData: "object" | "details";
  /**
   * Parameters that accompany every call: HTTP headers or gRPC metadata.
   */
  serviceParameters: ServiceParameter[];
  /**
   * How the protocol version of a call is agreed on; absent when calls carry no version.
   */
  version?: {
    /**
     * Name of the service parameter that holds the version.
     */
    parameter: HeaderName;
    /**
     * Version that a call without one is taken to be.
     */
    emptyMeans: Version;
    /**
     * How many of the leading numbers of a version count; further ones, such as a patch number, are ignored.
     */
    comparedNumbers: number;
    /**
     * Name of the error for a version that the server does not speak.
     */
    error: ErrorName;
  };
  /**
   * How calls name the protocol extensions that they want; absent when there are none.
   */
  extensions?: {
    /**
     * Name of the service parameter that holds their URIs.
     */
    parameter: HeaderName;
    /**
     * Name of the error for a call without an extension that the agent requires.
     */
    error: ErrorName;
  };
  /**
   * What becomes of answers that are not what the method returns; an internal error when absent.
   */
  responses?: {
    /**
     * Name of the error for such an answer.
     */
    error: ErrorName;
  };
  /**
   * Where an agent card says what, as paths that begin at its definition; absent when the protocol has no card.
   */
  card?: {
    /**
     * Name of the card's definition.
     */
    message: TypeName;
    /**
     * Where a card has the ways to reach the agent: the preferred one, and a list of all or of the others.
     */
    interfaces: {
      /**
       * The URL of the preferred interface.
       */
      url: SchemaPath;
      /**
       * The binding of the preferred interface; its default in the schema is that of a card that names none.
       */
      binding: SchemaPath;
      /**
       * A list of interfaces, which may name the preferred one again.
       */
      additional: SchemaPath;
      /**
       * The binding of an element of that list.
       */
      additionalBinding: SchemaMember;
    };
    /**
     * The protocol version of the whole card.
     */
    version?: SchemaPath;
    /**
     * How schemes and requirements are written: as OpenAPI 3 writes them, schemes told apart by "type" and requirements as maps from names to scopes.
     */
    security: "openapi";
    /**
     * The map of security schemes by name.
     */
    securitySchemes: SchemaPath;
    /**
     * The list of which callers must meet one.
     */
    securityRequirements: SchemaPath;
    /**
     * The list of the extensions that the agent knows.
     */
    extensions: SchemaPath;
    /**
     * The list of the card's signatures.
     */
    signatures: SchemaPath;
    /**
     * What an agent may or may not offer.
     */
    capabilities: SchemaCapability[];
  };
  /**
   * What the protocol's tasks are like; absent when it has none. Paths begin at the definition of an event.
   */
  tasks?: {
    /**
     * Name of the definition of states.
     */
    state: TypeName;
    /**
     * States in which a task stays.
     */
    terminalStates: string[];
    /**
     * States in which a task waits for its client.
     */
    interruptedStates: string[];
    /**
     * The member whose value says what an event is.
     */
    eventTag: string;
    /**
     * Where events name their task.
     */
    eventTaskIds: SchemaPath[];
    /**
     * Where events tell the state of their task.
     */
    eventStates: SchemaPath[];
    /**
     * What is true in events after which a stream ends.
     */
    eventEnds: SchemaPath[];
    /**
     * Definitions of the events that are the whole answer of a stream.
     */
    eventMessages: TypeName[];
    /**
     * How a client takes up the events of a task again.
     */
    resume: {
      /**
       * The streaming method.
       */
      method: MethodKey;
      /**
       * The member of its params that names the task.
       */
      field: SchemaMember;
    };
    /**
     * How a client asks for a task as it is now, when it was away while the task ended; absent when there is no such method.
     */
    snapshot?: {
      /**
       * The method that returns the task.
       */
      method: MethodKey;
      /**
       * The member of its params that names the task.
       */
      field: SchemaMember;
      /**
       * Name of the definition that is a task and an event.
       */
      event: TypeName;
    };
  };
  /**
   * Media types of the bodies of each kind.
   */
  contentTypes: {
    /**
     * Requests and responses of HTTP+JSON.
     */
    http: MediaTypes;
    /**
     * Requests and responses of JSON-RPC, errors too.
     */
    jsonRpc: MediaTypes;
    /**
     * Error responses of HTTP+JSON.
     */
    error: MediaTypes;
    /**
     * Push notifications; absent when the protocol has none.
     */
    push?: MediaTypes;
    /**
     * Responses that are streams of events, in every HTTP binding.
     */
    stream: MediaType;
  };
  /**
   * How webhooks are notified of updates to a task; absent when the protocol has no push notifications.
   */
  push?: {
    /**
     * HTTP header that carries the token of the configuration.
     */
    tokenHeader: string;
    /**
     * What a notification is: the event, as streams have it, or the whole task as it is then, as tasks.snapshot gives it.
     */
    payload: "event" | "task";
  };
  /**
   * Paths that the protocol fixes on every host; absent when there are none.
   */
  wellKnownPaths?: {
    /**
     * Path of the public agent card.
     */
    agentCard: string;
    /**
     * Paths that older servers have it under; clients try them when there is nothing under agentCard.
     */
    olderAgentCards?: string[];
  };
}
/**
 * A type that gets a name.
 */
export interface NamedType {
  /**
   * Says what the type is, in its comment.
   */
  description: string;
  /**
   * The property that has the type; an object without members of its own when absent.
   */
  of?: SchemaMember;
}
/**
 * A method of the service.
 */
export interface SchemaMethod {
  /**
   * Says what the method does, in the comment of the interface.
   */
  description: string;
  /**
   * Definition of the JSON-RPC request: its "method" is the name, its "params" are what handlers get.
   */
  request: TypeName;
  /**
   * Definition of the params, for a request that has none in the schema.
   */
  params?: TypeName;
  /**
   * Definition of the JSON-RPC answer: its "result" is what handlers return, or each event of the stream.
   */
  response: TypeName;
  /**
   * Whether the answer is a stream of events.
   */
  streaming?: boolean;
  /**
   * Whether a call has the same effect once and twice.
   */
  idempotent?: boolean;
  /**
   * Whether the call needs an authenticated caller whatever the card asks for.
   */
  authenticated?: boolean;
  /**
   * Endpoints of HTTP at which the method is served as well, without body.
   *
   * @minItems 1
   */
  http?: Endpoint[];
}
/**
 * An endpoint of HTTP.
 */
export interface Endpoint {
  /**
   * The verb.
   */
  verb: "GET" | "DELETE";
  /**
   * The path, without variables.
   */
  path: string;
}
/**
 * An error of the protocol; code and title are those of its definition.
 */
export interface SchemaErrorMapping {
  /**
   * Name of the error's definition.
   */
  name: ErrorName;
  /**
   * Says when the error is returned.
   */
  description: string;
  /**
   * gRPC status.
   */
  grpc: GrpcStatus;
  /**
   * HTTP status.
   */
  http: number;
  /**
   * Reason in google.rpc.ErrorInfo.
   */
  reason: string;
}
/**
 * A parameter that accompanies every call.
 */
export interface ServiceParameter {
  /**
   * Name as it is sent; letter case does not count when it is read.
   */
  name: HeaderName;
  /**
   * Says what the parameter is for, in generated documentation.
   */
  description: string;
  /**
   * Older names that are read as well, never sent.
   */
  aliases: HeaderName[];
  /**
   * Names that later versions gave it, which are read as well, never sent.
   */
  newerNames?: HeaderName[];
  /**
   * Whether HTTP requests may carry it as a query parameter instead.
   */
  query: boolean;
  /**
   * Whether the value is a list separated by commas.
   */
  list: boolean;
  /**
   * Regular expression that the value, or each element of a list, must match.
   */
  pattern?: string;
  /**
   * A value for generated documentation.
   */
  example?: string;
}
/**
 * Something that an agent may or may not offer.
 */
export interface SchemaCapability {
  /**
   * What the capability is called in messages.
   */
  name: string;
  /**
   * The property of the card that is true when the agent offers it.
   */
  declaredIn: SchemaPath;
  /**
   * The methods that need it.
   */
  methods: MethodKey[];
  /**
   * Properties of params that need it when they are set.
   *
   * Items: A property, and the methods that have it.
   */
  fields?: {
    /**
     * The methods whose params have the property.
     *
     * @minItems 1
     */
    methods: MethodKey[];
    /**
     * The property, from the params on.
     */
    field: SchemaPath;
  }[];
  /**
   * Name of the error when the card does not declare it.
   */
  error: ErrorName;
}
/**
 * The media type that is sent, and those that are taken.
 */
export interface MediaTypes {
  /**
   * Media type of what is sent.
   */
  send: MediaType;
  /**
   * Media types that are taken, the one that is sent among them.
   *
   * @minItems 1
   */
  accept: MediaType[];
}
