export { formatEvent, formatNamedEvent, heartbeat } from "./format-event.ts";
export type { SseEvent } from "./sse-event.ts";
export { SseParser, type SseParserOptions } from "./sse-parser.ts";
