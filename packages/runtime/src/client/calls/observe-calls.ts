import type { CallOptions } from "../../service/call-context.ts";
import type { ClientMethod } from "../../service/method.ts";
import {
  observeIterator,
  observeWork,
  type SafeObservation,
  type SafeObserver,
} from "../../service/observe.ts";
import type { CallTarget } from "../../service/observer.ts";
import type { ClientInterceptor } from "../../service/transport.ts";
import { wrapTransport } from "../../service/wrap-transport.ts";

/** Shows an observer every call, with all its attempts as one, and sends the headers of the trace with it. */
export function observeCalls(observer: SafeObserver, target: () => CallTarget): ClientInterceptor {
  const begin = ({ name, kind }: ClientMethod): SafeObservation | undefined =>
    observer.begin({ kind: "client", method: name, isStream: kind === "server" || kind === "bidi", target });

  const once = (
    method: ClientMethod,
    options: CallOptions,
    call: Call<Promise<unknown>>,
  ): Promise<unknown> => {
    const observed = begin(method);
    if (observed === undefined) return call(options, undefined);
    return observeWork(
      observed,
      () => call(withTrace(options, observed), observed),
      (answer) => observed.answer(answer),
    );
  };

  async function* stream(
    method: ClientMethod,
    options: CallOptions,
    call: Call<AsyncIterable<unknown>>,
  ): AsyncGenerator<unknown, void, undefined> {
    const observed = begin(method);
    if (observed === undefined) {
      yield* call(options, undefined);
      return;
    }
    try {
      const open = () => call(withTrace(options, observed), observed)[Symbol.asyncIterator]();
      const events = observeIterator(observed, observed.run(open));
      for await (const event of { [Symbol.asyncIterator]: () => events }) {
        observed.answer(event);
        yield event;
      }
    } catch (error) {
      observed.end({ error });
      throw error;
    } finally {
      observed.end();
    }
  }

  return (inner) => {
    const { clientStream, bidiStream } = inner;
    return wrapTransport(inner, {
      unary: (method, request, options) =>
        once(method, options, (traced, observed) => {
          observed?.request(request);
          return inner.unary(method, request, traced);
        }),
      stream: (method, request, options) =>
        stream(method, options, (traced, observed) => {
          observed?.request(request);
          return inner.stream(method, request, traced);
        }),
      ...(clientStream && {
        clientStream: (method, requests, options) =>
          once(method, options, (traced, observed) =>
            clientStream.call(inner, method, showFirst(requests, observed), traced),
          ),
      }),
      ...(bidiStream && {
        bidiStream: (method, requests, options) =>
          stream(method, options, (traced, observed) =>
            bidiStream.call(inner, method, showFirst(requests, observed), traced),
          ),
      }),
    });
  };
}

type Call<Result> = (options: CallOptions, observed: SafeObservation | undefined) => Result;

function withTrace(options: CallOptions, observed: SafeObservation): CallOptions {
  return { ...options, headers: { ...observed.carrier(), ...options.headers } };
}

async function* showFirst(
  requests: AsyncIterable<unknown>,
  observed: SafeObservation | undefined,
): AsyncGenerator<unknown, void, undefined> {
  let isFirst = true;
  for await (const request of requests) {
    if (isFirst) observed?.request(request);
    isFirst = false;
    yield request;
  }
}
