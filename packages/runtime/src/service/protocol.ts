import type { StatusName } from "./status.ts";

/** The facts of a protocol version that clients need; the others are for servers. */
export interface ClientProtocol {
  /** Name of the profile, "a2a-1.0". */
  readonly name: string;
  /** Major and minor number, "1.0"; absent when the profile is not a protocol. */
  readonly version?: string;
  /** The release of a2agen that generated this, "0.1.0": a runtime that does not fit it says so. */
  readonly release?: string;
  /** Versions with the same methods and messages: their servers and clients are spoken to as well. */
  readonly olderVersions?: readonly string[];
  /** The bindings whose messages are of this form, as cards name them; every binding when absent. */
  readonly bindings?: readonly string[];
  /** The protocol's errors by name. */
  readonly errors: Readonly<Record<string, ErrorCodes>>;
  /** The errors that JSON-RPC itself reserves codes for, by code; others than these have a default text. */
  readonly jsonRpcMessages: Readonly<Record<number, string>>;
  readonly contentTypes: Omit<ContentTypes, "push" | "refusal">;
  /** How calls carry the protocol version; absent when they carry none. */
  readonly versionParameter?: Pick<VersionParameter, "name" | "pattern" | "comparedNumbers">;
  /** How calls name the extensions that they want; absent when there are none. */
  readonly extensionsParameter?: Omit<ExtensionsParameter, "query">;
  /** Name of the error for an answer that is not what the method returns. */
  readonly invalidResponseError?: string;
  /** JSON name of the field of requests that names the tenant. */
  readonly tenantField?: string;
  /** Where the agent card is and what it declares; absent when the protocol has no card. */
  readonly card?: CardRules;
  /** The rules of the protocol's tasks; absent if it has none. */
  readonly tasks?: TaskRules;
}

/**
 * What the runtime has to know of a protocol version: a profile, as the service emitter writes it.
 * Nothing in the runtime knows a protocol by name.
 */
export interface Protocol extends ClientProtocol {
  /** `domain` of google.rpc.ErrorInfo. */
  readonly errorDomain?: string;
  /** The protocol's errors by name. */
  readonly errors: Readonly<Record<string, ErrorRow>>;
  /**
   * Body of an HTTP error: problem details of RFC 9457, `{"error": {code, status, message, details}}`, or the
   * error object of JSON-RPC, `{code, message, data}`.
   */
  readonly errorBody: "problem+json" | "status" | "json-rpc";
  /** Form of `data` in a JSON-RPC error: an object, or a list of details with `@type`. */
  readonly jsonRpcErrorData: "object" | "details";
  readonly contentTypes: ContentTypes;
  /** How calls carry the protocol version; absent when they carry none. */
  readonly versionParameter?: VersionParameter;
  /** How calls name the extensions that they want; absent when there are none. */
  readonly extensionsParameter?: ExtensionsParameter;
  readonly card?: SignedCardRules;
  /** How webhooks are notified; absent when the protocol has no push notifications. */
  readonly push?: PushRules;
  /** How cards are signed; absent when the protocol says nothing of it. */
  readonly signatures?: SignatureRules;
}

/** An error of the protocol in every binding. */
export interface ErrorRow extends ErrorCodes {
  readonly title: string;
  readonly description: string;
}

/** How the bindings tell an error of the protocol from others. */
export interface ErrorCodes {
  readonly jsonRpc: number;
  readonly grpc: StatusName;
  readonly http: number;
  /** `reason` of google.rpc.ErrorInfo, by which clients know the error whatever its status. */
  readonly reason: string;
  /** `type` of problem details. */
  readonly problemType?: string;
}

export interface ContentTypes {
  readonly http: MediaTypes;
  readonly jsonRpc: MediaTypes;
  readonly error: MediaTypes;
  /** Push notifications; absent when the protocol has none. */
  readonly push?: MediaTypes;
  readonly stream: string;
  /** Name of the error for a request of another media type; the binding's own when absent. */
  readonly refusal?: string;
}

export interface MediaTypes {
  readonly send: string;
  readonly accept: readonly string[];
}

/** A parameter that accompanies every call: an HTTP header or gRPC metadata. */
export interface ServiceParameter {
  readonly name: string;
  /** Older names that are read as well, never sent. */
  readonly aliases: readonly string[];
  /** Names that later versions of the protocol gave it, which are read as well, never sent. */
  readonly newerNames?: readonly string[];
  /** Whether HTTP requests may carry it as a query parameter instead. */
  readonly query: boolean;
}

export interface VersionParameter extends ServiceParameter {
  /** Regular expression that the value must match. */
  readonly pattern: string;
  /** Version that a call without one is taken to be. */
  readonly emptyMeans: string;
  /** The same for a server that speaks no other version; `emptyMeans` when absent. */
  readonly emptyMeansAlone?: string;
  /** How many of the leading numbers of a version count. */
  readonly comparedNumbers: number;
  /** Name of the error for a version that the server does not speak. */
  readonly error: string;
}

export interface ExtensionsParameter extends ServiceParameter {
  /** Name of the error for a call without an extension that the card says is required. */
  readonly error: string;
}

