import type { CallOptions } from "../service/call-context.ts";
import type { Protocol } from "../service/protocol.ts";
import type { Interceptor } from "../service/transport.ts";
import { mergeSignals } from "./merge-signals.ts";
import { tellActivated } from "./tell-activated.ts";
import { wrapTransport } from "./wrap-transport.ts";

export interface CallDefaults {
  /** Ends every call. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number | undefined;
  /** Sent with every call, before the call's own: as the card is now. */
  readonly extensions: () => readonly string[];
  /** The version that is spoken. */
  readonly protocol: Protocol;
}

/** Gives every call the connection's signal, time limit and extensions. */
export function addDefaults(defaults: CallDefaults): Interceptor {
  const prepare = (options: CallOptions): { readonly options: CallOptions; readonly release: () => void } => {
    const { signal, timeoutMs = defaults.timeoutMs } = options;
    const extensions = [...new Set([...defaults.extensions(), ...(options.extensions ?? [])])];
    // One of its own for every call: Node warns of a signal to which many listen.
    const merged = mergeSignals(defaults.signal, signal);
    return {
      options: {
        ...options,
        signal: merged.signal,
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
        ...(extensions.length === 0 ? {} : { extensions }),
        ...tellActivated({ ...options, extensions }, defaults.protocol),
      },
      release: () => merged.release(),
    };
  };
  return (inner) => {
    const { clientStream, bidiStream } = inner;
    return wrapTransport(inner, {
      async unary(method, request, given) {
        const { options, release } = prepare(given);
        try {
          return await inner.unary(method, request, options);
        } finally {
          release();
        }
      },
      async *stream(method, request, given) {
        const { options, release } = prepare(given);
        try {
          yield* inner.stream(method, request, options);
        } finally {
          release();
        }
      },
      ...(clientStream === undefined
        ? {}
        : {
            async clientStream(method, requests, given) {
              const { options, release } = prepare(given);
              try {
                return await clientStream.call(inner, method, requests, options);
              } finally {
                release();
              }
            },
          }),
      ...(bidiStream === undefined
        ? {}
        : {
            async *bidiStream(method, requests, given) {
              const { options, release } = prepare(given);
              try {
                yield* bidiStream.call(inner, method, requests, options);
              } finally {
                release();
              }
            },
          }),
    });
  };
}
