import { bodyFrames } from "@a2agen/exchange/record/body-frames.ts";
import type { RecordedExchange, SentHttp, WireLog } from "../wire/wire-log.ts";
import { breathe } from "./breathe.ts";
import type { Relay, RelayedAnswer } from "./relay.ts";

/** A `fetch` that sends by the relay, and records what goes over the wire. */
export function recordedFetch(relay: Relay, wire: WireLog): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const body = init?.body ?? undefined;
    const sent: SentHttp = {
      kind: "http",
      verb: request.method,
      url: request.url,
      // Not those of the request, which drops cookies.
      headers: [...new Headers(init?.headers ?? request.headers)],
      body: body === undefined ? undefined : new Uint8Array(await request.arrayBuffer()),
    };
    return sendRecorded(sent, { relay, wire, signal: init?.signal ?? undefined });
  };
}

export interface Sending {
  readonly relay: Relay;
  readonly wire: WireLog;
  readonly signal: AbortSignal | undefined;
}

/** Sends a request over HTTP by the relay; rejects with a TypeError as fetch does. */
export async function sendRecorded(sent: SentHttp, { relay, wire, signal }: Sending): Promise<Response> {
  const record = wire.begin(sent);
  let answer: RelayedAnswer;
  try {
    answer = await relay.sendHttp(sent, signal);
  } catch (error) {
    record.end(textOf(error));
    throw error;
  }
  const { status, headers } = answer;
  record.headOf(status, headers);
  const isNull = status === 204 || status === 304;
  const response = new Response(isNull ? null : toStream(answer, record), {
    // A status that Response refuses: the client reads its body anyway.
    status: status >= 200 && status <= 599 ? status : 502,
    headers: headers.filter(([name]) => name !== "content-encoding").map(([name, value]) => [name, value]),
  });
  if (isNull) record.end();
  return response;
}

/** Bytes of a stream that are read at once: many small events are much work. */
const maximumPiece = 2048;

/** The body as the client reads it, with its frames recorded. */
function toStream({ pieces, headers }: RelayedAnswer, record: RecordedExchange): ReadableStream<Uint8Array> {
  const type = headers.find(([name]) => name === "content-type")?.[1] ?? "";
  const isStream = type.startsWith("text/event-stream");
  const frames = bodyFrames(type, (bytes) => record.frame(bytes));
  let rest: Uint8Array = new Uint8Array();
  return new ReadableStream({
    async pull(controller) {
      try {
        if (rest.length === 0) {
          const { done, value } = await pieces.next();
          if (done === true) {
            frames.end();
            record.end();
            controller.close();
            return;
          }
          rest = value.bytes;
        }
        if (isStream) await breathe();
        const piece = isStream ? rest.subarray(0, maximumPiece) : rest;
        rest = rest.subarray(piece.length);
        frames.push(piece);
        controller.enqueue(piece);
      } catch (error) {
        frames.end();
        record.end(textOf(error));
        controller.error(error);
      }
    },
    async cancel() {
      frames.end();
      record.end("the client left");
      await pieces.return();
    },
  });
}

export function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
