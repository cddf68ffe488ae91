/** What watches the calls; all but the first two have an SDK whose sampler takes no trace. */
export const contenderNames = [
  "no observer",
  "otel() without an SDK",
  "context.with alone",
  "bare calls of the API",
  "otel()",
  "otel() with metrics of the SDK",
] as const;
export type ObserverContender = (typeof contenderNames)[number];
