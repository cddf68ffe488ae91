import { grpcCodecs } from "../../../exchange/grpc-codecs.ts";
import { base64ToBytes } from "../../../runtime/core/base64.ts";
import { errorMessage } from "../../../runtime/core/object.ts";
import { type GrpcMethod, listMethods } from "../../../runtime/grpc/grpc-codecs.ts";
import { toHttpUrl } from "../../../runtime/grpc/http-url.ts";
import { decodeStatus } from "../../../runtime/grpc/status-details.ts";
import {
  type BindingFactory,
  type BindingTarget,
  locateHttp,
} from "../../../runtime/service/binding-factory.ts";
import type { CallOptions } from "../../../runtime/service/call-context.ts";
import { type CallError, clientError } from "../../../runtime/service/call-error.ts";
import { fromErrorDetails } from "../../../runtime/service/error-details.ts";
import { invalidAnswer } from "../../../runtime/service/invalid-answer.ts";
import type { Method } from "../../../runtime/service/method.ts";
import { parameterHeaders } from "../../../runtime/service/parameter-headers.ts";
import type { Protocol } from "../../../runtime/service/protocol.ts";
import { fromGrpcCode } from "../../../runtime/service/status.ts";
import type { Transport } from "../../../runtime/service/transport.ts";
import type { WireLog } from "../wire/wire-log.ts";
import { breathe } from "./breathe.ts";
import { textOf } from "./recorded-fetch.ts";
import type { Relay } from "./relay.ts";

/** gRPC, which browsers do not speak, by the relay: messages are written and read here. */
export function relayedGrpc(relay: Relay, wire: WireLog): BindingFactory {
  return {
    binding: "GRPC",
    usesFetch: false,
    locate: (url) => locateHttp(toHttpUrl(url)),
    carries: ({ typeName }) => grpcCodecs.some(({ service }) => service.typeName === typeName),
    connect: (target) => new RelayedGrpc(target, { relay, wire }),
  };
}

class RelayedGrpc implements Transport {
  readonly binding = "GRPC";
  readonly #protocol: Protocol;
  readonly #url: string;
  readonly #methods: ReadonlyMap<Method, GrpcMethod> = new Map(
    listMethods(grpcCodecs).map((entry) => [entry.method, entry]),
  );
  readonly #way: { readonly relay: Relay; readonly wire: WireLog };

  constructor({ protocol, url }: BindingTarget, way: { readonly relay: Relay; readonly wire: WireLog }) {
    this.#protocol = protocol;
    this.#url = toHttpUrl(url);
    this.#way = way;
  }

  async unary(method: Method, request: unknown, options: CallOptions): Promise<unknown> {
    for await (const answer of this.stream(method, request, options)) return answer;
    throw invalidAnswer(this.#protocol, `${method.name}: the answer has no message`);
  }

  async *stream(
    method: Method,
    request: unknown,
    options: CallOptions,
  ): AsyncGenerator<unknown, void, undefined> {
    const entry = this.#methods.get(method);
    if (entry === undefined) throw new TypeError(`no binary codecs for ${method.name}`);
    const { relay, wire } = this.#way;
    const headers = Object.entries({ ...parameterHeaders(options, this.#protocol), ...options.headers });
    const sent = {
      kind: "grpc" as const,
      verb: "POST",
      url: `${new URL(this.#url).origin}${entry.path}`,
      headers: headers.map(([name, value]) => [name.toLowerCase(), value] as const),
      body: entry.input.encode(request),
    };
    const record = wire.begin(sent);
    try {
      const answer = await relay.send({ ...sent, signal: options.signal });
      record.head(answer.status, answer.headers);
      options.onHeaders?.(Object.fromEntries(answer.headers));
      for await (const bytes of answer.pieces) {
        await breathe();
        record.frame(bytes);
        yield this.#decode(entry, bytes);
      }
      const trailers = answer.trailers();
      record.trailers(trailers);
      record.end();
      const error = toCallError(trailers, this.#protocol);
      if (error !== undefined) throw error;
    } catch (error) {
      record.end(textOf(error));
      throw error instanceof TypeError
        ? clientError("UNAVAILABLE", `${this.#url}: ${error.message}`, { cause: error })
        : error;
    } finally {
      record.end("the client left");
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #decode({ method, output }: GrpcMethod, bytes: Uint8Array): unknown {
    try {
      return output.decode(bytes, undefined, { lenient: true });
    } catch (cause) {
      const message = `${method.name}: the answer is not what the method returns: ${errorMessage(cause)}`;
      throw invalidAnswer(this.#protocol, message, cause);
    }
  }
}

/** The error that the trailers tell; undefined for success. */
function toCallError(
  entries: readonly (readonly [string, string])[],
  protocol: Protocol,
): CallError | undefined {
  const trailers = new Map(entries);
  const code = Number(trailers.get("grpc-status") ?? 2);
  if (code === 0) return undefined;
  const details = trailers.get("grpc-status-details-bin");
  const status = details === undefined ? undefined : tryDecodeStatus(details);
  const message = trailers.get("grpc-message") ?? "";
  return fromErrorDetails(
    status?.details ?? [],
    { status: fromGrpcCode(code), message: message === "" ? (status?.message ?? "") : message },
    protocol,
  );
}

function tryDecodeStatus(text: string): ReturnType<typeof decodeStatus> | undefined {
  try {
    return decodeStatus(base64ToBytes(text));
  } catch {
    // Details that cannot be read leave the status as it is.
    return undefined;
  }
}
