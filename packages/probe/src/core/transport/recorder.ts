import { toRecorded } from "@a2agen/exchange/bytes.ts";
import { blankHeaders, blankUrl } from "@a2agen/exchange/credentials.ts";
import type {
  Answer,
  Exchange,
  Header,
  Request,
} from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { recordFormat } from "@a2agen/exchange/recording.ts";
import { enough, type Limits, type Wanted } from "./limits.ts";

/** An exchange in the making: frames as they come, until it ends or has cost too much. */
export class Recorder {
  readonly #start = performance.now();
  readonly #exchange: Exchange;
  readonly #limits: Limits;
  readonly #wanted: Wanted;
  readonly #done = withResolvers<Exchange>();
  #timer: NodeJS.Timeout | undefined;
  readonly #deadline: NodeJS.Timeout;
  #bytes = 0;
  #answer: Answer | undefined;
  /** Stops the request. */
  onStop: () => void = () => undefined;

  constructor(request: Request, { limits, wanted }: { readonly limits: Limits; readonly wanted: Wanted }) {
    this.#limits = limits;
    this.#wanted = wanted;
    this.#exchange = {
      format: recordFormat,
      id: "",
      startTime: new Date().toISOString(),
      side: "SIDE_CLIENT",
      request: { ...request, url: blankUrl(request.url), headers: blankHeaders(request.headers ?? []) },
    };
    this.#wait();
    const { totalMs } = limits;
    this.#deadline = setTimeout(() => this.end(`no end after ${totalMs / 1000} s`), totalMs);
    wanted.signal?.addEventListener("abort", this.#stop);
    if (wanted.signal?.aborted === true) this.#stop();
  }

  /** Resolves when the exchange is over; never rejects. */
  get finished(): Promise<Exchange> {
    return this.#done.promise;
  }

  get isOver(): boolean {
    return this.#exchange.end !== undefined;
  }

  head(status: number, headers: readonly Header[]): void {
    this.#answer = { afterMs: this.#elapsed(), status, headers: blankHeaders(headers) };
    this.#wait();
  }

  /** Counts bytes; false if there are too many. */
  takes(count: number): boolean {
    this.#bytes += count;
    if (this.#bytes <= this.#limits.maximumBytes) return true;
    this.end(`the answer is longer than ${this.#limits.maximumBytes} bytes`);
    return false;
  }

  frame(bytes: Uint8Array): void {
    if (this.#answer === undefined || this.#exchange.end !== undefined) return;
    this.#answer.frames ??= [];
    this.#answer.frames.push({ afterMs: this.#elapsed(), bytes: toRecorded(bytes) });
    const { length } = this.#answer.frames;
    this.#wanted.onFrame?.(length);
    this.#wait();
    if (length === this.#wanted.frames) this.end(enough);
    else if (length >= this.#limits.maximumFrames) this.end(`the stream has more than ${length} frames`);
  }

  trailers(trailers: readonly Header[]): void {
    if (this.#answer !== undefined && trailers.length > 0) this.#answer.trailers = blankHeaders(trailers);
  }

  end(error?: string): void {
    if (this.#exchange.end !== undefined) return;
    clearTimeout(this.#timer);
    clearTimeout(this.#deadline);
    this.#wanted.signal?.removeEventListener("abort", this.#stop);
    this.#exchange.end = { afterMs: this.#elapsed(), ...(error === undefined ? {} : { error }) };
    if (this.#answer !== undefined) this.#exchange.answer = this.#answer;
    this.onStop();
    this.#done.resolve(this.#exchange);
  }

  readonly #stop = (): void => this.end(enough);

  #wait(): void {
    clearTimeout(this.#timer);
    const { timeoutMs } = this.#limits;
    this.#timer = setTimeout(() => this.end(`nothing came for ${timeoutMs / 1000} s`), timeoutMs);
  }

  #elapsed(): number {
    return Math.round((performance.now() - this.#start) * 10) / 10;
  }
}

function withResolvers<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
