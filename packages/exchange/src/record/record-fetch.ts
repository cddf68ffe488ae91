import { errorMessage } from "@a2agen/runtime/internal";
import type { Header } from "../generated/a2agen/exchange/v1/exchange_types.ts";
import { bodyFrames, join } from "./body-frames.ts";
import type { RecordedCall, Recorder } from "./recorder.ts";

/** A `fetch` that records what goes over the wire. */
export function recordFetch(send: typeof fetch, recorder: Recorder): typeof fetch {
  return async (input, init) => {
    const call = await beginFetch([input, init], recorder);
    return answered(call, () => send(input, init));
  };
}

/** Begins the record of what `fetch` was called with. */
export async function beginFetch(
  [input, init]: Parameters<typeof fetch>,
  recorder: Recorder,
): Promise<RecordedCall> {
  const request = new Request(input instanceof Request ? input.clone() : input, withoutStream(init));
  // Not those of the request, which drops cookies.
  const headers = toHeaders(new Headers(init?.headers ?? request.headers));
  const call = recorder.begin({ verb: request.method, url: request.url, headers });
  await readBody(request, call, recorder.maximumBytes);
  return call;
}

/** A body that can be read once is left to the request: it is not recorded. */
function withoutStream(init: RequestInit | undefined): RequestInit | undefined {
  if (!(init?.body instanceof ReadableStream)) return init;
  const { body: _, ...rest } = init;
  return rest;
}

async function readBody(request: Request, call: RecordedCall, maximumBytes: number): Promise<void> {
  if (request.body === null) return;
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of request.body as unknown as AsyncIterable<Uint8Array>) {
      size += piece.length;
      if (size > maximumBytes) {
        call.body(undefined);
        return;
      }
      pieces.push(piece);
    }
    call.body(join(pieces));
  } catch {
    // The sender has left: whoever answers says so.
    call.body(undefined);
  }
}

async function answered(call: RecordedCall, send: () => Promise<Response>): Promise<Response> {
  let response: Response;
  try {
    response = await send();
  } catch (error) {
    call.end(describe(error));
    throw error;
  }
  call.head(response.status, toHeaders(response.headers));
  if (response.body === null) {
    call.end();
    return response;
  }
  const { status, statusText, headers, url, redirected, type } = response;
  const recorded = new Response(toStream(response.body, call, headers.get("content-type") ?? ""), {
    status,
    statusText,
    headers,
  });
  // What a constructed response does not have.
  for (const [name, value] of Object.entries({ url, redirected, type })) {
    Object.defineProperty(recorded, name, { value });
  }
  return recorded;
}

/** The body as its reader gets it, with its frames recorded. */
function toStream(
  body: ReadableStream<Uint8Array>,
  call: RecordedCall,
  mediaType: string,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const frames = bodyFrames(mediaType, (bytes) => call.frame(bytes));
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          frames.end();
          call.end();
          controller.close();
          return;
        }
        if (call.takes(value.length)) frames.push(value);
        controller.enqueue(value);
      } catch (error) {
        frames.end();
        call.end(describe(error));
        controller.error(error);
      }
    },
    async cancel(reason) {
      frames.end();
      call.end("the client left");
      await reader.cancel(reason);
    },
  });
}

function toHeaders(headers: Headers): Header[] {
  return [...headers].map(([name, value]) => ({ name, value }));
}

/** What went wrong; fetch says in the cause why it failed. */
function describe(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? `: ${errorMessage(error.cause)}` : "";
  return `${errorMessage(error)}${cause}`;
}
