import { startTimer } from "../core/time.ts";
import { abortGraceMs, type BodyStream, type HttpResponse } from "../http/http-message.ts";
import { internalError } from "./not-found.ts";
import { safeHeaders } from "./safe-headers.ts";

/**
 * An answer as a response of the Fetch API; `method` is that of its request. One that cannot be sent,
 * for its status, say, becomes an internal error.
 */
export function toFetchResponse(answer: HttpResponse, method: string): Response {
  try {
    return makeResponse(answer, method);
  } catch {
    if (typeof answer.body === "object") answer.body.cancel();
    return makeResponse(internalError, method);
  }
}

function makeResponse(answer: HttpResponse, method: string): Response {
  const { status, body } = answer;
  const init = { status, headers: safeHeaders(answer.headers) };
  if (typeof body !== "object") return new Response(method === "HEAD" ? null : (body ?? null), init);
  if (method !== "HEAD") return new Response(toReadable(body), init);
  body.cancel();
  return new Response(null, init);
}

function toReadable(body: BodyStream): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let stopGrace: (() => void) | undefined;
  let over = false;
  const finish = (): void => {
    over = true;
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
        finish();
        body.cancel();
      },
    },
    // Nothing is pulled before the body is read.
    { highWaterMark: 0 },
  );
}
