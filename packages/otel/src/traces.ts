import type { Operation, TraceCarrier } from "@a2agen/runtime/service";
import {
  type Context,
  context,
  type Link,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type SpanOptions,
  type TextMapPropagator,
  type Tracer,
  type TracerProvider,
  trace,
} from "@opentelemetry/api";
import type { SpanStart } from "./span-start.ts";

export interface TraceOptions {
  readonly tracerProvider?: TracerProvider;
  readonly propagator?: TextMapPropagator;
  readonly serverSpan?: "own" | "enrich" | "auto";
  readonly remoteContext?: "continue" | "restart" | "drop";
}

/** Where a span belongs. */
export interface Place {
  readonly parent: Context;
  readonly links?: Link[];
}

const carrierSetter = {
  set(carrier: Record<string, string>, name: string, value: string): void {
    carrier[name.toLowerCase()] = value;
  },
};

type Header = (name: string) => unknown;

const headerGetter = {
  get: (header: Header, name: string) => header(name) as string | undefined,
  keys: () => [],
};

/** Finds the place of spans, and carries their context. */
export class Traces {
  readonly #options: TraceOptions;
  readonly #version: string;
  #tracer: Tracer | undefined;

  constructor(options: TraceOptions, version: string) {
    this.#options = options;
    this.#version = version;
  }

  /** Of the provider that is there at the first span, which delegates to a later one. */
  #use(): Tracer {
    this.#tracer ??= (this.#options.tracerProvider ?? trace).getTracer("@a2agen/otel", this.#version);
    return this.#tracer;
  }

  /** `since` is in milliseconds since 1970; now when undefined. */
  start({ name, kind, attributes }: SpanStart, { parent, links }: Place, since: number | undefined): Span {
    const options: SpanOptions = { kind, attributes };
    if (links !== undefined) options.links = links;
    if (since !== undefined) options.startTime = since;
    return this.#use().startSpan(name, options, parent);
  }

  /** The headers of a context. */
  inject(from: Context): TraceCarrier {
    const carrier: Record<string, string> = {};
    const { propagator } = this.#options;
    if (propagator === undefined) propagation.inject(from, carrier, carrierSetter);
    else propagator.inject(from, carrier, carrierSetter);
    return carrier;
  }

  /** Where an operation belongs; `within` is the context of its turn. */
  placeOf(operation: Operation, within: Context | undefined): Place {
    switch (operation.kind) {
      case "server":
      case "receipt":
        return this.#incoming(operation.header);
      case "client":
        return at(context.active());
      case "turn": {
        const { carrier, attempt } = operation;
        if (carrier === undefined) return at(context.active());
        const parent = this.#extract((name) => carrier[name as keyof TraceCarrier]);
        const before = trace.getSpanContext(parent);
        if (before === undefined) return at(context.active());
        return attempt > 1 ? { parent, links: [{ context: before }] } : at(parent);
      }
      case "step": {
        // A span of the author's own code, in which the step runs, comes first.
        const active = context.active();
        return at(trace.getSpan(active) === undefined ? (within ?? active) : active);
      }
      case "append":
        return at(within ?? context.active());
      case "delivery": {
        const { carrier } = operation;
        return at(carrier ? this.#extract((name) => carrier[name as keyof TraceCarrier]) : ROOT_CONTEXT);
      }
    }
  }

  /** The span of the transport's instrumentation that a call enriches instead of having its own. */
  enriched(): Span | undefined {
    const { serverSpan = "auto" } = this.#options;
    const active = trace.getActiveSpan();
    if (serverSpan === "own" || active?.isRecording() !== true) return undefined;
    return serverSpan === "enrich" || isServerSpan(active) ? active : undefined;
  }

  #incoming(header: (name: string) => string | undefined): Place {
    const active = context.active();
    const span = trace.getSpan(active);
    if (span?.isRecording() === true && isServerSpan(span)) return at(active);
    const { remoteContext = "continue" } = this.#options;
    const remote = remoteContext === "drop" ? ROOT_CONTEXT : this.#extract(header);
    const sent = trace.getSpanContext(remote);
    if (sent === undefined) return at(remoteContext === "continue" ? active : ROOT_CONTEXT);
    return remoteContext === "restart" ? { parent: ROOT_CONTEXT, links: [{ context: sent }] } : at(remote);
  }

  #extract(header: (name: string) => string | undefined): Context {
    const { propagator } = this.#options;
    return propagator === undefined
      ? propagation.extract(ROOT_CONTEXT, header, headerGetter)
      : propagator.extract(ROOT_CONTEXT, header, headerGetter);
  }
}

function at(parent: Context): Place {
  return { parent };
}

/** The API says nothing of the kind of a span; those of SDKs have it. */
function isServerSpan(span: Span): boolean {
  return (span as Span & { readonly kind?: SpanKind }).kind === SpanKind.SERVER;
}
