import { setTimeout as delay } from "node:timers/promises";
import type { Answer, Frame } from "../generated/a2agen/exchange/v1/exchange_types.ts";

/** The frames of a recorded answer, with the pauses between them or without. */
export async function* playFrames(
  { afterMs: begin, frames = [] }: Pick<Answer, "afterMs" | "frames">,
  isPaced: boolean,
): AsyncGenerator<Frame, void, undefined> {
  let before = Number(begin);
  for (const frame of frames) {
    if (isPaced) await delay(Number(frame.afterMs) - before);
    before = Number(frame.afterMs);
    yield frame;
  }
}
