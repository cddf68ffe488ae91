import { isPromise } from "../core/object.ts";
import type { OpenStream, StreamStep } from "../host/open-stream.ts";
import { type Buffered, pieceCharacters } from "../host/send-buffer.ts";
import { CallError } from "../service/call-error.ts";
import { bytesOf, isLongerThan } from "../service/text-bytes.ts";
import { heartbeat } from "./format-event.ts";
import type { BodyStream } from "./http-message.ts";
import { pieceAt } from "./text-body.ts";

/** How a binding writes the steps of a stream. */
export interface EventWriter {
  /** An event, with its line ends; `id` is its identifier. */
  readonly event: (value: unknown, id: string | undefined) => string;
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
  /** A large event, and how far it was pulled. */
  let held: Buffered<string> | undefined;
  let at = 0;
  const drop = (): void => {
    held?.release();
    held = undefined;
  };
  const nextPiece = (): string | undefined => {
    if (held === undefined) return undefined;
    const piece = pieceAt(held.answer, at);
    at += piece.length;
    if (piece !== "") return piece;
    drop();
    return undefined;
  };
  const writeEvent = async (value: unknown, id: string | undefined): Promise<string | undefined> => {
    const waiting = stream.buffer(value, () => formatEvent(value, id, writer));
    const made = isPromise(waiting) ? await waiting : waiting;
    if (made.answer.length <= pieceCharacters) return made.answer;
    held = made;
    at = 0;
    // The client may have gone while the event waited.
    if (ended) drop();
    return nextPiece();
  };
  const write = (step: StreamStep): string | undefined | Promise<string | undefined> => {
    switch (step.kind) {
      case "event":
        return writeEvent(step.value, step.id);
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
  const onAbort = (listener?: () => void): void =>
    stream.onAbort(() => {
      held?.release();
      listener?.();
    });
  onAbort();
  return {
    async pull() {
      const rest = nextPiece();
      if (rest !== undefined) {
        stream.progress();
        return rest;
      }
      if (ended) return undefined;
      const step = pulled ?? (await stream.pull());
      pulled = undefined;
      try {
        return await write(step);
      } catch (cause) {
        const error = writer.toCallError(cause);
        stream.cancel(error);
        ended = true;
        return writer.error(error);
      }
    },
    cancel() {
      ended = true;
      drop();
      stream.cancel(new CallError("CANCELLED", "the client has gone"));
    },
    onAbort,
  };
}

function formatEvent(value: unknown, id: string | undefined, { event, maximumBytes }: EventWriter): string {
  const text = event(value, id);
  if (!isLongerThan(text, maximumBytes)) return text;
  throw new CallError("INTERNAL", "an event is larger than the server sends", {
    metadata: { bytes: String(bytesOf(text)), limit: String(maximumBytes) },
  });
}

/** The headers of an answer that is a stream: proxies must neither keep nor collect it. */
export function streamHeaders(contentType: string): Readonly<Record<string, string>> {
  return {
    "content-type": contentType,
    "cache-control": "no-cache, no-transform",
    "x-accel-buffering": "no",
  };
}
