import { startTimer } from "../core/time.ts";
import { abortGraceMs, type BodyStream, type HttpResponse } from "../http/http-message.ts";
import type { FetchRequest } from "./fetch-request.ts";
import { internalError } from "./not-found.ts";
import { safeHeaders } from "./safe-headers.ts";

/**
 * An answer to a request as a response of the Fetch API. One that cannot be sent,
 * for its status, say, becomes an internal error.
 */
export function toFetchResponse(answer: HttpResponse, request: FetchRequest): Response {
  try {
    return makeResponse(answer, request);
  } catch {
    if (typeof answer.body === "object") answer.body.cancel();
    return makeResponse(internalError, request);
  }
}

function makeResponse(answer: HttpResponse, request: FetchRequest): Response {
  const { status, body } = answer;
  const isHead = request.method === "HEAD";
  const init = { status, headers: safeHeaders(answer.headers) };
  if (typeof body === "object" && !isHead) return new Response(toReadable(body, request), init);
  const response = new Response(isHead || typeof body === "object" ? null : (body ?? null), init);
  if (typeof body === "object") body.cancel();
  request.answered = true;
  return response;
}

function toReadable(body: BodyStream, request: FetchRequest): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let stopGrace: (() => void) | undefined;
  let over = false;
  const finish = (): void => {
    over = true;
    request.answered = true;
    stopGrace?.();
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        body.onAbort?.(() => {
          if (over) return;
          stopGrace ??= startTimer(abortGraceMs, () =>
            controller.error(new Error("the stream has ended and was not read to its end")),
          );
        });
      },
      async pull(controller) {
        const piece = await body.pull();
        if (piece === undefined) {
          finish();
          controller.close();
        } else controller.enqueue(encoder.encode(piece));
      },
      cancel() {
        body.cancel();
        finish();
      },
    },
    // Nothing is pulled before the body is read.
    { highWaterMark: 0 },
  );
}
