import type { CallOptions, ClientOf } from "./call-context.ts";
import type { Method, ServiceDefinition } from "./method.ts";

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

/** Changes what a transport does: adds headers, repeats calls, measures. */
export type Interceptor = (transport: Transport) => Transport;

/** Makes the client of a service: an object with the interface of its handlers. The first interceptor sees a call first. */
export function createClient<Service extends object>(
  service: ServiceDefinition<Service>,
  transport: Transport,
  { interceptors = [] }: { readonly interceptors?: readonly Interceptor[] } = {},
): ClientOf<Service> {
  const last = interceptors.reduceRight((inner, intercept) => intercept(inner), transport);
  return Object.fromEntries(
    Object.entries<Method>(service.methods).map(([key, method]) => [key, clientMethod(method, last)]),
  ) as ClientOf<Service>;
}

type ClientMethod = (request: unknown, options?: CallOptions) => unknown;

function clientMethod(method: Method, transport: Transport): ClientMethod {
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
