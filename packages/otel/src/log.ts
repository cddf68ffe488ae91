import { isCallError, type Operation } from "@a2agen/runtime/service";
import type { Attributes, SpanContext } from "@opentelemetry/api";
import { isSpanContextValid } from "@opentelemetry/api";

/** The part of a logger that is used, as pino has it. */
export interface Logger {
  info(facts: object, text: string): void;
  warn(facts: object, text: string): void;
  error(facts: object, text: string): void;
}

export interface LogLine {
  readonly operation: Operation;
  readonly method: string;
  readonly span: SpanContext;
  readonly attributes: Attributes;
  readonly ms: number;
  readonly failure: { readonly error: unknown; readonly type: string } | undefined;
  /** The texts of the message, where they are wanted. */
  readonly text: string | undefined;
}

/** Attributes of a line, by what a line calls them. */
const shown = {
  binding: "a2agen.binding",
  task_id: "a2a.task.id",
  context_id: "gen_ai.conversation.id",
  message_id: "a2a.message.id",
  state: "a2a.task.state",
  attempt: "a2agen.attempt",
  wait_ms: "a2agen.turn.wait_ms",
} as const;

/** Writes the line of a call or turn; nothing for other operations. */
export function writeLine(logger: Logger, line: LogLine): void {
  const { operation, method, span, attributes, ms, failure, text } = line;
  if (operation.kind !== "server" && operation.kind !== "client" && operation.kind !== "turn") return;
  const facts = {
    ...(isSpanContextValid(span) && { trace_id: span.traceId, span_id: span.spanId }),
    kind: operation.kind,
    ...(operation.kind !== "turn" && { method }),
    ...Object.fromEntries(
      Object.entries(shown).flatMap(([key, name]) =>
        attributes[name] === undefined ? [] : [[key, attributes[name]]],
      ),
    ),
    duration_ms: Math.round(ms * 1000) / 1000,
    ...(failure && { error_type: failure.type }),
    ...(text !== undefined && { text }),
  };
  const what = operation.kind === "turn" ? "turn" : `${operation.kind} ${method}`;
  if (failure === undefined) logger.info(facts, `${what} done`);
  else logger[isOurs(failure.error) ? "error" : "warn"](facts, `${what} failed`);
}

/** Whether a failure is that of the program, and not of what it was asked. */
function isOurs(error: unknown): boolean {
  return !isCallError(error) || ["INTERNAL", "UNKNOWN", "DATA_LOSS"].includes(error.status);
}
