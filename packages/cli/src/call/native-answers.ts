import type { CallOptions, Method, Transport } from "@a2agen/runtime/service";
import {
  type ServiceTranslation,
  type TranslateTransportOptions,
  translateTransport,
} from "@a2agen/runtime/versions";

/** A transport for calls in the types of 1.0, and what the agent answered in its own version. */
export interface RememberingTransport {
  readonly transport: Transport;
  /** The answer or event as it was before it was translated; a value of our own is itself. */
  native(value: unknown): unknown;
}

/** Translates calls as `translateTransport` does, and remembers what the answers were made of. */
export function rememberNatives(
  translation: ServiceTranslation,
  inner: Transport,
  options: TranslateTransportOptions,
): RememberingTransport {
  const natives = new WeakMap<object, unknown>();
  const remember = (value: unknown, native: unknown): unknown => {
    if (typeof value === "object" && value !== null) natives.set(value, native);
    return value;
  };
  /** Each call has its own path, so that answers of concurrent calls are not mixed up. */
  const listen = (hear: (native: unknown) => void): Transport =>
    translateTransport(translation, listeningTransport(inner, hear), options);
  return {
    native: (value) => (typeof value === "object" && value !== null ? (natives.get(value) ?? value) : value),
    transport: {
      binding: inner.binding,
      async unary(method, request, callOptions) {
        let native: unknown;
        const heard = listen((answer) => {
          native = answer;
        });
        return remember(await heard.unary(method, request, callOptions), native);
      },
      async *stream(method, request, callOptions) {
        let native: unknown;
        const heard = listen((event) => {
          native = event;
        });
        for await (const event of heard.stream(method, request, callOptions)) yield remember(event, native);
      },
      close: () => inner.close(),
    },
  };
}

/** Tells each answer and event before it hands it on. */
function listeningTransport(inner: Transport, hear: (native: unknown) => void): Transport {
  return {
    binding: inner.binding,
    async unary(method: Method, request: unknown, options: CallOptions) {
      const answer = await inner.unary(method, request, options);
      hear(answer);
      return answer;
    },
    async *stream(method: Method, request: unknown, options: CallOptions) {
      for await (const event of inner.stream(method, request, options)) {
        hear(event);
        yield event;
      }
    },
    close: () => inner.close(),
  };
}
