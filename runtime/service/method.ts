import type { Codec } from "../core/codec.ts";
import type { Protocol } from "./protocol.ts";

/** How many messages travel each way. */
export type MethodKind = "unary" | "server" | "client" | "bidi";

/** One rpc, as every binding needs it. */
export interface Method<Input = unknown, Output = unknown> {
  /** Name in the proto, "SendMessage", or in JSON-RPC where there is no proto: the name in JSON-RPC and gRPC. */
  readonly name: string;
  readonly kind: MethodKind;
  readonly input: Codec<Input>;
  readonly output: Codec<Output>;
  /** The HTTP rules, the one that clients use first; empty when HTTP+JSON has no such method. */
  readonly http: readonly HttpBinding[];
  /**
   * The fields of the request that a path or query can carry, by JSON name (nested ones joined with
   * "."), with the JSON type that their text is turned into. Where the dialect takes proto names as
   * well, they have an entry of their own ("context_id" beside "contextId"): the value goes into the
   * request under the name that was sent, and the codec of the request brings it to its JSON name.
   */
  readonly parameters?: Readonly<Record<string, ParameterType>>;
  /** Other names that JSON-RPC servers take, never sent. */
  readonly aliases?: readonly string[];
  /** True when a call has the same effect once and twice, so that clients may repeat it. */
  readonly idempotent?: boolean;
  /** True when the call needs a principal whatever the card says of security. */
  readonly authenticated?: boolean;
  /** Fields of the request that hold resource names, which JSON-RPC requests may give in parts. */
  readonly resourceNames?: readonly ResourceName[];
}

/**
 * A parameter's JSON type; what is text in JSON, such as int64, is "string". An enum is "enum" where its
 * values may be given as numbers too, otherwise "string".
 */
export type ParameterType =
  | "string"
  | "number"
  | "boolean"
  | "enum"
  | "string[]"
  | "number[]"
  | "boolean[]"
  | "enum[]";

/** A rule of google.api.http. */
export interface HttpBinding {
  /** "GET", "POST", ..., or a custom method. */
  readonly verb: string;
  readonly path: readonly PathSegment[];
  /** What follows the colon in "/v1/message:send". */
  readonly action?: string;
  /** "*" for the whole request, a field's JSON name, or absent for no body. */
  readonly body?: string;
  /** JSON name of the field of the response that is the whole body. */
  readonly responseBody?: string;
}

/**
 * A literal, "*" for one segment, "**" for any number of segments at the end, or a variable: JSON
 * names joined with "." and the segments it spans. Literals that are a star do not occur.
 */
export type PathSegment = string | { readonly field: string; readonly match: readonly string[] };

/** A field that holds a resource name, "tasks/{task_id}", and the fields that may give its parts instead. */
export interface ResourceName {
  /** JSON name of the field. */
  readonly field: string;
  /** The form, with its variables in braces. */
  readonly pattern: string;
  /** For each variable, the JSON names under which a request may give it; the first that is there counts. */
  readonly parts: Readonly<Record<string, readonly string[]>>;
}

/**
 * A service: what servers and clients of every binding are made from. `Service` is the interface
 * that its handlers implement.
 */
export interface ServiceDefinition<Service extends object = object> {
  /** Full name, "lf.a2a.v1.A2AService". */
  readonly typeName: string;
  readonly protocol: Protocol;
  /** By the name of the member of the interface. */
  readonly methods: Readonly<Record<MethodKey<Service>, Method>>;
  /** Not there at run time. */
  readonly service?: Service;
}

export type MethodKey<Service> = Extract<keyof Service, string>;

/** Gives the table of a service the type of its handler's interface. */
export function defineService<Service extends object>(
  definition: Omit<ServiceDefinition<Service>, "service">,
): ServiceDefinition<Service> {
  return definition;
}
