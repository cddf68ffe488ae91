import type { BinaryType } from "@a2agen/runtime/binary";
import { statusTable } from "@a2agen/runtime/internal";
import type { TappedAnswer, TappedStatus } from "@a2agen/runtime/internal/wire";
import { fromRecorded } from "../bytes.ts";
import type { Answer, Exchange, Frame, Header } from "../generated/a2agen/exchange/v1/exchange_types.ts";
import { playFrames } from "./play-frames.ts";
import type { ReplayInit } from "./replay-answer.ts";

/** How a call over gRPC is answered; `output` is the type of its messages. */
export interface ReplayCallInit extends Pick<ReplayInit, "ids" | "paced"> {
  readonly output: BinaryType | undefined;
}

/** The answer of a recording as gRPC gives it. */
export function replayCall(exchange: Exchange, init: ReplayCallInit): TappedAnswer {
  const { answer } = exchange;
  return {
    headers: toEntries(answer?.headers),
    messages: playMessages(answer ?? { afterMs: 0 }, init),
    status: () => statusOf(exchange),
  };
}

async function* playMessages(
  answer: Pick<Answer, "afterMs" | "frames">,
  init: ReplayCallInit,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const frame of playFrames(answer, init.paced)) yield toMessage(frame, init);
}

/** The message with the identifiers that the client chose; its bytes where there are none of them. */
function toMessage({ bytes, meaning }: Frame, { ids, output }: ReplayCallInit): Uint8Array {
  const recorded = fromRecorded(bytes);
  const value = ids.translate(meaning?.value);
  if (output === undefined || JSON.stringify(value) === JSON.stringify(meaning?.value)) return recorded;
  try {
    return output.encode(value);
  } catch {
    // A message that breaks a rule can be read, but not be written with other identifiers.
    return recorded;
  }
}

function statusOf({ answer, end }: Exchange): TappedStatus {
  const { "grpc-status": code = "", "grpc-message": details = "", ...trailers } = toEntries(answer?.trailers);
  const isWhole = code !== "0" || end?.error === undefined;
  if (/^\d+$/.test(code) && isWhole) return { code: Number(code), details, trailers };
  // What the library said begins with the name of its status.
  const { error = "the recording has no status of the call" } = end ?? {};
  const named = Object.entries(statusTable).find(([name]) => error.startsWith(`${name}: `));
  const [name, row] = named ?? ["", statusTable.UNAVAILABLE];
  return { code: row.grpc, details: error.slice(name === "" ? 0 : name.length + 2), trailers: {} };
}

function toEntries(headers: readonly Header[] = []): Readonly<Record<string, string>> {
  return Object.fromEntries(headers.map(({ name, value = "" }) => [name, value]));
}
