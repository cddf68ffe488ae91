export type { Logger } from "./log.ts";
export { type OtelOptions, otel } from "./otel.ts";
