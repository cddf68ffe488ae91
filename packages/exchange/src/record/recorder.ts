import { errorMessage, isObject, parseUrl } from "@a2agen/runtime/internal";
import { type GrpcCodecs, type GrpcMethod, listMethods } from "@a2agen/runtime/internal/wire";
import { toRecorded } from "../bytes.ts";
import { listEntries } from "../card-entries.ts";
import type {
  Exchange,
  Exchange_Side,
  Header,
  Request,
} from "../generated/a2agen/exchange/v1/exchange_types.ts";
import { readSpoken, SpokenList } from "../meaning/spoken-list.ts";
import { recordFormat } from "../recording.ts";
import { cardCodecs, formFor, versions } from "../versions.ts";
import { blankExchange } from "./blank-exchange.ts";
import { exactTime } from "./exact-time.ts";
import { ExchangeRecord } from "./exchange-record.ts";
import { SecretFinder } from "./secret-finder.ts";

export interface RecorderOptions {
  /** Which side records; default: the client. */
  readonly side?: "client" | "server";
  /** The agent's card, where the recorder does not see a request for it. */
  readonly card?: object;
  /** Headers and query parameters that carry credentials, beside the usual ones and those of cards. */
  readonly secretNames?: readonly string[];
  /** Credentials that are blanked wherever they stand. */
  readonly secrets?: readonly string[];
  /** Bytes of a request, and of an answer, that are recorded; default: 10 MB. */
  readonly maximumBytes?: number;
  /** Told why an exchange could not be written; calls go on. Default: a line on standard error. */
  readonly onError?: (error: unknown) => void;
}

/** Records exchanges, each when it is over, without credentials. */
export class Recorder {
  readonly #write: (exchange: Exchange) => void;
  readonly #spoken = new SpokenList();
  readonly #secrets: SecretFinder;
  readonly #side: Exchange_Side;
  readonly #open = new Set<RecordedCall>();
  readonly #onError: (error: unknown) => void;
  #isClosed = false;
  readonly maximumBytes: number;

  constructor(write: (exchange: Exchange) => void, options: RecorderOptions = {}) {
    const { side = "client", card, secretNames, secrets = [], maximumBytes = 10_000_000 } = options;
    this.#write = write;
    this.#onError = options.onError ?? ((error) => console.warn(`not recorded: ${errorMessage(error)}`));
    this.#side = side === "client" ? "SIDE_CLIENT" : "SIDE_SERVER";
    this.#secrets = new SecretFinder(secretNames);
    for (const secret of secrets) this.#secrets.add(secret);
    this.maximumBytes = maximumBytes;
    this.readCard(card);
  }

  /** Begins the record of a request that is sent now. */
  begin({ verb, url, headers = [] }: Request, codecs?: GrpcCodecs): RecordedCall {
    const exchange: Exchange = {
      format: recordFormat,
      id: crypto.randomUUID(),
      startTime: exactTime(),
      side: this.#side,
      request: { verb, url, headers: [...headers] },
    };
    const call = new RecordedCall(exchange, this.maximumBytes, () => {
      this.#open.delete(call);
      this.#finish(exchange, codecs);
    });
    this.#open.add(call);
    return call;
  }

  /** Names of headers that carry credentials, beside the usual ones. */
  get secretNames(): Iterable<string> {
    return this.#secrets.names;
  }

  /** An exchange with what it means, and without credentials. */
  understand(exchange: Exchange, codecs?: GrpcCodecs): Exchange {
    return this.#blank(this.#read(exchange, codecs), codecs);
  }

  /** Leaves out an exchange that was another's. */
  forget(call: RecordedCall): void {
    this.#open.delete(call);
  }

