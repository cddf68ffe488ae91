import { AsyncLocalStorage } from "node:async_hooks";
import type { Gauges, Observation, Observer, Operation, TraceCarrier } from "@a2agen/runtime/service";

/** Something that was observed, with what belongs to it. */
export interface Recorded {
  readonly operation: Operation;
  readonly id: string;
  /** The identifier of what it belongs to, in this process or by a carrier. */
  readonly parent: string | undefined;
  readonly requests: unknown[];
  readonly answers: unknown[];
  readonly ends: (string | undefined)[];
}

/** Keeps what it is told; the identifiers of `recorded` are their places, as the spans of `traceparent`. */
export class RecordingObserver implements Observer {
  readonly recorded: Recorded[] = [];
  readonly watched: Gauges[] = [];
  readonly #running = new AsyncLocalStorage<string>();
  readonly #prefix: string;

  /** `prefix` tells several apart. */
  constructor(prefix = "a") {
    this.#prefix = prefix;
  }

  begin(operation: Operation): Observation {
    const id = `${this.#prefix}${this.recorded.length}`;
    const recorded: Recorded = {
      operation,
      id,
      parent: this.#parentOf(operation),
      requests: [],
      answers: [],
      ends: [],
    };
    this.recorded.push(recorded);
    return new RecordedObservation(recorded, (work) => this.#running.run(id, work));
  }

  carrier(): TraceCarrier | undefined {
    const id = this.#running.getStore();
    return id === undefined ? undefined : { traceparent: id, tracestate: `of ${id}`, baggage: `for=${id}` };
  }

  watch(gauges: Gauges): () => void {
    this.watched.push(gauges);
    return () => this.watched.splice(this.watched.indexOf(gauges), 1);
  }

  /** "server SendMessage < a0: OK", one for each: what it is, what it belongs to, and how it has ended. */
  get lines(): readonly string[] {
    return this.recorded.map(({ operation, id, parent, ends }) => {
      const belongs = parent === undefined ? "" : ` < ${parent}`;
      const [end = "open"] = ends.map((error) => error ?? "OK");
      return `${id} ${nameOf(operation)}${belongs}: ${end}`;
    });
  }

  #parentOf(operation: Operation): string | undefined {
    if ("header" in operation) return operation.header("traceparent");
    if ("carrier" in operation && operation.carrier !== undefined) return operation.carrier.traceparent;
    if (operation.kind === "append" && operation.within instanceof RecordedObservation)
      return operation.within.id;
    return this.#running.getStore();
  }
}

class RecordedObservation implements Observation {
  readonly #recorded: Recorded;
  readonly #enter: (work: () => void) => void;

  constructor(recorded: Recorded, enter: (work: () => void) => void) {
    this.#recorded = recorded;
    this.#enter = enter;
  }

  get id(): string {
    return this.#recorded.id;
  }

  run(work: () => void): void {
    this.#enter(work);
  }

  carrier(): TraceCarrier {
    const { id } = this;
    return { traceparent: id, baggage: `for=${id}` };
  }

  request(value: unknown): void {
    this.#recorded.requests.push(value);
  }

  answer(value: unknown): void {
    this.#recorded.answers.push(value);
  }

  end(failure?: { readonly error: unknown }): void {
    this.#recorded.ends.push(
      failure && String((failure.error as { readonly status?: unknown }).status ?? failure.error),
    );
  }
}

function nameOf(operation: Operation): string {
  switch (operation.kind) {
    case "server":
    case "client":
      return `${operation.kind} ${operation.method ?? "?"}`;
    case "turn":
      return `turn ${operation.messageId} (${operation.attempt})`;
    case "step":
      return `step ${operation.name}`;
    case "append":
      return operation.creates ? "create" : `append ${operation.entries}`;
    case "delivery":
      return `delivery ${operation.configId} (${operation.attempt})`;
    case "receipt":
      return "receipt";
  }
}
