import { isObject } from "@a2agen/runtime/internal";
import { fromRecorded } from "../bytes.ts";
import type { Bytes, Exchange } from "../generated/a2agen/exchange/v1/exchange_types.ts";
import { playFrames } from "./play-frames.ts";
import type { IdMap } from "./same-meaning.ts";

/** How an answer is made of a recorded one. */
export interface ReplayInit {
  /** The request that is answered, whose identifier an answer of JSON-RPC has. */
  readonly request: Exchange;
  readonly ids: IdMap;
  /** Whether the pauses between events are those of the recording; without it there are none. */
  readonly paced: boolean;
}

/** Headers that are of one connection, or of bytes as they were compressed. */
const ofConnection: ReadonlySet<string> = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "keep-alive",
  "transfer-encoding",
]);

/** The answer of a recording as `fetch` gives it; rejects with a TypeError where there was none. */
export function replayAnswer({ answer, end }: Exchange, init: ReplayInit): Response {
  if (answer === undefined)
    throw new TypeError(`fetch failed: ${end?.error ?? "the recording has no answer"}`);
  const headers = (answer.headers ?? []).filter(({ name }) => !ofConnection.has(name));
  const isStream = headers.some(
    ({ name, value = "" }) => name === "content-type" && value.startsWith("text/event-stream"),
  );
  const pieces = async function* (): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const { bytes } of playFrames(answer, init.paced)) {
      const piece = fromRecorded(translateBytes(bytes, init));
      yield isStream ? new TextEncoder().encode(toEvent(new TextDecoder().decode(piece))) : piece;
    }
    if (end?.error !== undefined) throw new TypeError(end.error);
  };
  const hasBody = (answer.frames ?? []).length > 0 || end?.error !== undefined;
  return new Response(hasBody ? toStream(pieces()) : null, {
    status: answer.status,
    headers: headers.map(({ name, value = "" }): [string, string] => [name, value]),
  });
}

function toEvent(data: string): string {
  return `${data
    .split("\n")
    .map((line) => `data: ${line}\n`)
    .join("")}\n`;
}

function toStream(pieces: AsyncGenerator<Uint8Array, void, undefined>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    cancel: () => void pieces.return(),
  });
}

/** The bytes with the identifiers that the client chose; unchanged where there are none of them. */
function translateBytes(bytes: Bytes, { request, ids }: ReplayInit): Bytes {
  if (bytes.text === undefined) return bytes;
  const value = parse(bytes.text);
  if (value === undefined) return bytes;
  const translated = ids.translate(value);
  const sent = request.binding === "JSONRPC" ? parse(request.request.body?.text ?? "") : undefined;
  const answered =
    isObject(translated) && isObject(sent) && "id" in translated
      ? { ...translated, id: sent["id"] }
      : translated;
  const [before, after] = [JSON.stringify(value), JSON.stringify(answered)];
  return before === after ? bytes : { text: after };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Other bytes have no identifiers.
    return undefined;
  }
}
