import type { CallOptions } from "../../service/call-context.ts";
import type { ClientMethod } from "../../service/method.ts";
import type { ClientInterceptor, ClientTransport, Interceptor } from "../../service/transport.ts";
import { wrapTransport } from "../../service/wrap-transport.ts";

/** An interceptor of every transport: one that needs more of a method is given such methods. */
export function interceptAny(intercept: ClientInterceptor): Interceptor & ClientInterceptor {
  return intercept as Interceptor & ClientInterceptor;
}

/** A call that failed. */
export interface FailedCall {
  readonly error: unknown;
  readonly method: ClientMethod;
  readonly request: unknown;
  readonly options: CallOptions;
}

/** A transport whose unary calls are answered by `recover` when they fail; it throws the error that stays. */
export function recoverUnary(
  inner: ClientTransport,
  recover: (failed: FailedCall) => Promise<unknown>,
): ClientTransport {
  return wrapTransport(inner, {
    async unary(method, request, options) {
      try {
        return await inner.unary(method, request, options);
      } catch (error) {
        return await recover({ error, method, request, options });
      }
    },
  });
}

/** How a call is changed. */
export interface ChangedCall {
  readonly options: CallOptions;
  /** Changes each message that is sent. */
  readonly map?: (request: unknown) => unknown;
  /** Called when the call is over. */
  readonly done?: () => void;
}

type Change = (options: CallOptions, method: ClientMethod) => ChangedCall | Promise<ChangedCall>;

/** Changes every call; a call fails with the errors of `change` and `map`. */
export function changeCalls(change: Change): ClientInterceptor {
  const once = async (
    [options, method]: Parameters<Change>,
    send: (call: ChangedCall) => Promise<unknown>,
  ): Promise<unknown> => {
    const call = await change(options, method);
    try {
      return await send(call);
    } finally {
      call.done?.();
    }
  };
  const stream = async function* (
    [options, method]: Parameters<Change>,
    open: (call: ChangedCall) => AsyncIterable<unknown>,
  ): AsyncGenerator<unknown, void, undefined> {
    const call = await change(options, method);
    try {
      yield* open(call);
    } finally {
      call.done?.();
    }
  };
  return (inner) => {
    const { clientStream, bidiStream } = inner;
    return wrapTransport(inner, {
      unary: (method, request, given) =>
        once([given, method], ({ options, map = same }) => inner.unary(method, map(request), options)),
      stream: (method, request, given) =>
        stream([given, method], ({ options, map = same }) => inner.stream(method, map(request), options)),
      ...(clientStream && {
        clientStream: (method, requests, given) =>
          once([given, method], ({ options, map }) =>
            clientStream.call(inner, method, mapEach(requests, map), options),
          ),
      }),
      ...(bidiStream && {
        bidiStream: (method, requests, given) =>
          stream([given, method], ({ options, map }) =>
            bidiStream.call(inner, method, mapEach(requests, map), options),
          ),
      }),
    });
  };
}

function same(request: unknown): unknown {
  return request;
}

async function* mapEach(
  requests: AsyncIterable<unknown>,
  map: ChangedCall["map"] = same,
): AsyncIterable<unknown> {
  for await (const request of requests) yield map(request);
}