/** How webhooks are notified of updates to a task. */
export interface PushRules {
  /** Name of the HTTP header that carries the token of the configuration. */
  readonly tokenHeader: string;
  /**
   * What a notification is: "event" for an event as streams have it, "task" for the whole task as it is
   * then, as the method of `tasks.snapshot` answers.
   */
  readonly payload: "event" | "task";
}

/** JSON names from a message down to a field. */
export type FieldPath = readonly string[];

/** Where an agent card says what; paths begin at the card. */
export interface CardRules {
  /** Full name of the card's type. */
  readonly typeName: string;
  /**
   * Path on every host, "/.well-known/agent-card.json"; absent when only methods return cards of this form.
   */
  readonly wellKnownPath?: string;
  /** Where older servers have it: paths that a client tries when there is nothing under `wellKnownPath`. */
  readonly olderPaths?: readonly string[];
  /**
   * A list of objects with `url`, `protocolBinding` and, where the protocol has it, `protocolVersion` and
   * `tenant`; absent when cards have only what `olderInterfaces` says.
   */
  readonly interfaces?: FieldPath;
  /**
   * Where cards of older agents have their interfaces, read when `interfaces` is absent or empty: the URL
   * and the binding of the preferred one, and a list such as `interfaces`, which may name it again.
   */
  readonly olderInterfaces?: {
    readonly url: FieldPath;
    readonly binding: FieldPath;
    /** Binding of a card that names none. */
    readonly defaultBinding?: string;
    readonly additional: FieldPath;
    /** The field for the binding in an element of that list. Default: "protocolBinding". */
    readonly additionalBinding?: string;
  };
  /** The one protocol version of the whole card; absent when each interface has its own. */
  readonly version?: FieldPath;
  /**
   * "openapi" for schemes and requirements as OpenAPI 3 writes them: schemes told apart by `type`, and
   * requirements as maps from names to scopes. The messages of `SecurityScheme` when absent.
   */
  readonly security?: "openapi";
  readonly securitySchemes: FieldPath;
  readonly securityRequirements: FieldPath;
  /** A list of objects with `uri` and `required`. */
  readonly extensions: FieldPath;
  readonly capabilities: readonly CapabilityRule[];
}

/** The same with what servers need besides. */
export interface SignedCardRules extends CardRules {
  readonly signatures: FieldPath;
}

/** A capability that an agent may declare. */
export interface CapabilityRule {
  /** Name in messages, "streaming". */
  readonly name: string;
  /** A field of the card that is true when the agent offers it. */
  readonly declaredIn: FieldPath;
  /** Names of the methods that need it. */
  readonly methods: readonly string[];
  /** Fields of requests that need it when they are set, with the names of the methods that have them. */
  readonly fields: readonly { readonly methods: readonly string[]; readonly field: FieldPath }[];
  /** Name of the error when the card does not declare it. */
  readonly error: string;
}

export interface TaskRules {
  /** States in which a task stays, as they are spelled in JSON. */
  readonly terminalStates: readonly string[];
  /** States in which a task waits for its client. */
  readonly interruptedStates: readonly string[];
  /**
   * The member of events whose value says what they are, where all have the same members: the paths
   * below then begin with this value, and go on in the event. Absent where an event has one member,
   * which says it by its name.
   */
  readonly eventTag?: string;
  /** Where events name their task, and where they tell its state. */
  readonly eventTaskIds: readonly FieldPath[];
  readonly eventStates: readonly FieldPath[];
  /** Where events report the task's generation, one more with each change; absent without counting. */
  readonly eventGenerations?: readonly FieldPath[];
  /** A field that is true in events after which a stream ends, in any state. */
  readonly eventEnds?: readonly FieldPath[];
  /** The event that is the whole answer of a stream. */
  readonly eventMessages: readonly FieldPath[];
  /** Whether a stream is one message, or begins with its task, as the event of `snapshot` holds it. */
  readonly streamsBeginWithTask?: boolean;
  /** The streaming method that takes up a task's events again. */
  readonly resume: {
    readonly method: string;
    /** The field of its request that names the task. */
    readonly field: string;
    /** The form of the field, with `{}` in the place of the task's identifier. */
    readonly value: string;
  };
  /**
   * The method that returns a task as it is now, for a client that was away when it ended: such tasks
   * cannot be taken up again.
   */
  readonly snapshot?: {
    readonly method: string;
    /** The field of its request that names the task, and what it holds, as in `resume`. */
    readonly field: string;
    readonly value: string;
    /**
     * JSON name of the field of an event that holds a whole task; the value of the tag where events have one.
     */
    readonly event: string;
  };
  /** The method that stops a task, whose request names it as that of `snapshot` does. */
  readonly cancel?: {
    readonly method: string;
    /** The state of a task that was stopped. */
    readonly state: string;
    /** Name of the error for a task that has ended already. */
    readonly error: string;
  };
}

/** How a message is signed: JSON Web Signatures over its canonical JSON (A2A 8.4). */
export interface SignatureRules {
  /** Full proto name of the message. */
  readonly typeName: string;
  /** JSON name of its field that holds the signatures. */
  readonly field: string;
  /** JSON names of its fields that no signature covers. */
  readonly excludedFields: readonly string[];
  /** `typ` of the protected header, "JOSE". */
  readonly type: string;
  /** Names of the parameters that a protected header must have, and of those that it may have. */
  readonly required: readonly string[];
  readonly optional: readonly string[];
}
