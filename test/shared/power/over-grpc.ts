import { fromRecorded, toRecorded } from "../../../packages/exchange/src/bytes.ts";
import type {
  Answer,
  Exchange,
} from "../../../packages/exchange/src/generated/a2agen/exchange/v1/exchange_types.ts";
import { grpcCodecs } from "../../../packages/exchange/src/grpc-codecs.ts";
import { current } from "../../../packages/exchange/src/versions.ts";
import type { Wire } from "../../../packages/probe/src/core/wire.ts";
import { type GrpcMethod, listMethods } from "../../../packages/runtime/src/grpc/grpc-codecs.ts";
import { fromGrpcCode, statusTable } from "../../../packages/runtime/src/service/status.ts";
import type { Effect, WireAnswer, WireCall } from "../faults/fault.ts";

const methods = listMethods(grpcCodecs.filter(({ service }) => service === current.service));

/** What effects see of an answer: that of JSON-RPC. */
interface Body {
  readonly result?: unknown;
  readonly error?: { readonly code: number };
}

/** A wire that changes what comes over gRPC, by an effect that was made for JSON-RPC. */
export function withGrpcEffect(wire: Wire, effect: Effect): Wire {
  return {
    ...wire,
    async send(id, request, wanted) {
      const exchange = await wire.send(id, request, wanted);
      return exchange && changeExchange(exchange, effect);
    },
  };
}

/** An exchange with a changed answer; one that a proto cannot carry stays as it is. */
export function changeExchange(exchange: Exchange, effect: Effect): Exchange {
  const found = methods.find(({ path }) => exchange.request.url.endsWith(path));
  const { answer } = exchange;
  if (found === undefined || answer === undefined) return exchange;
  try {
    return { ...exchange, answer: changeAnswer(answer, found, effect) };
  } catch {
    return exchange;
  }
}

function changeAnswer(answer: Answer, found: GrpcMethod, effect: Effect): Answer {
  const { frames = [], trailers = [] } = answer;
  const { output, method } = found;
  const call = { method: method.name, params: {} } as WireCall;
  const read = (at: number): unknown => output.decode(fromRecorded(frames[at]?.bytes ?? { text: "" }));
  const write = (value: unknown) => toRecorded(output.encode(output.decode(output.encode(value))));
  if (effect.kind === "events" && frames.length > 0 && effect.when(call)) {
    const own = frames.map((frame, at) => {
      const text = JSON.stringify({ result: read(at) });
      const [event] = effect.map(JSON.parse(text), at) as readonly Body[];
      return JSON.stringify(event) === text ? frame : { ...frame, bytes: write(event?.result) };
    });
    return { ...answer, frames: own };
  }
  if (effect.kind !== "answer" || method.kind === "server") return answer;
  const status = Number(trailers.find(({ name }) => name === "grpc-status")?.value ?? 0);
  const refusal = statusTable[fromGrpcCode(status)];
  const before: Body = status === 0 ? { result: read(0) } : { error: { code: refusal.jsonRpc } };
  const text = JSON.stringify(before);
  const own: WireAnswer = { status: 200, headers: {}, body: text, trailers: {} };
  if (!effect.when(call, text)) return answer;
  effect.change(own, call);
  if (own.body === text) return answer;
  const { result, error } = JSON.parse(own.body) as Body;
  const code = Object.values(statusTable).find(({ jsonRpc }) => jsonRpc === error?.code)?.grpc ?? 2;
  return {
    ...answer,
    frames: error === undefined ? [{ afterMs: 1, bytes: write(result) }] : [],
    trailers: [{ name: "grpc-status", value: String(error === undefined ? 0 : code) }],
  };
}
