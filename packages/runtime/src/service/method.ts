import {
  type Codec,
  type Decoder,
  type DecoderInit,
  defineDecoder,
  defineEncoder,
  type Encoder,
} from "../core/codec.ts";
import type { CallOptions } from "./call-context.ts";
import type { ClientProtocol, Protocol } from "./protocol.ts";
import { checkRelease } from "./release.ts";

/** How many messages travel each way. */
export type MethodKind = "unary" | "server" | "client" | "bidi";

/** One rpc, as clients need it. */
export interface ClientMethod<Input = unknown, Output = unknown> {
  /**
   * Name in the proto, "SendMessage", or in JSON-RPC where there is no proto: the name in JSON-RPC and gRPC.
   */
  readonly name: string;
  /** What JSON-RPC calls it, where that is another name; servers take both. */
  readonly jsonRpcName?: string;
  readonly kind: MethodKind;
  readonly input: Encoder<Input>;
  readonly output: Decoder<Output>;
  /** The HTTP rules, the one that clients use first; empty when HTTP+JSON has no such method. */
  readonly http: readonly HttpBinding[];
  /**
   * The fields of the request that a path or query can carry, by JSON name (nested ones joined with
   * "."), with the JSON type that their text is turned into. Where the dialect takes proto names as
   * well, they have a separate entry ("context_id" beside "contextId"): the value goes into the
   * request under the name that was sent, and the codec of the request brings it to its JSON name.
   */
  readonly parameters?: Readonly<Record<string, ParameterType>>;
  /** True when a call has the same effect once and twice, so that clients may repeat it. */
  readonly idempotent?: boolean;
  /** How a client's messages over HTTP name their stream; by the stream's identifier when absent. */
  readonly uplink?: UplinkRules;
  /** What carries a client's stream over HTTP, for a method that has one. */
  readonly overHttp?: StreamsOverHttp;
}

/** Carries calls with a stream of the client by single calls; see `streamsOverHttp`. */
export interface StreamsOverHttp {
  client(carrier: DuplexCarrier, init: DuplexInit): Promise<unknown>;
  bidi(carrier: DuplexCarrier, init: DuplexInit): AsyncIterable<unknown>;
}

/** What a binding over HTTP does for a call with a stream of its client. */
export interface DuplexCarrier {
  /** Opens the stream with the first message; undefined for none. */
  open(message: unknown, options: CallOptions): AsyncIterable<unknown>;
  /** Sends a further message; resolves when the server has taken it. */
  send(message: unknown, options: CallOptions): Promise<void>;
}

export interface DuplexInit {
  readonly method: ClientMethod;
  readonly requests: AsyncIterable<unknown>;
  readonly options: CallOptions;
}

/**
 * The fields that name the task of a stream, JSON names joined with ".": of messages, and of events. A
 * message that is sent over HTTP as a separate call then reaches the task wherever it is at work.
 */
export interface UplinkRules {
  readonly request: readonly string[];
  readonly response: readonly string[];
}

/** One rpc, as every binding needs it. */
export interface Method<Input = unknown, Output = unknown> extends ClientMethod<Input, Output> {
  readonly input: Codec<Input>;
  readonly output: Codec<Output>;
  /** Other names that JSON-RPC servers take, never sent. */
  readonly aliases?: readonly string[];
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
  /** The text after the colon in "/v1/message:send". */
  readonly action?: string;
  /** "*" for the whole request, a field's JSON name, or absent for no body. */
  readonly body?: string;
  /** JSON name of the field of the response that is the whole body. */
  readonly responseBody?: string;
}

/**
 * A literal, "*" for one segment, "**" for any number of segments, or a variable: JSON
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

/**
 * A service as its clients need it, which is less to load: of requests what sends them, of answers what
 * receives them, of the protocol what transports need. `Service` is the interface that its handlers
 * implement.
 */
export interface ClientDefinition<Service extends object = object> {
  /** Full name, "lf.a2a.v1.A2AService". */
  readonly typeName: string;
  readonly protocol: ClientProtocol;
  /** By the name of the member of the interface. */
  readonly methods: Readonly<Record<MethodKey<Service>, ClientMethod>>;
  /** Not there at run time. */
  readonly service?: Service;
}

export type MethodKey<Service> = Extract<keyof Service, string>;

/** A rule of google.api.http as generated code has it. */
export interface HttpRoute extends Omit<HttpBinding, "path"> {
  /** "/tasks/{id}", "/{name=shelves/*}", or its segments. */
  readonly path: string | readonly PathSegment[];
  /** A field of the request: the same rule holds below "/{field}". Only of a path that is text. */
  readonly scope?: string;
}

/** A service as generated code has it. */
export interface ServiceInit<Service extends object> extends Omit<ServiceDefinition, "methods" | "service"> {
  readonly methods: Readonly<Record<MethodKey<Service>, MethodInit>>;
}

export interface MethodInit extends Omit<Method, "http"> {
  readonly http: readonly HttpRoute[];
}

/** Makes the table of a service, which has the type of its handlers' interface. */
export function defineService<Service extends object>(
  init: ServiceInit<Service>,
): ServiceDefinition<Service> {
  checkRelease(init.protocol.release);
  // The methods are those of the init.
  return {
    ...init,
    methods: mapMethods(init.methods, (method: MethodInit) => method),
  } as ServiceDefinition<Service>;
}

/** The methods of a table with their routes as rules, and whatever else is made of them. */
function mapMethods<Init extends { readonly http: readonly HttpRoute[] }>(
  methods: Readonly<Record<string, Init>>,
  more: (init: Init) => object,
): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.entries(methods).map(([key, init]) => [
      key,
      { ...more(init), http: init.http.flatMap(toBindings) },
    ]),
  );
}

function toBindings({ path, scope, ...rest }: HttpRoute): readonly HttpBinding[] {
  if (typeof path !== "string") return [{ ...rest, path }];
  const paths = scope === undefined ? [path] : [path, `/{${scope}}${path}`];
  return paths.map((text) => ({ ...rest, path: (text.match(/\{[^}]*\}|[^/]+/g) ?? []).map(parseSegment) }));
}

function parseSegment(text: string): PathSegment {
  const [field = "", match = "*"] = text.slice(1, -1).split("=");
  return text.startsWith("{") ? { field, match: match.split("/") } : text;
}

/** A service for its clients as generated code has it. */
export interface ClientDefinitionInit<Service extends object>
  extends Omit<ClientDefinition<Service>, "methods" | "service"> {
  readonly methods: Readonly<Record<MethodKey<Service>, ClientMethodInit>>;
}

/** A method of it; types of google.protobuf come with their codecs. */
export interface ClientMethodInit extends Omit<ClientMethod, "http" | "input" | "output"> {
  readonly http: readonly HttpRoute[];
  readonly input: Encoder<unknown> | Sender;
  readonly output: Decoder<unknown> | DecoderInit;
}

/** As a method, which takes any message: which one it is, the interface of the service says. */
interface Sender {
  readonly typeName: string;
  encode(value: unknown): unknown;
}

/** Makes the table of a service for its clients: `createClient(A2AServiceClient, transport)`. */
export function defineClient<Service extends object>(
  init: ClientDefinitionInit<Service>,
): ClientDefinition<Service> {
  checkRelease(init.protocol.release);
  const methods = mapMethods(init.methods, ({ input, output, ...rest }: ClientMethodInit) => ({
    ...rest,
    input: "stringify" in input ? input : defineEncoder(input),
    output: "check" in output ? defineDecoder(output) : output,
  }));
  // The methods are those of the init.
  return { ...init, methods } as ClientDefinition<Service>;
}
