import type { Meaning } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { meaningOf, readMessage } from "@a2agen/exchange/meaning/reader.ts";
import { invalidAnswer, locateHttp, parameterHeaders } from "@a2agen/runtime/binding";
import { toHttpUrl } from "@a2agen/runtime/internal/wire";
import type { CallOptions, Method, Protocol, Transport } from "@a2agen/runtime/service";
import {
  type BindingFactory,
  type BindingTarget,
  type CallError,
  clientError,
  fromErrorDetails,
  fromGrpcCode,
} from "@a2agen/runtime/service";
import type { SentGrpc, WireLog } from "../wire/wire-log.ts";
import { breathe } from "./breathe.ts";
import { textOf } from "./recorded-fetch.ts";
import type { Relay, RelayedAnswer, RelayedPiece } from "./relay.ts";

/** gRPC, which browsers do not speak, by the relay, which writes and reads the messages. */
export function relayedGrpc(relay: Relay, wire: WireLog): BindingFactory {
  return {
    binding: "GRPC",
    usesFetch: false,
    locate: (url) => locateHttp(toHttpUrl(url)),
    carries: ({ protocol }) => protocol.bindings?.includes("GRPC") !== false,
    connect: (target) => new RelayedGrpc(target, { relay, wire }),
  };
}

class RelayedGrpc implements Transport {
  readonly binding = "GRPC";
  readonly #target: BindingTarget;
  readonly #url: string;
  readonly #way: { readonly relay: Relay; readonly wire: WireLog };

  constructor(target: BindingTarget, way: { readonly relay: Relay; readonly wire: WireLog }) {
    this.#target = target;
    this.#url = toHttpUrl(target.url);
    this.#way = way;
  }

  async unary(method: Method, request: unknown, options: CallOptions): Promise<unknown> {
    for await (const answer of this.stream(method, request, options)) return answer;
    throw invalidAnswer(this.#target.protocol, `${method.name}: the answer has no message`);
  }

  async *stream(
    method: Method,
    request: unknown,
    options: CallOptions,
  ): AsyncGenerator<unknown, void, undefined> {
    const { protocol, service } = this.#target;
    const headers = Object.entries({ ...parameterHeaders(options, protocol), ...options.headers });
    const sent: SentGrpc = {
      kind: "grpc",
      verb: "POST",
      url: `${new URL(this.#url).origin}/${service.typeName}/${method.name}`,
      headers: headers.map(([name, value]) => [name.toLowerCase(), value]),
      protocol: protocol.name,
      message: request,
      method,
    };
    const answer = await sendGrpc(sent, { ...this.#way, signal: options.signal }).catch((error: unknown) => {
      throw clientError("UNAVAILABLE", `${this.#url}: ${textOf(error)}`, { cause: error });
    });
    options.onHeaders?.(Object.fromEntries(answer.headers));
    for await (const { message } of answer.pieces) {
      if (message === undefined || "value" in message) yield message?.value;
      else {
        const text = `${method.name}: the answer is not what the method returns: ${message.problem}`;
        throw invalidAnswer(protocol, text);
      }
    }
    const error = toCallError(answer, protocol);
    if (error !== undefined) throw error;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** Calls a method by the relay, and records what goes over the wire. */
export async function sendGrpc(
  sent: SentGrpc,
  {
    relay,
    wire,
    signal,
  }: { readonly relay: Relay; readonly wire: WireLog; readonly signal: AbortSignal | undefined },
): Promise<RelayedAnswer> {
  const { method, verb: _, ...request } = sent;
  const record = wire.begin(sent);
  let answer: RelayedAnswer;
  try {
    answer = await relay.send(request, signal);
  } catch (error) {
    record.end(textOf(error));
    throw error;
  }
  record.headOf(answer.status, answer.headers);
  if (answer.sent !== undefined) record.body(answer.sent);
  const pieces = async function* (): AsyncGenerator<RelayedPiece, void, undefined> {
    try {
      for await (const piece of answer.pieces) {
        await breathe();
        record.frame(piece.bytes, readRelayed(piece, method));
        yield piece;
      }
      record.status(answer.trailers(), answer.details());
      record.end();
    } catch (error) {
      record.end(textOf(error));
      throw error;
    } finally {
      record.end("the client left");
    }
  };
  return { ...answer, pieces: pieces() };
}

function readRelayed({ message }: RelayedPiece, { output }: Method): Meaning {
  if (message !== undefined && "value" in message) return readMessage(output, message.value);
  const problems = message === undefined ? [] : [{ path: "", message: message.problem }];
  return meaningOf({ type: output.typeName, problems });
}

/** The error that the trailers tell; undefined for success. */
function toCallError(answer: RelayedAnswer, protocol: Protocol): CallError | undefined {
  const trailers = new Map(answer.trailers());
  const code = Number(trailers.get("grpc-status") ?? 2);
  if (code === 0) return undefined;
  const message = trailers.get("grpc-message") ?? "";
  return fromErrorDetails(answer.details(), { status: fromGrpcCode(code), message }, protocol);
}
