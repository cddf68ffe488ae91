import { type Attributes, context, SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { CompositePropagator, W3CBaggagePropagator, W3CTraceContextPropagator } from "@opentelemetry/core";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";

/** The SDK of OpenTelemetry with an exporter in memory: the options of `otel()`. */
export class Telemetry {
  readonly exporter = new InMemorySpanExporter();
  readonly tracerProvider = new BasicTracerProvider({
    spanProcessors: [new SimpleSpanProcessor(this.exporter)],
  });
  readonly propagator = new CompositePropagator({
    propagators: [new W3CTraceContextPropagator(), new W3CBaggagePropagator()],
  });

  get spans(): readonly ReadableSpan[] {
    return this.exporter.getFinishedSpans();
  }

  /** The spans by their parents, each with its whole data, but no identifiers and ports. */
  get tree(): readonly Outline[] {
    return treeOf(this.spans);
  }
}

/** For the files of a process; name the file of a test `*.isolated.test.ts`. */
export function followAsyncCalls(): void {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
}

export interface Outline {
  /** "SERVER SendMessage". */
  readonly span: string;
  readonly attributes: Attributes;
  readonly status?: string;
  readonly links?: number;
  readonly children?: readonly Outline[];
}

export function treeOf(spans: readonly ReadableSpan[]): readonly Outline[] {
  const ids = new Set(spans.map((span) => span.spanContext().spanId));
  const childrenOf = (parent: string | undefined): readonly Outline[] => {
    const found = spans.filter(
      ({ parentSpanContext: own }) => (ids.has(own?.spanId ?? "") ? own?.spanId : undefined) === parent,
    );
    const outlines = found.map((span) => outlineOf(span, childrenOf(span.spanContext().spanId)));
    // What belongs together may begin and end in any order.
    return parent === undefined
      ? outlines
      : outlines.toSorted((one, other) => (textOf(one) < textOf(other) ? -1 : 1));
  };
  return childrenOf(undefined);
}

function textOf({ span, attributes }: Outline): string {
  return `${span} ${JSON.stringify(attributes)}`;
}

function outlineOf(span: ReadableSpan, children: readonly Outline[]): Outline {
  const { name, kind, attributes, status, links } = span;
  return {
    span: `${SpanKind[kind]} ${name}`,
    attributes: Object.fromEntries(
      Object.entries(attributes).map(([key, value]) => [key, readable(key, value)]),
    ),
    ...(status.code === SpanStatusCode.ERROR && { status: `ERROR ${status.message ?? ""}` }),
    ...(links.length > 0 && { links: links.length }),
    ...(children.length > 0 && { children }),
  };
}

function readable(key: string, value: Attributes[string]): Attributes[string] {
  if (key.endsWith(".port") || key === "a2agen.turn.wait_ms") return typeof value;
  return typeof value === "string"
    ? value.replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gu, "<uuid>")
    : value;
}
