import { describeFrame, sizeOf } from "@a2agen/exchange/describe-frame.ts";
import type { Frame, Meaning } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import type { WireEntry } from "./wire-log.ts";

/** Frames one after another that say the same thing, such as the pieces of an artifact. */
export interface Run {
  readonly name: string;
  /** Number of its first frame, also when that has been dropped meanwhile. */
  readonly id: number;
  /** Numbers of its frames, counted from the first of the stream. */
  readonly frames: number[];
  bytes: number;
  problems: number;
}

/** Frames that are one line when they say the same thing. */
const foldedFrom = 3;

export function isFolded({ frames }: Run): boolean {
  return frames.length >= foldedFrom;
}

/** The frames of an exchange that a search finds, as runs; only frames that are new are looked at. */
export class FoldedFrames {
  readonly entry: WireEntry;
  readonly runs: Run[] = [];
  /** Bytes of all frames. */
  bytes = 0;
  readonly #search: RegExp | undefined;
  #read = 0;

  constructor(entry: WireEntry, search: RegExp | undefined) {
    this.entry = entry;
    this.#search = search;
  }

  get count(): number {
    return this.#read;
  }

  /** Reads what has come since the last time. */
  update(): void {
    const { exchange, dropped } = this.entry;
    const frames = exchange.answer?.frames ?? [];
    this.#forget(dropped);
    for (let at = Math.max(this.#read, dropped); at < dropped + frames.length; at++) {
      const frame = frames[at - dropped];
      if (frame !== undefined) this.#add(frame, at);
    }
    this.#read = dropped + frames.length;
  }

  #add(frame: Frame, at: number): void {
    const bytes = sizeOf(frame.bytes);
    this.bytes += bytes;
    if (this.#search !== undefined && !contains(frame, this.#search)) return;
    const name = describeFrame(frame);
    const problems = frame.meaning?.problems?.length ?? 0;
    const last = this.runs.at(-1);
    // A frame with problems has a line that says so.
    if (last?.name === name && last.problems === 0 && problems === 0) {
      last.frames.push(at);
      last.bytes += bytes;
    } else this.runs.push({ name, id: at, frames: [at], bytes, problems });
  }

  #forget(dropped: number): void {
    for (let [first] = this.runs; first !== undefined; [first] = this.runs) {
      while (first.frames[0] !== undefined && first.frames[0] < dropped) first.frames.shift();
      if (first.frames.length > 0) return;
      this.runs.shift();
    }
  }
}

/** Whether a search finds something in the text of a frame or a request; in its meaning if it is binary. */
export function contains(
  { bytes, meaning }: { readonly bytes: Frame["bytes"] | undefined; readonly meaning?: Meaning | undefined },
  search: RegExp,
): boolean {
  return search.test(bytes?.text ?? JSON.stringify(meaning?.value) ?? "");
}

/** The frame with a number, unless it has been dropped. */
export function frameAt({ exchange, dropped }: WireEntry, at: number): Frame | undefined {
  return exchange.answer?.frames?.[at - dropped];
}
