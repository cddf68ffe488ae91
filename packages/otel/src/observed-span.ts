import type { Failure, Observation, Operation, TraceCarrier } from "@a2agen/runtime/service";
import { type Attributes, type Context, context, type Span, SpanStatusCode, trace } from "@opentelemetry/api";
import { errorText, errorType, isCanceled, isStoreRefusal } from "./error-type.ts";
import { factsOfAnswer, factsOfRequest, textOfRequest } from "./facts.ts";
import { type Logger, writeLine } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import { type HistogramName, otherMethod, ownNames, taskStates } from "./names.ts";
import { spanStart, targetFacts } from "./span-start.ts";
import type { Traces } from "./traces.ts";

export interface ObservedSpanInit {
  readonly traces: Traces;
  readonly metrics: Metrics | undefined;
  readonly logger: Logger | undefined;
  readonly logTexts: boolean;
}

/** An operation as a span, as numbers, and as a line of the log. */
export class ObservedSpan implements Observation {
  readonly #operation: Operation;
  readonly #init: ObservedSpanInit;
  readonly #span: Span;
  readonly #context: Context;
  /** Whether the span is that of the transport, which ends it. */
  readonly #isTransports: boolean;
  readonly #begun: number;
  readonly #attributes: Attributes;
  #text: string | undefined;
  #isEnded = false;

  constructor(operation: Operation, init: ObservedSpanInit) {
    this.#operation = operation;
    this.#init = init;
    const { traces } = init;
    const start = spanStart(operation);
    this.#begun = start.since === undefined ? performance.now() : start.since - performance.timeOrigin;
    this.#attributes = { ...start.attributes };
    const enriched = operation.kind === "server" ? traces.enriched() : undefined;
    this.#isTransports = enriched !== undefined;
    if (enriched !== undefined) {
      this.#span = enriched;
      this.#context = context.active();
      this.#enrich(start.name);
      return;
    }
    const within = "within" in operation && operation.within instanceof ObservedSpan;
    const { parent, links } = traces.placeOf(operation, within ? contextOf(operation.within) : undefined);
    const { name, kind, attributes, since } = start;
    const options = { kind, attributes, links, ...(since !== undefined && { startTime: since }) };
    this.#span = traces.tracer.startSpan(name, options, parent);
    this.#context = trace.setSpan(parent, this.#span);
  }

  get context(): Context {
    return this.#context;
  }

  run(work: () => void): void {
    context.with(this.#context, work);
  }

  carrier(): TraceCarrier {
    return this.#init.traces.inject(this.#context);
  }

  request(value: unknown): void {
    const { logger, logTexts } = this.#init;
    if (logger !== undefined && logTexts) this.#text = textOfRequest(value);
    const { kind } = this.#operation;
    if (!this.#isWanted) return;
    // What came to a receiver is an event.
    this.#add(kind === "receipt" ? factsOfAnswer(value) : factsOfRequest(this.#method, value));
  }

  answer(value: unknown): void {
    const isClientStream = this.#operation.kind === "client" && this.#operation.isStream;
    if (!this.#isWanted && !isClientStream) return;
    const facts = factsOfAnswer(value);
    this.#add(facts);
    // Not every consumer goes on to the end of a stream.
    const state = facts["a2a.task.state"];
    if (isClientStream && typeof state === "string" && taskStates.get(state) === true) this.end();
  }

  end(failure?: Failure): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    const operation = this.#operation;
    const ms = performance.now() - this.#begun;
    if (operation.kind === "client" && this.#isWanted) this.#add(targetFacts(operation.target()));
    const failed = this.#explain(failure);
    if (failed !== undefined && !this.#isTransports) {
      this.#span.setAttribute("error.type", failed.type);
      this.#span.setStatus({ code: SpanStatusCode.ERROR, message: errorText(failed.error) });
    }
    if (!this.#isTransports) this.#span.end();
    this.#measure(ms, failed?.type);
    const { logger } = this.#init;
    if (logger === undefined) return;
    const span = this.#span.spanContext();
    const [attributes, text] = [this.#attributes, this.#text];
    writeLine(logger, {
      operation,
      method: this.#method ?? otherMethod,
      span,
      attributes,
      ms,
      failure: failed,
      text,
    });
  }

  get #method(): string | undefined {
    return "method" in this.#operation ? this.#operation.method : undefined;
  }

  /** Whether somebody sees the attributes. */
  get #isWanted(): boolean {
    return this.#init.logger !== undefined || this.#span.isRecording();
  }

  #add(facts: Attributes): void {
    Object.assign(this.#attributes, facts);
    this.#span.setAttributes(facts);
  }

  /** Addresses stay those of the transport, and so does the name of a gRPC span. */
  #enrich(name: string): void {
    const entries = Object.entries(this.#attributes);
    this.#span.setAttributes(
      Object.fromEntries(entries.filter(([key]) => !/^(?:server|client)\./u.test(key))),
    );
    if (this.#attributes[ownNames.attributes.binding] !== "GRPC") this.#span.updateName(name);
  }

  #explain(failure: Failure | undefined): { readonly error: unknown; readonly type: string } | undefined {
    if (failure === undefined) return undefined;
    const { kind } = this.#operation;
    if (kind === "append" && isStoreRefusal(failure.error)) return undefined;
    if (kind === "turn" && isCanceled(failure.error)) return undefined;
    const binding = this.#attributes[ownNames.attributes.binding];
    return { ...failure, type: errorType(failure.error, typeof binding === "string" ? binding : undefined) };
  }

  #measure(ms: number, type: string | undefined): void {
    const { metrics } = this.#init;
    if (metrics === undefined) return;
    const operation = this.#operation;
    const isCall = operation.kind === "server" || operation.kind === "client";
    const name: HistogramName =
      isCall && operation.isStream ? (`${operation.kind}Stream` as const) : operation.kind;
    const { binding } = ownNames.attributes;
    metrics.record(name, ms, {
      ...(isCall && {
        "a2a.method.name": this.#method ?? otherMethod,
        [binding]: this.#attributes[binding],
      }),
      ...(type !== undefined && { "error.type": type }),
    });
    if (operation.kind === "turn" && operation.waitMs !== undefined)
      metrics.record("wait", operation.waitMs, {});
  }
}

function contextOf(observation: Observation | undefined): Context | undefined {
  return observation instanceof ObservedSpan ? observation.context : undefined;
}
