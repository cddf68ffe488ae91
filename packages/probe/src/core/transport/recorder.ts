import { blankHeaders, blankUrl } from "@a2agen/exchange/credentials.ts";
import type {
  Exchange,
  Frame,
  Header,
  Request,
} from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { ExchangeRecord } from "@a2agen/exchange/record/exchange-record.ts";
import { recordFormat } from "@a2agen/exchange/recording.ts";
import { enough, type Limits, type Wanted } from "./limits.ts";

/** An exchange in the making: frames as they come, until it ends or has cost too much. */
export class Recorder extends ExchangeRecord {
  readonly #limits: Limits;
  readonly #wanted: Wanted;
  readonly #done = withResolvers<Exchange>();
  #timer: NodeJS.Timeout | undefined;
  readonly #deadline: NodeJS.Timeout;
  #bytes = 0;
  /** Stops the request. */
  onStop: () => void = () => undefined;

  constructor(request: Request, { limits, wanted }: { readonly limits: Limits; readonly wanted: Wanted }) {
    super({
      format: recordFormat,
      id: "",
      startTime: new Date().toISOString(),
      side: "SIDE_CLIENT",
      request: { ...request, url: blankUrl(request.url), headers: blankHeaders(request.headers ?? []) },
    });
    this.#limits = limits;
    this.#wanted = wanted;
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

  override head(status: number, headers: readonly Header[]): void {
    super.head(status, blankHeaders(headers));
    this.#wait();
  }

  /** Counts bytes; false if there are too many. */
  takes(count: number): boolean {
    this.#bytes += count;
    if (this.#bytes <= this.#limits.maximumBytes) return true;
    this.end(`the answer is longer than ${this.#limits.maximumBytes} bytes`);
    return false;
  }

  override frame(bytes: Uint8Array): Frame | undefined {
    const frame = super.frame(bytes);
    if (frame === undefined) return undefined;
    const { length } = this.exchange.answer?.frames ?? [];
    this.#wanted.onFrame?.(length);
    this.#wait();
    if (length === this.#wanted.frames) this.end(enough);
    else if (length >= this.#limits.maximumFrames) this.end(`the stream has more than ${length} frames`);
    return frame;
  }

  override trailers(trailers: readonly Header[]): void {
    super.trailers(blankHeaders(trailers));
  }

  override end(error?: string): boolean {
    if (!super.end(error)) return false;
    clearTimeout(this.#timer);
    clearTimeout(this.#deadline);
    this.#wanted.signal?.removeEventListener("abort", this.#stop);
    this.onStop();
    this.#done.resolve(this.exchange);
    return true;
  }

  readonly #stop = (): void => void this.end(enough);

  #wait(): void {
    clearTimeout(this.#timer);
    const { timeoutMs } = this.#limits;
    this.#timer = setTimeout(() => this.end(`nothing came for ${timeoutMs / 1000} s`), timeoutMs);
  }
}

function withResolvers<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
