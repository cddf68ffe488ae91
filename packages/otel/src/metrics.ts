import type { GaugeName, Gauges } from "@a2agen/runtime/service";
import { type Attributes, type Histogram, type Meter, type MeterProvider, metrics } from "@opentelemetry/api";
import { type HistogramName, ownNames } from "./names.ts";

/** Seconds: those of the conventions for calls, and longer ones for what lasts. */
const buckets = {
  short: [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10],
  long: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800, 3600],
};

const long: ReadonlySet<HistogramName> = new Set(["serverStream", "clientStream", "turn", "wait"]);

/** What a number is of; identifiers are none of it. */
export interface MetricFacts {
  readonly method?: string;
  readonly binding?: string | undefined;
  readonly type?: string | undefined;
}

const none: Attributes = {};

/** Our metrics. Instruments are made when they are first used: meters do not wait for a provider. */
export class Metrics {
  readonly #provider: MeterProvider | undefined;
  readonly #version: string;
  readonly #histograms = new Map<HistogramName, Histogram>();
  /** By method and binding. */
  readonly #ofCalls = new Map<string, Map<string | undefined, Attributes>>();
  readonly #watched = new Set<Gauges>();
  #meter: Meter | undefined;
  #hasGauges = false;

  constructor(provider: MeterProvider | undefined, version: string) {
    this.#provider = provider;
    this.#version = version;
  }

  record(name: HistogramName, ms: number, facts: MetricFacts): void {
    this.#addGauges();
    let histogram = this.#histograms.get(name);
    if (histogram === undefined) {
      const explicitBucketBoundaries = long.has(name) ? buckets.long : buckets.short;
      const options = { unit: "s", advice: { explicitBucketBoundaries } };
      histogram = this.#use().createHistogram(ownNames.histograms[name], options);
      this.#histograms.set(name, histogram);
    }
    histogram.record(ms / 1000, this.#attributesOf(facts));
  }

  /** Of calls that succeed there are few, which are kept; an error may have any name. */
  #attributesOf({ method, binding, type }: MetricFacts): Attributes {
    if (method === undefined) return type === undefined ? none : { "error.type": type };
    let ofMethod = this.#ofCalls.get(method);
    if (ofMethod === undefined) {
      ofMethod = new Map<string | undefined, Attributes>();
      this.#ofCalls.set(method, ofMethod);
    }
    let attributes = ofMethod.get(binding);
    if (attributes === undefined) {
      attributes = { "a2a.method.name": method, [ownNames.attributes.binding]: binding };
      ofMethod.set(binding, attributes);
    }
    return type === undefined ? attributes : { ...attributes, "error.type": type };
  }

  watch(gauges: Gauges): () => void {
    this.#watched.add(gauges);
    return () => this.#watched.delete(gauges);
  }

  #use(): Meter {
    this.#meter ??= (this.#provider ?? metrics).getMeter("@a2agen/otel", this.#version);
    return this.#meter;
  }

  /** Of all hosts, agents and notifiers of the process together. */
  #addGauges(): void {
    if (this.#hasGauges) return;
    this.#hasGauges = true;
    for (const [key, name] of Object.entries(ownNames.gauges)) {
      const gauge = this.#use().createObservableUpDownCounter(name);
      gauge.addCallback(async (result) => {
        const reads = [...this.#watched].flatMap((gauges) => gauges[key as GaugeName] ?? []);
        if (reads.length === 0) return;
        const values = await Promise.all(reads.map(async (read) => read()));
        result.observe(values.reduce((sum, value) => sum + value, 0));
      });
    }
  }
}
