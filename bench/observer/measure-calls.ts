// Answers calls without a socket, watched as the argument says: as many as a message asks for.
import { A2AService } from "@a2agen/a2a-1.0";
import { otel } from "@a2agen/otel";
import { createHost, implement } from "@a2agen/runtime/host";
import type { HttpHandler, HttpRequest } from "@a2agen/runtime/http";
import { createHttpHandler } from "@a2agen/runtime/server";
import { context, metrics, propagation, ROOT_CONTEXT, SpanKind, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { MeterProvider } from "@opentelemetry/sdk-metrics";
import { AlwaysOffSampler, BasicTracerProvider } from "@opentelemetry/sdk-trace-base";
import { createKitAgent } from "../agent/contenders/kit.ts";
import { card } from "../server/agent-card.ts";
import { createAgent } from "../server/contenders/a2agen.ts";
import { sample } from "../server/work.ts";
import type { ObserverContender } from "./contender-names.ts";

const contender = process.argv[2] as ObserverContender;

if (contender !== "no observer" && contender !== "otel() without an SDK") {
  trace.setGlobalTracerProvider(new BasicTracerProvider({ sampler: new AlwaysOffSampler() }));
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
}
if (contender === "otel() with metrics of the SDK") metrics.setGlobalMeterProvider(new MeterProvider());

const observer = contender.startsWith("otel()") ? otel() : undefined;

const headers: Readonly<Record<string, string>> = {
  host: "127.0.0.1",
  "content-type": "application/json",
  "a2a-version": "1.0",
  traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00",
};
const body = new TextEncoder().encode(
  JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params: { message: sample } }),
);
const request: HttpRequest = {
  method: "POST",
  target: "/rpc",
  header: (name) => headers[name.toLowerCase()],
  body: () => Promise.resolve(body),
  onDisconnect: () => undefined,
};

/** What an observer of a call cannot do without: a span in the trace of the caller, and one number. */
function callBare(handle: HttpHandler): HttpHandler {
  const tracer = trace.getTracer("bench");
  const histogram = metrics.getMeter("bench").createHistogram("bench.duration", { unit: "s" });
  const attributes = { "a2a.method.name": "SendMessage", "a2agen.binding": "JSONRPC" };
  const getter = { get: (of: HttpRequest, name: string) => of.header(name), keys: () => [] };
  return async (of) => {
    const begun = performance.now();
    const parent = propagation.extract(ROOT_CONTEXT, of, getter);
    const span = tracer.startSpan("SendMessage", { kind: SpanKind.SERVER, attributes }, parent);
    const answer = await context.with(trace.setSpan(parent, span), () => handle(of));
    span.end();
    histogram.record((performance.now() - begun) / 1000, attributes);
    return answer;
  };
}

function wrap(handle: HttpHandler): HttpHandler {
  if (contender === "bare calls of the API") return callBare(handle);
  if (contender === "context.with alone") return (of) => context.with(ROOT_CONTEXT, () => handle(of));
  return handle;
}

const services = {
  stub: createAgent(),
  kit: createKitAgent(1000, observer),
};
const handlers = Object.fromEntries(
  Object.entries(services).map(([name, agent]) => {
    const host = createHost({
      services: [implement(A2AService, agent)],
      card,
      ...(observer && { observer }),
    });
    return [name, wrap(createHttpHandler(host, { jsonRpc: "/rpc" }))];
  }),
);

interface Order {
  readonly service: keyof typeof services;
  readonly calls: number;
}

async function measure({ service, calls }: Order): Promise<number> {
  const handle = handlers[service];
  if (handle === undefined) throw new Error(`expected a service, found ${service}`);
  const began = process.cpuUsage();
  for (let call = 0; call < calls; call++) {
    const answer = await handle(request);
    if (answer?.status !== 200) throw new Error(`${contender}: ${JSON.stringify(answer)}`);
  }
  const { user, system } = process.cpuUsage(began);
  return (user + system) / calls;
}

process.on("message", (order: Order) => void measure(order).then((time) => process.send?.(time)));
