import { A2AService } from "@a2agen/a2a-1.0";
import { otel } from "@a2agen/otel";
import { toFetchHandler } from "@a2agen/runtime/adapters";
import { createAgent, textArtifact } from "@a2agen/runtime/agent";
import { connect } from "@a2agen/runtime/client";
import { createHost, implement } from "@a2agen/runtime/host";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { createHttpHandler } from "@a2agen/runtime/server";
import type { Attributes } from "@opentelemetry/api";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { BasicTracerProvider, SamplingDecision } from "@opentelemetry/sdk-trace-base";
import { expect, onTestFinished, test } from "vitest";
import { followAsyncCalls, Telemetry } from "../../shared/otel/telemetry.ts";
import { fullCard, message } from "../runtime/host/agent.ts";

followAsyncCalls();

/** Takes nothing, and keeps what it was asked. */
class RefusingSampler {
  readonly asked: { readonly name: string; readonly attributes: Attributes }[] = [];

  shouldSample(_context: unknown, _traceId: string, name: string, _kind: unknown, attributes: Attributes) {
    this.asked.push({ name, attributes });
    return { decision: SamplingDecision.NOT_RECORD };
  }
}

test("a sampler is asked for calls, and not for what belongs to one that it has refused", async () => {
  const sampler = new RefusingSampler();
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  const meterProvider = new MeterProvider({ readers: [reader] });
  onTestFinished(() => meterProvider.shutdown());
  const { propagator } = new Telemetry();
  const observer = otel({ tracerProvider: new BasicTracerProvider({ sampler }), meterProvider, propagator });
  const agent = createAgent({
    service: A2AService,
    card: fullCard,
    async *execute({ text, step, call }) {
      yield textArtifact("trace", call.header("traceparent") ?? "none");
      yield textArtifact("echo", await step("think", () => text));
    },
    observer,
  });
  onTestFinished(() => agent.close());
  const host = createHost({ services: [implement(A2AService, agent)], card: fullCard, observer });
  const answer = toFetchHandler(createHttpHandler(host));
  const { client } = await connect(A2AService, fullCard, {
    bindings: [jsonRpc()],
    fetch: (input, init) => answer(new Request(input, init)),
    observer,
  });

  const { task } = await client.sendMessage(message);

  const agentName = { "gen_ai.agent.name": fullCard.name };
  const facts = { "a2a.method.name": "SendMessage", ...agentName };
  const address = { "server.address": "127.0.0.1", "server.port": expect.any(Number) };
  expect(sampler.asked).toEqual([
    { name: "SendMessage", attributes: { ...facts, ...address } },
    { name: "SendMessage", attributes: facts },
  ]);
  // Whom the agent calls next learns the decision.
  expect(task?.artifacts?.[0]?.parts[0]?.text).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-00$/);

  await meterProvider.forceFlush();
  const metrics = exporter
    .getMetrics()
    .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((of) => of.metrics));
  expect(metrics.map(({ descriptor }) => descriptor.name)).toEqual(
    expect.arrayContaining(["a2agen.turn.duration", "a2agen.step.duration", "a2agen.append.duration"]),
  );
});
