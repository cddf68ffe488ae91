import { InterceptingCall, type Interceptor, type Metadata } from "@grpc/grpc-js";

/** A call as its client sees it: the bytes of each message, in base64. */
export interface SeenCall {
  readonly path: string;
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly messages: readonly string[];
  readonly status: string;
  readonly trailers: Readonly<Record<string, readonly string[]>>;
}

/** An interceptor that notes each call when it is over, with all metadata but the date. */
export function watchCalls(): { readonly seen: SeenCall[]; readonly interceptor: Interceptor } {
  const seen: SeenCall[] = [];
  const interceptor: Interceptor = (options, nextCall) => {
    let headers: SeenCall["headers"] = {};
    const messages: string[] = [];
    return new InterceptingCall(nextCall(options), {
      start(metadata, _listener, next) {
        next(metadata, {
          onReceiveMetadata(came, pass) {
            headers = entriesOf(came);
            pass(came);
          },
          onReceiveMessage(message: Buffer | null, pass) {
            if (message !== null) messages.push(message.toString("base64"));
            pass(message);
          },
          onReceiveStatus(status, pass) {
            const { path } = options.method_definition;
            const trailers = entriesOf(status.metadata);
            seen.push({ path, headers, messages, status: `${status.code} ${status.details}`, trailers });
            pass(status);
          },
        });
      },
    });
  };
  return { seen, interceptor };
}

function entriesOf(metadata: Metadata): SeenCall["headers"] {
  const entries = Object.entries(metadata.toJSON()).filter(([name]) => name !== "date");
  return Object.fromEntries(
    entries.map(([name, values]) => [
      name,
      values.map((value) => (typeof value === "string" ? value : value.toString("base64"))),
    ]),
  );
}
