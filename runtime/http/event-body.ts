import type { OpenStream, StreamStep } from "../host/open-stream.ts";
import { CallError } from "../service/call-error.ts";
import { bytesOf, isLongerThan } from "../service/text-bytes.ts";
import { heartbeat } from "./format-event.ts";
import type { BodyStream } from "./http-message.ts";

/** How a binding writes the steps of a stream. */
export interface EventWriter {
  /** An event, with its line ends. */
  readonly event: (value: unknown) => string;
  readonly error: (error: CallError) => string;
  /** Largest event, in bytes of UTF-8. */
  readonly maximumBytes: number;
  /** The client's error for something that went wrong while an event was written. */
  readonly toCallError: (error: unknown) => CallError;
}

/** Writes a stream as server-sent events; `first` is the step that was pulled already. */
export function createEventBody(
  stream: OpenStream,
  first: StreamStep | undefined,
  writer: EventWriter,
): BodyStream {
  let pulled = first;
  let ended = false;
  const write = (step: StreamStep): string | undefined => {
    switch (step.kind) {
      case "event": {
        const text = writer.event(step.value);
        if (!isLongerThan(text, writer.maximumBytes)) return text;
        throw new CallError("INTERNAL", "an event is larger than the server sends", {
          metadata: { bytes: String(bytesOf(text)), limit: String(writer.maximumBytes) },
        });
      }
      case "heartbeat":
        return heartbeat;
      case "error":
        ended = true;
        return writer.error(step.error);
      case "end":
        ended = true;
        return undefined;
    }
  };
  return {
    async pull() {
      if (ended) return undefined;
      const step = pulled ?? (await stream.pull());
      pulled = undefined;
      try {
        return write(step);
      } catch (cause) {
        const error = writer.toCallError(cause);
        stream.cancel(error);
        ended = true;
        return writer.error(error);
      }
    },
    cancel() {
      ended = true;
      stream.cancel(new CallError("CANCELLED", "the client has gone"));
    },
    onAbort: (listener) => stream.onAbort(listener),
  };
}

/** The headers of an answer that is a stream: proxies must neither keep nor collect it. */
export function streamHeaders(contentType: string): Readonly<Record<string, string>> {
  return {
    "content-type": contentType,
    "cache-control": "no-cache, no-transform",
    "x-accel-buffering": "no",
  };
}
