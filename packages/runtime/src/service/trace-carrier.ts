/** The headers that carry a trace from process to process, and the most characters that are kept of each. */
const limits = { traceparent: 256, tracestate: 512, baggage: 8192 } as const;

/** The context of a trace as headers: of W3C Trace Context and Baggage, and nothing else. */
export type TraceCarrier = { readonly [Name in keyof typeof limits]?: string };

/** Visible ASCII, spaces and tabs: what a header may have. */
const headerText = /^[\t\x20-\x7e]+$/;

/** The carrier among headers; undefined without `traceparent` or `baggage`. What is too long is left out. */
export function readCarrier(header: (name: string) => unknown): TraceCarrier | undefined {
  const found = Object.entries(limits).flatMap(([name, most]) => {
    const value = header(name);
    const fits = typeof value === "string" && value.length <= most && headerText.test(value);
    return fits ? [[name, value] as const] : [];
  });
  const carrier: TraceCarrier = Object.fromEntries(found);
  return carrier.traceparent === undefined && carrier.baggage === undefined ? undefined : carrier;
}
