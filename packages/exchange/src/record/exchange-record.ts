import { toRecorded } from "../bytes.ts";
import type {
  Answer,
  Exchange,
  Frame,
  Header,
  Meaning,
} from "../generated/a2agen/exchange/v1/exchange_types.ts";

/** The record of an exchange in the making: its answer as it comes, with the time of each part. */
export class ExchangeRecord {
  readonly exchange: Exchange;
  readonly #start = performance.now();

  constructor(exchange: Exchange) {
    this.exchange = exchange;
  }

  get isOver(): boolean {
    return this.exchange.end !== undefined;
  }

  /** Notes the head of the answer. */
  head(status: number, headers: readonly Header[]): void {
    const answer: Answer = { afterMs: this.#elapsed(), status, headers: [...headers] };
    this.exchange.answer = answer;
  }

  /** Notes a frame of the answer; undefined where the exchange has no answer, or is over. */
  frame(bytes: Uint8Array, meaning?: Meaning): Frame | undefined {
    const { answer } = this.exchange;
    if (answer === undefined || this.isOver) return undefined;
    const recorded = toRecorded(bytes);
    const frame = {
      afterMs: this.#elapsed(),
      bytes: recorded,
      ...(meaning === undefined ? {} : { meaning }),
    };
    answer.frames ??= [];
    answer.frames.push(frame);
    return frame;
  }

  /** Notes the trailers of gRPC. */
  trailers(trailers: readonly Header[]): void {
    const { answer } = this.exchange;
    if (answer !== undefined && trailers.length > 0) answer.trailers = [...trailers];
  }

  /** Notes the end; the first one counts. Returns whether this was it. */
  end(error?: string): boolean {
    if (this.isOver) return false;
    this.exchange.end = { afterMs: this.#elapsed(), ...(error === undefined ? {} : { error }) };
    return true;
  }

  #elapsed(): number {
    return Math.round((performance.now() - this.#start) * 1000) / 1000;
  }
}
