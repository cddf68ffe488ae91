import type { Failure, Observation, Operation, TraceCarrier } from "@a2agen/runtime/service";
import {
  type Attributes,
  type Context,
  context,
  INVALID_SPAN_CONTEXT,
  type Span,
  type SpanContext,
  SpanStatusCode,
  TraceFlags,
  trace,
} from "@opentelemetry/api";
import { errorText, errorType, isCanceled, isStoreRefusal } from "./error-type.ts";
import { factsOfAnswer, factsOfRequest, textOfRequest } from "./facts.ts";
import { type Logger, writeLine } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import { otherMethod, taskStates } from "./names.ts";
import { factsOf, spanStart, targetFacts } from "./span-start.ts";
import type { Traces } from "./traces.ts";

export interface ObservedSpanInit {
  readonly traces: Traces;
  readonly metrics: Metrics | undefined;
  readonly logger: Logger | undefined;
  readonly logTexts: boolean;
}

const { timeOrigin } = performance;

/** An operation as a span, as numbers, and as a line of the log. */
export class ObservedSpan implements Observation {
  readonly context: Context;
  readonly #operation: Operation;
  readonly #init: ObservedSpanInit;
  /** Undefined within what is not recorded. */
  readonly #span: Span | undefined;
  /** Whether the span is that of the transport, which ends it. */
  readonly #isTransports: boolean;
  readonly #begun: number;
  /** Undefined where nobody sees them. */
  readonly #attributes: Attributes | undefined;
  #text: string | undefined;
  #isEnded = false;

  constructor(operation: Operation, init: ObservedSpanInit) {
    this.#operation = operation;
    this.#init = init;
    const { traces, logger } = init;
    const since = "since" in operation ? operation.since : undefined;
    this.#begun = since === undefined ? performance.now() : since - timeOrigin;
    const enriched = operation.kind === "server" ? traces.enriched() : undefined;
    this.#isTransports = enriched !== undefined;
    if (enriched !== undefined) {
      this.context = context.active();
      this.#span = enriched;
      this.#attributes = factsOf(operation);
      this.#enrich(operation, this.#attributes);
      return;
    }
    const within = "within" in operation && operation.within instanceof ObservedSpan;
    const place = traces.placeOf(operation, within ? contextOf(operation.within) : undefined);
    const { parent } = place;
    const span = isWithinUnrecorded(operation, parent)
      ? undefined
      : traces.start(spanStart(operation), place, since);
    this.#span = span;
    this.context = span === undefined ? parent : trace.setSpan(parent, span);
    const isRecording = span?.isRecording() === true;
    this.#attributes = isRecording || logger !== undefined ? factsOf(operation) : undefined;
    if (isRecording && this.#attributes !== undefined) span.setAttributes(this.#attributes);
  }

  run(work: () => void): void {
    // What follows asynchronous calls is dear.
    if (context.active() === this.context) work();
    else context.with(this.context, work);
  }

  carrier(): TraceCarrier {
    return this.#init.traces.inject(this.context);
  }

  request(value: unknown): void {
    const { logger, logTexts } = this.#init;
    if (logger !== undefined && logTexts) this.#text = textOfRequest(value);
    const { kind } = this.#operation;
    if (this.#attributes === undefined) return;
    // What came to a receiver is an event.
    this.#add(kind === "receipt" ? factsOfAnswer(value) : factsOfRequest(this.#method, value));
  }

  answer(value: unknown): void {
    const isClientStream = this.#operation.kind === "client" && this.#operation.isStream;
    if (this.#attributes === undefined && !isClientStream) return;
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
    if (operation.kind === "client" && this.#attributes !== undefined)
      this.#add(targetFacts(operation.target()));
    const failed = failure && this.#explain(failure);
    if (!this.#isTransports) {
      if (failed !== undefined) {
        this.#span?.setAttribute("error.type", failed.type);
        this.#span?.setStatus({ code: SpanStatusCode.ERROR, message: errorText(failed.error) });
      }
      this.#span?.end();
    }
    this.#measure(ms, failed?.type);
    const { logger } = this.#init;
    if (logger === undefined) return;
    const [attributes = {}, text] = [this.#attributes, this.#text];
    const method = this.#method ?? otherMethod;
    writeLine(logger, { operation, method, span: this.#place, attributes, ms, failure: failed, text });
  }

  get #method(): string | undefined {
    return "method" in this.#operation ? this.#operation.method : undefined;
  }

  get #binding(): string | undefined {
    const operation = this.#operation;
    if (operation.kind === "client") return operation.target().binding;
    return operation.kind === "server" ? operation.binding : undefined;
  }

  get #place(): SpanContext {
    return trace.getSpanContext(this.context) ?? INVALID_SPAN_CONTEXT;
  }

  #add(facts: Attributes): void {
    if (this.#attributes === undefined) return;
    Object.assign(this.#attributes, facts);
    this.#span?.setAttributes(facts);
  }

  /** Addresses stay those of the transport, and so does the name of a gRPC span. */
  #enrich(operation: Operation, attributes: Attributes): void {
    const entries = Object.entries(attributes);
    this.#span?.setAttributes(
      Object.fromEntries(entries.filter(([key]) => !/^(?:server|client)\./u.test(key))),
    );
    if (this.#binding !== "GRPC") this.#span?.updateName(spanStart(operation).name);
  }

  #explain(failure: Failure): { readonly error: unknown; readonly type: string } | undefined {
    const { kind } = this.#operation;
    if (kind === "append" && isStoreRefusal(failure.error)) return undefined;
    if (kind === "turn" && isCanceled(failure.error)) return undefined;
    return { ...failure, type: errorType(failure.error, this.#binding) };
  }

  #measure(ms: number, type: string | undefined): void {
    const { metrics } = this.#init;
    if (metrics === undefined) return;
    const operation = this.#operation;
    if (operation.kind === "server" || operation.kind === "client") {
      const name = operation.isStream ? (`${operation.kind}Stream` as const) : operation.kind;
      metrics.record(name, ms, { method: this.#method ?? otherMethod, binding: this.#binding, type });
      return;
    }
    metrics.record(operation.kind, ms, { type });
    if (operation.kind === "turn" && operation.waitMs !== undefined)
      metrics.record("wait", operation.waitMs, {});
  }
}

function contextOf(observation: Observation | undefined): Context | undefined {
  return observation instanceof ObservedSpan ? observation.context : undefined;
}

/** Whether something within the agent belongs to a span that no sampler has taken: then it has no span. */
function isWithinUnrecorded({ kind }: Operation, parent: Context): boolean {
  if (kind !== "turn" && kind !== "step" && kind !== "append") return false;
  const span = trace.getSpan(parent);
  if (span === undefined || span.isRecording()) return false;
  // What came from another process may be sampled there.
  return (span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0;
}
