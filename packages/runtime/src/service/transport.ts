import type { CallOptions, ClientOf } from "./call-context.ts";
import { markClient } from "./client-service.ts";
import type { ClientDefinition, ClientMethod, Method, ServiceDefinition, StreamsOverHttp } from "./method.ts";

/** What carries the calls of a client: one binding to one server. */
export interface Transport {
  /** "JSONRPC", "HTTP+JSON", "GRPC", or the name of a custom binding. */
  readonly binding: string;
  /** Rejects with a CallError. */
  unary(method: Method, request: unknown, options: CallOptions): Promise<unknown>;
  /**
   * Nothing is sent before the first event is asked for. Throws a CallError; ending the loop ends the call.
   */
  stream(method: Method, request: unknown, options: CallOptions): AsyncIterable<unknown>;
  /** For methods to which the client sends a stream; absent where the binding has none. */
  clientStream?(method: Method, requests: AsyncIterable<unknown>, options: CallOptions): Promise<unknown>;
  bidiStream?(method: Method, requests: AsyncIterable<unknown>, options: CallOptions): AsyncIterable<unknown>;
  /** Gives back connections that the transport holds. */
  close(): Promise<void>;
}

/**
 * A transport that takes of a method only what clients need. In contrast to methods, functions are
 * compared by their parameters: another transport cannot stand where this one is wanted.
 */
export interface ClientTransport extends Transport {
  readonly unary: (method: ClientMethod, request: unknown, options: CallOptions) => Promise<unknown>;
  readonly stream: (method: ClientMethod, request: unknown, options: CallOptions) => AsyncIterable<unknown>;
  readonly clientStream?: (
    method: ClientMethod,
    requests: AsyncIterable<unknown>,
    options: CallOptions,
  ) => Promise<unknown>;
  readonly bidiStream?: (
    method: ClientMethod,
    requests: AsyncIterable<unknown>,
    options: CallOptions,
  ) => AsyncIterable<unknown>;
}

/** Changes what a transport does: adds headers, repeats calls, measures. */
export type Interceptor = (transport: Transport) => Transport;

/** The same of a transport that takes of a method only what clients need. */
export type ClientInterceptor = (transport: ClientTransport) => ClientTransport;

/** Makes a service's client, with its handlers' interface. The first interceptor sees a call first. */
export function createClient<Service extends object>(
  service: ServiceDefinition<Service>,
  transport: Transport,
  options?: { readonly interceptors?: readonly Interceptor[] },
): ClientOf<Service>;
/** The same of a service as its clients need it, by a transport that needs no more. */
export function createClient<Service extends object>(
  service: ClientDefinition<Service>,
  transport: ClientTransport,
  options?: { readonly interceptors?: readonly ClientInterceptor[] },
): ClientOf<Service>;
export function createClient<Service extends object>(
  service: ClientDefinition<Service>,
  transport: Transport,
  {
    interceptors = [],
  }: { readonly interceptors?: readonly ((transport: ClientTransport) => Transport)[] } = {},
): ClientOf<Service> {
  // The overloads see to it that transport and interceptors can do with what the service has.
  const last = interceptors.reduceRight((inner, intercept) => intercept(inner as ClientTransport), transport);
  const client = Object.fromEntries(
    Object.entries(service.methods as Readonly<Record<string, Method>>).map(([key, method]) => [
      key,
      clientMethod(method, last),
    ]),
  );
  return markClient(client, { service, resumes: false }) as ClientOf<Service>;
}

type ClientCall = (request: unknown, options?: CallOptions) => unknown;

/** The method of a transport that carries a kind of calls. */
const carriers = { unary: "unary", server: "stream", client: "clientStream", bidi: "bidiStream" } as const;

function clientMethod(method: Method, transport: Transport): ClientCall {
  const carrier = carriers[method.kind];
  // A caller without types may leave out a request that has no fields to set.
  return (sent = {}, options = {}) => {
    if (transport[carrier] === undefined) throw noClientStreams(method, transport);
    // The interface of the service says which methods take a stream.
    return transport[carrier](method, sent as AsyncIterable<unknown>, options);
  };
}

function noClientStreams({ name }: Method, { binding }: Transport): TypeError {
  return new TypeError(`${name}: a client's stream cannot be carried by ${binding}; use another binding`);
}

/** What carries a client's stream over HTTP. */
export function overHttp({ overHttp: carriers, name }: ClientMethod): StreamsOverHttp {
  if (carriers !== undefined) return carriers;
  throw new TypeError(
    `${name}: its table has nothing that carries a client's stream over HTTP; generate it anew`,
  );
}