  /** Writes what is not over yet, as far as it came; nothing is recorded after it. */
  close(): void {
    for (const call of this.#open) call.end("the recorder was closed");
    this.#isClosed = true;
  }

  #finish(exchange: Exchange, codecs: GrpcCodecs | undefined): void {
    if (this.#isClosed) return;
    try {
      this.#record(exchange, codecs);
    } catch (error) {
      this.#onError(error);
    }
  }

  #record(exchange: Exchange, codecs: GrpcCodecs | undefined): void {
    const read = this.#read(exchange, codecs);
    for (const frame of read.answer?.frames ?? []) this.readCard(frame.meaning?.value);
    this.#write(this.#blank(read, codecs));
  }

  #blank(read: Exchange, codecs: GrpcCodecs | undefined): Exchange {
    return blankExchange(read, this.#secrets, codecs && methodOf(read, codecs));
  }

  /** The exchange with what it means. */
  #read(exchange: Exchange, codecs: GrpcCodecs | undefined): Exchange {
    const { request, answer } = exchange;
    const spoken =
      codecs === undefined
        ? this.#spoken.find({ verb: request.verb, url: this.#place(request.url) }, "http")
        : { service: codecs.service, binding: "GRPC", url: request.url, grpc: codecs };
    const reader = readSpoken(request, spoken, cardCodecs);
    const status = answer?.status ?? 0;
    const frames = answer?.frames?.map((frame) => {
      const meaning = reader.frame(frame.bytes, { status });
      return meaning === undefined ? frame : { ...frame, meaning };
    });
    return {
      ...exchange,
      ...(spoken && { protocol: spoken.service.protocol.name, binding: spoken.binding }),
      ...(reader.method === undefined ? {} : { method: reader.method }),
      request: { ...request, ...(reader.request && { meaning: reader.request }) },
      ...(answer && { answer: { ...answer, ...(frames && { frames }) } }),
    };
  }

  /** Learns from a card what is spoken where, and how its credentials are called. */
  readCard(card: unknown): void {
    if (!isObject(card)) return;
    this.#secrets.readCard(card);
    for (const { url, binding, version } of listEntries(card).toReversed()) {
      if (version === undefined || binding === "GRPC" || parseUrl(url) === undefined) continue;
      const { service } = formFor(versions[version], binding);
      this.#spoken.speak({ service, binding, url: this.#place(url) });
    }
  }

  /** A server has other names than its card, which says what clients see. */
  #place(url: string): string {
    if (this.#side === "SIDE_CLIENT") return url;
    const { pathname, search } = new URL(url);
    return `http://server${pathname}${search}`;
  }
}

/** The method that an exchange over gRPC calls. */
export function methodOf({ request }: Exchange, codecs: GrpcCodecs): GrpcMethod | undefined {
  const name = request.url.split("/").at(-1);
  return listMethods([codecs]).find(({ method }) => method.name === name);
}

/** An exchange in the making, of bounded size. */
export class RecordedCall extends ExchangeRecord {
  readonly #maximumBytes: number;
  readonly #onEnd: () => void;
  #bytes = 0;
  #isCut = false;

  constructor(exchange: Exchange, maximumBytes: number, onEnd: () => void) {
    super(exchange);
    this.#maximumBytes = maximumBytes;
    this.#onEnd = onEnd;
  }

  /** Notes the body of the request, or its message; `undefined` for one that is too long. */
  body(bytes: Uint8Array | undefined): void {
    if (bytes === undefined || bytes.length > this.#maximumBytes) this.#isCut = true;
    else this.exchange.request.body = toRecorded(bytes);
  }

  headers(headers: readonly Header[]): void {
    this.exchange.request.headers = [...headers];
  }

  /** Counts bytes of the answer; false if there are too many to record. */
  takes(count: number): boolean {
    this.#bytes += count;
    this.#isCut ||= this.#bytes > this.#maximumBytes;
    return this.#bytes <= this.#maximumBytes;
  }

  override end(error?: string): boolean {
    const cut = this.#isCut ? `longer than ${this.#maximumBytes} bytes: recorded in part` : undefined;
    const isFirst = super.end(error ?? cut);
    if (isFirst) this.#onEnd();
    return isFirst;
  }
}
