import { unref } from "../core/time.ts";
import type { AnswerStream } from "./stream.ts";

/** How long a client may take over the rest of a stream that has ended, in milliseconds. */
const graceMs = 5000;

/** The code of HTTP/2 that tells a client that its stream is not wanted any more: CANCEL. */
const cancelCode = 8;

/**
 * Breaks off the HTTP/2 stream of a call that is not over after a while: its status waits behind
 * messages that a client does not take, for as long as the client likes.
 */
export function breakOffLater(call: AnswerStream): void {
  if (call.cancelled) return;
  const timer = setTimeout(() => streamOf(call)?.close(cancelCode), graceMs);
  unref(timer);
  // The library says so at the end of every call.
  call.once("cancelled", () => clearTimeout(timer));
}

interface Http2Stream {
  close(code: number): void;
}

/** The library has no way to break a call off, so that its own objects are asked: interceptors, then the stream. */
function streamOf(call: object): Http2Stream | undefined {
  let current: unknown = "call" in call ? call.call : undefined;
  while (typeof current === "object" && current !== null) {
    if ("stream" in current && isStream(current.stream)) return current.stream;
    current = "nextCall" in current ? current.nextCall : undefined;
  }
  return undefined;
}

function isStream(value: unknown): value is Http2Stream {
  return typeof value === "object" && value !== null && "close" in value && typeof value.close === "function";
}
