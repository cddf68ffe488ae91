import type { CallOptions } from "../service/call-context.ts";
import type { Method } from "../service/method.ts";
import type { Interceptor, Transport } from "../service/transport.ts";

type Calls = Pick<Transport, "unary" | "stream" | "clientStream" | "bidiStream">;

/** A transport that does some of its calls in another way. */
export function wrapTransport(inner: Transport, own: Partial<Calls>): Transport {
  const { clientStream, bidiStream } = inner;
  return {
    binding: inner.binding,
    unary: own.unary ?? ((method, request, options) => inner.unary(method, request, options)),
    stream: own.stream ?? ((method, request, options) => inner.stream(method, request, options)),
    // What the transport cannot do, it cannot do in another way either.
    ...(clientStream === undefined
      ? {}
      : { clientStream: own.clientStream ?? ((...call) => clientStream.apply(inner, call)) }),
    ...(bidiStream === undefined
      ? {}
      : { bidiStream: own.bidiStream ?? ((...call) => bidiStream.apply(inner, call)) }),
    close: () => inner.close(),
  };
}

/** Changes the options of every call. What `change` throws, the call fails with. */
export function withOptions(
  change: (options: CallOptions, method: Method) => CallOptions | Promise<CallOptions>,
): Interceptor {
  return (inner) => {
    const { clientStream, bidiStream } = inner;
    return wrapTransport(inner, {
      async unary(method, request, options) {
        return inner.unary(method, request, await change(options, method));
      },
      async *stream(method, request, options) {
        yield* inner.stream(method, request, await change(options, method));
      },
      ...(clientStream === undefined
        ? {}
        : {
            async clientStream(method, requests, options) {
              return clientStream.call(inner, method, requests, await change(options, method));
            },
          }),
      ...(bidiStream === undefined
        ? {}
        : {
            async *bidiStream(method, requests, options) {
              yield* bidiStream.call(inner, method, requests, await change(options, method));
            },
          }),
    });
  };
}

/** Changes every message that a client sends. */
export function withRequests(change: (request: unknown, method: Method) => unknown): Interceptor {
  return (inner) => {
    const { clientStream, bidiStream } = inner;
    return wrapTransport(inner, {
      unary: (method, request, options) => inner.unary(method, change(request, method), options),
      stream: (method, request, options) => inner.stream(method, change(request, method), options),
      ...(clientStream === undefined
        ? {}
        : {
            clientStream: (method, requests, options) =>
              clientStream.call(inner, method, changeEach(requests, method, change), options),
          }),
      ...(bidiStream === undefined
        ? {}
        : {
            bidiStream: (method, requests, options) =>
              bidiStream.call(inner, method, changeEach(requests, method, change), options),
          }),
    });
  };
}

async function* changeEach(
  requests: AsyncIterable<unknown>,
  method: Method,
  change: (request: unknown, method: Method) => unknown,
): AsyncIterable<unknown> {
  for await (const request of requests) yield change(request, method);
}
