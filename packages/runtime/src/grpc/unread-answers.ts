import { startTimer } from "../core/time.ts";
import { pieceCharacters } from "../host/send-buffer.ts";
import { streamOf } from "./http2-stream.ts";
import type { ServerCall } from "./incoming.ts";

/** How long a client may take over the rest of a stream that has ended, in milliseconds. */
const graceMs = 5000;

/** The code of HTTP/2 for a stream that is no longer wanted: CANCEL. */
const cancelCode = 8;

/**
 * Breaks off the HTTP/2 stream of a call that is not over after a while: its status waits behind
 * messages that a client does not take, for as long as the client likes.
 */
export function breakOffLater(call: ServerCall): void {
  if (call.cancelled) return;
  const stopTimer = startTimer(graceMs, () => breakOff(call), { unref: true });
  onEnd(call, stopTimer);
}

export interface SentAnswer {
  readonly bytes: number;
  readonly stallMs: number;
  readonly release: () => void;
}

/**
 * Releases the answer of a unary call when its client has taken all of it. A large one is broken off when its
 * connection has taken less than 64 KiB within `stallMs`: the library does not tell how much of a message is
 * sent.
 */
export function releaseWhenTaken(call: ServerCall, { bytes, stallMs, release }: SentAnswer): void {
  if (bytes <= pieceCharacters) return;
  if (call.cancelled) {
    release();
    return;
  }
  let sent = bytesSent(call);
  const look = (): void => {
    const now = bytesSent(call);
    if (now - sent < pieceCharacters) breakOff(call);
    else stopTimer = startTimer(stallMs, look, { unref: true });
    sent = now;
  };
  let stopTimer = startTimer(stallMs, look, { unref: true });
  onEnd(call, () => {
    stopTimer();
    release();
  });
}

/** The library says "cancelled" at the end of every call, when the client has its status or has gone. */
function onEnd(call: ServerCall, listener: () => void): void {
  // All kinds of calls are emitters, with overloads that a union cannot call.
  const emitter: NodeJS.EventEmitter = call;
  emitter.once("cancelled", listener);
}

function breakOff(call: ServerCall): void {
  streamOf(call)?.close(cancelCode);
}

/** Bytes that the connection of a call has sent; 0 where that is not known. */
function bytesSent(call: ServerCall): number {
  const session = streamOf(call)?.session;
  // One that has ended has no socket to ask.
  return session?.destroyed === false ? (session.socket.bytesWritten ?? 0) : 0;
}
