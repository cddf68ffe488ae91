import type { BodyStream, HttpResponse } from "../http/http-message.ts";
import { safeHeaders } from "./safe-headers.ts";

/** An answer as a response of the Fetch API; `method` is that of its request. */
export function toFetchResponse(answer: HttpResponse, method: string): Response {
  const { status, body } = answer;
  const init = { status, headers: safeHeaders(answer.headers) };
  if (typeof body !== "object") return new Response(method === "HEAD" ? null : (body ?? null), init);
  if (method !== "HEAD") return new Response(toReadable(body), init);
  body.cancel();
  return new Response(null, init);
}

function toReadable(body: BodyStream): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = await body.pull();
        if (piece === undefined) controller.close();
        else controller.enqueue(encoder.encode(piece));
      },
      cancel: () => body.cancel(),
    },
    // Nothing is pulled before somebody reads.
    { highWaterMark: 0 },
  );
}
