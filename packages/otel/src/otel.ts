import type { Observation, Observer, Operation } from "@a2agen/runtime/service";
import { context, type MeterProvider, type TextMapPropagator, type TracerProvider } from "@opentelemetry/api";
import type { Logger } from "./log.ts";
import { Metrics } from "./metrics.ts";
import { ObservedSpan } from "./observed-span.ts";
import { Traces } from "./traces.ts";

/** How agents and clients are observed; what is absent is that of the API, which may be set later. */
export interface OtelOptions {
  readonly tracerProvider?: TracerProvider;
  readonly meterProvider?: MeterProvider;
  /** Reads and writes the headers of a trace. */
  readonly propagator?: TextMapPropagator;
  /**
   * The span of a call on the server: "own" below the active one, or the active one itself, to which the
   * attributes are added: "enrich". "auto" (the default) enriches the span of an instrumented server, where
   * the SDK shows that it is one.
   */
  readonly serverSpan?: "own" | "enrich" | "auto";
  /**
   * What is made of the trace that a caller sends: "continue" (the default), "restart" for a trace of ours
   * with a link to it, or "drop". For agents that strangers call.
   */
  readonly remoteContext?: "continue" | "restart" | "drop";
  /** Whether there are metrics. Default: true. */
  readonly metrics?: boolean;
  /** Gets a line for each call and turn: pino, or what has its `info`, `warn` and `error`. Default: none. */
  readonly logger?: Logger;
  /** Whether the lines have the texts of messages. Default: false. */
  readonly logTexts?: boolean;
}

const version = "0.1.0";

/**
 * Makes the observer of hosts, agents, receivers and connections: spans by OpenTelemetry's convention for
 * A2A, metrics, and lines of a log. One is enough for a process.
 */
export function otel(options: OtelOptions = {}): Required<Observer> {
  const traces = new Traces(options, version);
  const metrics = options.metrics === false ? undefined : new Metrics(options.meterProvider, version);
  const { logger, logTexts = false } = options;
  return {
    begin: (operation: Operation): Observation =>
      new ObservedSpan(operation, { traces, metrics, logger, logTexts }),
    carrier: () => traces.inject(context.active()),
    watch: (gauges) => metrics?.watch(gauges) ?? (() => undefined),
  };
}
