// An agent over the tasks of a directory, and its client; writes its spans, one a line. Its turn never ends
// if it is told to hang.
import { A2AService, type AgentCard } from "@a2agen/a2a-1.0";
import { otel } from "@a2agen/otel";
import { openDirectory } from "@a2agen/postgres/directory";
import { toFetchHandler } from "@a2agen/runtime/adapters";
import { createAgent, textArtifact } from "@a2agen/runtime/agent";
import { connect } from "@a2agen/runtime/client";
import { createHost, implement } from "@a2agen/runtime/host";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { createHttpHandler } from "@a2agen/runtime/server";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { BasicTracerProvider, type ReadableSpan, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { followAsyncCalls } from "../shared/otel/telemetry.ts";
import { pgliteClass } from "../shared/pglite.ts";

followAsyncCalls();
const [, , directory = "", mode] = process.argv;

const exporter = {
  export(spans: readonly ReadableSpan[], done: (result: { readonly code: number }) => void): void {
    for (const { name, links, parentSpanContext, ...span } of spans.map(about)) {
      console.log(JSON.stringify({ name, ...span, parent: parentSpanContext, links }));
    }
    done({ code: 0 });
  },
  shutdown: () => Promise.resolve(),
};

function about(span: ReadableSpan) {
  const { traceId, spanId } = span.spanContext();
  const links = span.links.map(({ context }) => context.spanId);
  return { name: span.name, traceId, spanId, parentSpanContext: span.parentSpanContext?.spanId, links };
}

const observer = otel({
  tracerProvider: new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
  propagator: new W3CTraceContextPropagator(),
});
const card: AgentCard = {
  name: "Traced",
  description: "Is killed.",
  version: "1.0.0",
  supportedInterfaces: [{ url: "http://127.0.0.1/a2a", protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
  capabilities: {},
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [],
};
const { store } = await openDirectory(pgliteClass, directory);
const agent = createAgent({
  service: A2AService,
  card,
  store,
  observer,
  resumable: true,
  limits: { leaseMs: 300 },
  async *execute({ text }) {
    console.log("begun");
    if (mode === "hang") await new Promise(() => undefined);
    yield textArtifact("a", text);
  },
});
setInterval(() => undefined, 1000);
if (mode === "hang") {
  const host = createHost({ services: [implement(A2AService, agent)], card, observer });
  const answer = toFetchHandler(createHttpHandler(host));
  const { client } = await connect(A2AService, card, {
    bindings: [jsonRpc()],
    fetch: (input, init) => answer(new Request(input, init)),
    observer,
  });
  await client.sendMessage({
    message: { messageId: "m", role: "ROLE_USER", parts: [{ text: "hello" }] },
    configuration: { returnImmediately: true },
  });
  console.log("answered");
}
