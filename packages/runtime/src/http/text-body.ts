import { startTimer } from "../core/time.ts";
import { splitsPair } from "../core/well-formed.ts";
import { type Buffered, pieceCharacters } from "../host/send-buffer.ts";
import type { BodyStream } from "./http-message.ts";

/** The piece of a text that begins at a place; empty at its end. */
export function pieceAt(text: string, at: number): string {
  const end = at + pieceCharacters;
  const isSplit = end < text.length && splitsPair(text, end);
  return text.slice(at, isSplit ? end - 1 : end);
}

/**
 * An answer as a body: a short one as it is, a long one in pieces, so that little of it is copied for a
 * client that reads slowly. One that takes no piece within `stallMs` is broken off.
 */
export function toBody({ answer, release }: Buffered<string>, stallMs: number): string | BodyStream {
  if (answer.length <= pieceCharacters) return answer;
  let at = 0;
  let isStalled = false;
  let whenStalled: (() => void) | undefined;
  const stall = (): void => {
    isStalled = true;
    release();
    whenStalled?.();
  };
  let stopTimer = startTimer(stallMs, stall, { unref: true });
  const end = (): void => {
    at = answer.length;
    stopTimer();
    release();
  };
  return {
    pull() {
      const piece = pieceAt(answer, at);
      if (piece === "") {
        end();
        return Promise.resolve(undefined);
      }
      at += piece.length;
      stopTimer();
      stopTimer = startTimer(stallMs, stall, { unref: true });
      return Promise.resolve(piece);
    },
    cancel: end,
    onAbort(listener) {
      if (isStalled) listener();
      else whenStalled = listener;
    },
  };
}
