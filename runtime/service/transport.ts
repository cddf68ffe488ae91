import type { CallOptions, ClientOf } from "./call-context.ts";
import type { ClientDefinition, ClientMethod, Method, ServiceDefinition } from "./method.ts";

/** What carries the calls of a client: one binding to one server. */
export interface Transport {
  /** "JSONRPC", "HTTP+JSON", "GRPC", or the name of a custom binding. */
  readonly binding: string;
  /** Rejects with a CallError. */
  unary(method: Method, request: unknown, options: CallOptions): Promise<unknown>;
  /** Nothing is sent before the first event is asked for. Throws a CallError; ending the loop ends the call. */
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
}

/** Changes what a transport does: adds headers, repeats calls, measures. */
export type Interceptor = (transport: Transport) => Transport;

/** Makes the client of a service: an object with the interface of its handlers. The first interceptor sees a call first. */
export function createClient<Service extends object>(
  service: ServiceDefinition<Service>,
  transport: Transport,
  options?: { readonly interceptors?: readonly Interceptor[] },
): ClientOf<Service>;
/** The same of a service as its clients need it, by a transport that needs no more. */
export function createClient<Service extends object>(
  service: ClientDefinition<Service>,
  transport: ClientTransport,
  options?: { readonly interceptors?: readonly ((transport: ClientTransport) => ClientTransport)[] },
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
  return Object.fromEntries(
    Object.entries(service.methods as Readonly<Record<string, Method>>).map(([key, method]) => [
      key,
      clientMethod(method, last),
    ]),
  ) as ClientOf<Service>;
}

type ClientCall = (request: unknown, options?: CallOptions) => unknown;

function clientMethod(method: Method, transport: Transport): ClientCall {
  switch (method.kind) {
    // A caller without types may leave out a request that has no fields to set.
    case "unary":
      return (request = {}, options = {}) => transport.unary(method, request, options);
    case "server":
      return (request = {}, options = {}) => transport.stream(method, request, options);
    case "client":
      return (requests, options = {}) => {
        if (transport.clientStream === undefined) throw noClientStreams(method, transport);
        return transport.clientStream(method, requests as AsyncIterable<unknown>, options);
      };
    case "bidi":
      return (requests, options = {}) => {
        if (transport.bidiStream === undefined) throw noClientStreams(method, transport);
        return transport.bidiStream(method, requests as AsyncIterable<unknown>, options);
      };
  }
}

function noClientStreams({ name }: Method, { binding }: Transport): TypeError {
  return new TypeError(`${name}: a client's stream cannot be carried by ${binding}; use gRPC`);
}
