import type { Codec } from "../core/codec.ts";
import type { ExtensionCall } from "../service/extension-support.ts";

/**
 * The request of a call, where it is of a codec's type: `requestOf(call, SendMessageRequestCodec)` for the
 * check and the middleware of an extension that looks at what SendMessage and SendStreamingMessage are
 * given. Undefined for calls of other methods, and for those to which clients send a stream.
 */
export function requestOf<T>({ method, request }: ExtensionCall, codec: Codec<T>): T | undefined {
  const isMessage = method.kind === "unary" || method.kind === "server";
  // By name, since two copies of the package of the codec may be loaded. The host has checked the request.
  return isMessage && method.input.typeName === codec.typeName ? (request as T) : undefined;
}
