import type { ClientTransport } from "./transport.ts";

type Calls = Pick<ClientTransport, "unary" | "stream" | "clientStream" | "bidiStream">;

/** A transport with some calls replaced. */
export function wrapTransport(inner: ClientTransport, own: Partial<Calls>): ClientTransport {
  const { clientStream, bidiStream } = inner;
  return {
    get binding() {
      return inner.binding;
    },
    unary: own.unary ?? ((method, request, options) => inner.unary(method, request, options)),
    stream: own.stream ?? ((method, request, options) => inner.stream(method, request, options)),
    // Optional methods stay optional.
    ...(clientStream && {
      clientStream: own.clientStream ?? ((...call) => clientStream.apply(inner, call)),
    }),
    ...(bidiStream && { bidiStream: own.bidiStream ?? ((...call) => bidiStream.apply(inner, call)) }),
    close: () => inner.close(),
  };
}
