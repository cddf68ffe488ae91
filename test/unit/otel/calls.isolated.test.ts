import { A2AService } from "@a2agen/a2a-1.0";
import { type OtelOptions, otel } from "@a2agen/otel";
import { toFetchHandler } from "@a2agen/runtime/adapters";
import { connect } from "@a2agen/runtime/client";
import { createHost, type HostOptions, implement } from "@a2agen/runtime/host";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { createHttpHandler } from "@a2agen/runtime/server";
import { CallError } from "@a2agen/runtime/service";
import { context, propagation, SpanKind, trace } from "@opentelemetry/api";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { AlwaysOffSampler, BasicTracerProvider } from "@opentelemetry/sdk-trace-base";
import { expect, test } from "vitest";
import { collect } from "../../shared/collect.ts";
import { followAsyncCalls, Telemetry } from "../../shared/otel/telemetry.ts";
import { createAgent, fullCard, makeTask, message } from "../runtime/host/agent.ts";

followAsyncCalls();

const agent = {
  "gen_ai.agent.name": "Test",
  "gen_ai.agent.description": "An agent of the tests",
  "gen_ai.agent.version": "1.2.3",
};

function serve(otelOptions: OtelOptions, options: Partial<HostOptions> = {}) {
  const observer = otel(otelOptions);
  const services = [implement(A2AService, createAgent())];
  const host = createHost({ services, card: fullCard, observer, ...options });
  const answer = toFetchHandler(createHttpHandler(host));
  const post = (body: string, headers: Record<string, string> = {}, path = "/rpc"): Promise<Response> =>
    answer(
      new Request(`http://127.0.0.1${path}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "a2a-version": "1.0",
          ...headers,
        },
        body,
      }),
    );
  return { observer, host, answer, post };
}

const call = (method: string, params: object = message): string =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });

const headerSetter = {
  set: (headers: Headers, name: string, value: string): void => headers.set(name, value),
};

const trueParent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

test("refused calls have spans, with the code of their binding", async () => {
  const telemetry = new Telemetry();
  const { post } = serve(telemetry, {
    authenticate({ header }) {
      if (header("authorization") === undefined) throw new CallError("UNAUTHENTICATED", "who are you?");
      return { id: "ada" };
    },
  });
  await post("{");
  await post(call("SendNothing"));
  await post(call("SendMessage"));
  await post(JSON.stringify(message), {}, "/message:send");
  await post(call("GetTask", { id: "none" }), { authorization: "a" });
  await post("{}", {}, "/nowhere/4711");
  await post(JSON.stringify(message), {}, "/tasks/t1");

  const base = { "a2a.protocol.version": "1.0", "a2agen.binding": "JSONRPC", ...agent };
  expect(telemetry.tree).toEqual([
    {
      span: "SERVER _OTHER",
      attributes: { ...base, "a2a.method.name": "_OTHER", "error.type": "-32700" },
      status: "ERROR INVALID_ARGUMENT",
    },
    {
      span: "SERVER _OTHER",
      attributes: { ...base, "a2a.method.name": "_OTHER", "error.type": "-32601" },
      status: "ERROR UNIMPLEMENTED",
    },
    {
      span: "SERVER SendMessage",
      attributes: { ...base, "a2a.method.name": "SendMessage", "error.type": "-32000" },
      status: "ERROR UNAUTHENTICATED",
    },
    {
      span: "SERVER SendMessage",
      attributes: {
        ...base,
        "a2agen.binding": "HTTP+JSON",
        "a2a.method.name": "SendMessage",
        "error.type": "401",
      },
      status: "ERROR UNAUTHENTICATED",
    },
    {
      span: "SERVER GetTask",
      attributes: { ...base, "a2a.method.name": "GetTask", "a2a.task.id": "none", "error.type": "-32001" },
      status: "ERROR TASK_NOT_FOUND",
    },
    {
      span: "SERVER _OTHER",
      attributes: {
        ...base,
        "a2agen.binding": "HTTP+JSON",
        "a2a.method.name": "_OTHER",
        "error.type": "404",
      },
      status: "ERROR NOT_FOUND",
    },
    {
      span: "SERVER _OTHER",
      attributes: {
        ...base,
        "a2agen.binding": "HTTP+JSON",
        "a2a.method.name": "_OTHER",
        "error.type": "405",
      },
      status: "ERROR UNIMPLEMENTED",
    },
  ]);
});

test("a stream that is cut ends its span, on both sides", async () => {
  const telemetry = new Telemetry();
  const handler = createAgent({
    async *sendStreamingMessage(_request, { signal }) {
      yield { task: { ...makeTask("t1"), status: { state: "TASK_STATE_WORKING" } } };
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
    },
  });
  const { answer, observer } = serve(telemetry, { services: [implement(A2AService, handler)] });
  const { client } = await connect(A2AService, fullCard, {
    bindings: [jsonRpc()],
    fetch: (input, init) => answer(new Request(input, init)),
    observer,
  });
  for await (const event of client.sendStreamingMessage(message)) {
    expect(event).toHaveProperty("task");
    break;
  }
  await expect.poll(() => telemetry.spans.length).toBe(2);
  const facts = {
    "a2a.method.name": "SendStreamingMessage",
    "a2a.protocol.version": "1.0",
    "a2agen.binding": "JSONRPC",
    ...agent,
    "a2a.message.id": "m1",
    "a2a.task.id": "t1",
    "gen_ai.conversation.id": "c1",
    "a2a.task.state": "TASK_STATE_WORKING",
  };
  expect(telemetry.tree).toEqual([
    {
      span: "CLIENT SendStreamingMessage",
      attributes: { ...facts, "server.address": "127.0.0.1", "server.port": "number" },
      children: [
        {
          span: "SERVER SendStreamingMessage",
          attributes: { ...facts, "error.type": "-32000" },
          status: "ERROR CANCELLED",
        },
      ],
    },
  ]);
});

test("a client's span ends with its task, though its stream is not consumed", async () => {
  const telemetry = new Telemetry();
  const { answer, observer } = serve(telemetry);
  const { client } = await connect(A2AService, fullCard, {
    bindings: [jsonRpc()],
    fetch: (input, init) => answer(new Request(input, init)),
    observer,
  });
  const events = client.sendStreamingMessage(message)[Symbol.asyncIterator]();
  await events.next();
  expect(telemetry.spans.map(({ name, kind }) => `${SpanKind[kind]} ${name}`)).toContain(
    "CLIENT SendStreamingMessage",
  );
  await events.return?.();
});

test("spans of an instrumented transport are children of a client's, and parents of the server's", async () => {
  const telemetry = new Telemetry();
  const tracer = telemetry.tracerProvider.getTracer("http");
  const inSpan = (kind: SpanKind, work: () => Promise<Response>): Promise<Response> => {
    const span = tracer.startSpan("POST", { kind });
    return context.with(trace.setSpan(context.active(), span), () => work().finally(() => span.end()));
  };
  const shapes: Record<string, readonly unknown[]> = {};
  for (const serverSpan of ["auto", "own", "enrich"] as const) {
    telemetry.exporter.reset();
    const { answer, observer } = serve({ ...telemetry, serverSpan });
    const { client } = await connect(A2AService, fullCard, {
      bindings: [jsonRpc()],
      fetch: (input, init) =>
        inSpan(SpanKind.CLIENT, () => {
          const request = new Request(input, init);
          telemetry.propagator.inject(context.active(), request.headers, headerSetter);
          return inSpan(SpanKind.SERVER, () => answer(request));
        }),
      observer,
    });
    await client.getTask({ id: "t1" });
    const shape = ({ span, children = [] }: (typeof telemetry.tree)[number]): unknown => [
      span,
      ...children.map(shape),
    ];
    shapes[serverSpan] = telemetry.tree.map(shape);
    const enriched = telemetry.spans.find(({ name, kind }) => name === "GetTask" && kind === SpanKind.SERVER);
    expect(enriched?.attributes).toMatchObject({
      "a2a.method.name": "GetTask",
      "a2a.task.state": "TASK_STATE_COMPLETED",
    });
  }
  const enriched = [["CLIENT GetTask", ["CLIENT POST", ["SERVER GetTask"]]]];
  const own = [["CLIENT GetTask", ["CLIENT POST", ["SERVER POST", ["SERVER GetTask"]]]]];
  expect(shapes).toEqual({ auto: enriched, own, enrich: enriched });
});

test("a caller's trace is continued, linked or dropped", async () => {
  const found: Record<string, unknown> = {};
  for (const remoteContext of ["continue", "restart", "drop"] as const) {
    const telemetry = new Telemetry();
    const { post } = serve({ ...telemetry, remoteContext });
    for (const traceparent of [trueParent, "00-not-a-trace"])
      await post(call("GetTask", { id: "t1" }), { traceparent });
    found[remoteContext] = telemetry.spans.map((span) => [
      trueParent.includes(span.spanContext().traceId),
      span.parentSpanContext?.spanId,
      span.links.map((link) => link.context.spanId),
    ]);
  }
  const parent = "b7ad6b7169203331";
  expect(found).toEqual({
    continue: [
      [true, parent, []],
      [false, undefined, []],
    ],
    restart: [
      [false, undefined, [parent]],
      [false, undefined, []],
    ],
    drop: [
      [false, undefined, []],
      [false, undefined, []],
    ],
  });
});

test("a log has a line for each call, with its trace, and texts only if they are wanted", async () => {
  for (const logTexts of [false, true]) {
    const lines: unknown[] = [];
    const telemetry = new Telemetry();
    const write = (level: string) => (facts: object, text: string) => lines.push({ level, text, facts });
    const logger = { info: write("info"), warn: write("warn"), error: write("error") };
    const broken = createAgent({ getTask: () => Promise.reject(new Error("secret")) });
    const { post } = serve(
      { ...telemetry, logger, logTexts },
      { services: [implement(A2AService, broken)], onError: () => undefined },
    );
    await post(call("SendMessage"));
    await post(call("GetTask", { id: "t1" }));
    await post("{");
    const ids = telemetry.spans.map((span) => ({
      trace_id: span.spanContext().traceId,
      span_id: span.spanContext().spanId,
    }));
    const base = { kind: "server", binding: "JSONRPC", duration_ms: expect.any(Number) };
    expect(lines).toEqual([
      {
        level: "info",
        text: "server SendMessage done",
        facts: {
          ...ids[0],
          ...base,
          method: "SendMessage",
          task_id: "t1",
          context_id: "c1",
          message_id: "m1",
          state: "TASK_STATE_COMPLETED",
          ...(logTexts && { text: "hello" }),
        },
      },
      {
        level: "error",
        text: "server GetTask failed",
        facts: { ...ids[1], ...base, method: "GetTask", task_id: "t1", error_type: "-32603" },
      },
      {
        level: "warn",
        text: "server _OTHER failed",
        facts: { ...ids[2], ...base, method: "_OTHER", error_type: "-32700" },
      },
    ]);
  }
});

test("metrics have durations of calls and open streams, without identifiers", async () => {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  const meterProvider = new MeterProvider({ readers: [reader] });
  const { post } = serve({ meterProvider });
  await post(call("SendMessage"));
  await (await post(call("SendStreamingMessage"))).text();
  await post("{");
  await meterProvider.forceFlush();
  const [resource] = exporter.getMetrics();
  const metrics = resource?.scopeMetrics.flatMap(({ metrics: found }) => found) ?? [];
  const read = metrics.map(({ descriptor: { name, unit }, dataPoints }) => [
    name,
    unit,
    dataPoints.map(({ attributes, value }) => [attributes, typeof value === "number" ? value : value.count]),
  ]);
  await meterProvider.shutdown();
  const one = (method: string, more = {}): unknown => [
    { "a2a.method.name": method, "a2agen.binding": "JSONRPC", ...more },
    1,
  ];
  expect(read.filter(([, , points]) => (points as unknown[]).length > 0)).toEqual([
    ["a2agen.streams", "", [[{}, 0]]],
    ["a2agen.server.call.duration", "s", [one("SendMessage"), one("_OTHER", { "error.type": "-32700" })]],
    ["a2agen.server.stream.duration", "s", [one("SendStreamingMessage")]],
  ]);
});

test("without an SDK, and with one that samples nothing, calls are as without an observer", async () => {
  const unsampled = new BasicTracerProvider({ sampler: new AlwaysOffSampler() });
  for (const options of [{}, { tracerProvider: unsampled }]) {
    const { answer, observer } = serve(options);
    const sent: (string | null)[] = [];
    const { client } = await connect(A2AService, fullCard, {
      bindings: [jsonRpc()],
      fetch: (input, init) => {
        const request = new Request(input, init);
        sent.push(request.headers.get("traceparent"));
        return answer(request);
      },
      observer,
    });
    expect(await client.sendMessage(message)).toEqual({ task: makeTask("t1") });
    expect(await collect(client.sendStreamingMessage(message))).toEqual([{ task: makeTask("t1") }]);
    // The global propagator does nothing either.
    expect([sent, propagation.fields()]).toEqual([[null, null], []]);
  }
});
