/** The headers that carry a trace from process to process, and the most characters that are kept of each. */
const limits = { traceparent: 256, tracestate: 512, baggage: 8192 } as const;

const names = ["traceparent", "tracestate", "baggage"] as const satisfies readonly (keyof typeof limits)[];

/** The context of a trace as headers: of W3C Trace Context and Baggage, and nothing else. */
export type TraceCarrier = { readonly [Name in keyof typeof limits]?: string };

/** Visible ASCII, spaces and tabs: what a header may have. */
const headerText = /^[\t\x20-\x7e]+$/;

/** The carrier among headers; undefined without `traceparent` or `baggage`. What is too long is left out. */
export function readCarrier(header: (name: string) => unknown): TraceCarrier | undefined {
  const carrier: { -readonly [Name in keyof TraceCarrier]: string } = {};
  for (const name of names) {
    const value = header(name);
    if (typeof value !== "string" || value.length > limits[name] || !headerText.test(value)) continue;
    carrier[name] = value;
  }
  return carrier.traceparent === undefined && carrier.baggage === undefined ? undefined : carrier;
}
