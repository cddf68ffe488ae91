import type { Exchange } from "../../../packages/exchange/src/generated/a2agen/exchange/v1/exchange_types.ts";
import type { Wire } from "../../../packages/probe/src/core/wire.ts";
import type {
  BodyStream,
  HttpHandler,
  HttpRequest,
  HttpResponse,
} from "../../../packages/runtime/src/http/http-message.ts";
import type { Fault, WireAnswer, WireCall } from "./fault.ts";

/** A handler with a fault, over JSON-RPC, HTTP+JSON or in its card. */
export function withFault(handler: HttpHandler, { effect }: Pick<Fault, "effect">): HttpHandler {
  const open: OpenStreams = new Set();
  return async (request) => {
    const bytes = await request.body({ maximumBytes: 10_000_000, timeoutMs: 30_000 });
    const text = Buffer.from(bytes).toString();
    const call = readCall(request, text);
    const header = (name: string): string | undefined =>
      effect.kind === "header" ? effect.read(name.toLowerCase(), request.header(name)) : request.header(name);
    const isOther = effect.kind === "call" && effect.when(call);
    const sent = isOther ? effect.text(call) : undefined;
    const response = await handler({
      method: request.method,
      target: effect.kind === "target" ? effect.read(request.target) : request.target,
      header,
      body: async () => (sent === undefined ? bytes : Buffer.from(sent)),
      onDisconnect: (listener) => request.onDisconnect(listener),
    });
    if (response === undefined) return response;
    return changeResponse(response, effect, call, open);
  };
}

/** Streams that end with the first one that its client closes. */
type OpenStreams = Set<{ end(): void }>;

/** A stream that ends with others. */
function endTogether(body: BodyStream, open: OpenStreams): BodyStream {
  let end: () => void = () => undefined;
  const ended = new Promise<undefined>((resolve) => {
    end = () => resolve(undefined);
  });
  const own = { end };
  open.add(own);
  return {
    ...body,
    pull: async () => Promise.race([body.pull(), ended]),
    cancel() {
      open.delete(own);
      for (const other of open) other.end();
      body.cancel();
    },
  };
}

function changeResponse(
  response: HttpResponse,
  effect: Fault["effect"],
  call: WireCall,
  open: OpenStreams,
): HttpResponse {
  const { body } = response;
  if (effect.kind === "together" && typeof body === "object" && effect.when(call)) {
    return { ...response, body: endTogether(body, open) };
  }
  if (effect.kind === "endless" && typeof body === "object" && effect.when(call)) {
    const endless = new Promise<never>(() => undefined);
    return { ...response, body: { ...body, pull: async () => (await body.pull()) ?? endless } };
  }
  if (effect.kind === "events") {
    if (typeof body !== "object" || !effect.when(call)) return response;
    return { ...response, body: mapEvents(body, effect.map) };
  }
  if (effect.kind !== "answer" || !effect.when(call, typeof body === "string" ? body : "")) return response;
  const answer: WireAnswer = {
    status: response.status,
    headers: { ...response.headers },
    body: typeof body === "string" ? body : "",
    trailers: {},
  };
  effect.change(answer, call);
  const { status, headers } = answer;
  const own = typeof body === "object" ? body : answer.body;
  return { status, headers, ...(own === "" ? {} : { body: own }) };
}

/** The events of a stream, one after the other as they come. */
export function mapEvents(
  body: BodyStream,
  map: (event: unknown, at: number) => readonly unknown[],
): BodyStream {
  let held = "";
  let count = 0;
  return {
    async pull() {
      for (;;) {
        const end = held.indexOf("\n\n");
        if (end === -1) {
          const piece = await body.pull();
          if (piece === undefined) return undefined;
          held += piece;
          continue;
        }
        const event = held.slice(0, end);
        held = held.slice(end + 2);
        const data = /^data: (.*)$/m.exec(event)?.[1];
        if (data === undefined) return `${event}\n\n`;
        const mapped = map(JSON.parse(data), count++);
        if (mapped.length > 0) return mapped.map((each) => `data: ${JSON.stringify(each)}\n\n`).join("");
      }
    },
    cancel: () => body.cancel(),
    ...(body.onAbort === undefined ? {} : { onAbort: (listener: () => void) => body.onAbort?.(listener) }),
  };
}

export function readCall(request: HttpRequest, text: string): WireCall {
  const { method = "", params = {} } = parse(text) as { method?: string; params?: WireCall["params"] };
  const { method: verb, target } = request;
  return { verb, target, method, params, text, header: (name) => request.header(name) };
}

function parse(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** A transport with a fault: of an answer over gRPC, or of a notification. */
export function withFaultyWire(wire: Wire, { effect, bindings }: Fault): Wire {
  const more: Exchange[] = [];
  return {
    ...wire,
    async send(id, given, wanted) {
      const request = structuredClone(given);
      if (effect.kind === "sent") effect.change(request);
      const exchange = await wire.send(id, request, wanted);
      const isGrpc = request.headers?.some(({ name, value }) => name === "te" && value === "trailers");
      if (exchange === undefined || bindings.at(-1) !== "GRPC" || isGrpc !== true) return exchange;
      return effect.kind === "answer" ? changeGrpc(exchange, effect) : exchange;
    },
    async receive(id, url, ms) {
      const [next] = more.splice(0, 1);
      if (next !== undefined) return { ...next, id };
      const exchange = await wire.receive?.(id, url, ms);
      if (exchange?.answer === undefined || effect.kind !== "notification") return exchange;
      const copy = structuredClone(exchange);
      effect.change(copy.request);
      if (effect.more !== undefined) {
        const other = structuredClone(copy);
        effect.more(other.request);
        more.push(other);
      }
      return copy;
    },
  };
}

function changeGrpc(exchange: Exchange, effect: Extract<Fault["effect"], { kind: "answer" }>): Exchange {
  const { request, answer } = exchange;
  const method = request.url.split("/").at(-1) ?? "";
  const header = (wanted: string): string | undefined =>
    request.headers?.find(({ name }) => name === wanted)?.value;
  const call: WireCall = { verb: "POST", target: "", method, params: {}, text: "", header };
  const trailers = Object.fromEntries((answer?.trailers ?? []).map(({ name, value = "" }) => [name, value]));
  if (answer === undefined || !effect.when(call, trailers["grpc-status"] ?? "")) return exchange;
  const changed: WireAnswer = {
    status: answer.status,
    headers: Object.fromEntries((answer.headers ?? []).map(({ name, value = "" }) => [name, value])),
    body: "",
    trailers,
  };
  effect.change(changed, call);
  const list = (fields: Readonly<Record<string, string>>) =>
    Object.entries(fields).map(([name, value]) => ({ name, value }));
  return {
    ...exchange,
    answer: {
      ...answer,
      status: changed.status,
      headers: list(changed.headers),
      trailers: list(changed.trailers),
      ...(changed.body === "" ? {} : { frames: [{ afterMs: 1, bytes: { base64: changed.body } }] }),
    },
  };
}
