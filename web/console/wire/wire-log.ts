import type { AgentCard } from "@a2agen/a2a-1.0";
import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { toRecorded } from "../../../exchange/bytes.ts";
import { blankHeaders, blankUrl } from "../../../exchange/credentials.ts";
import type {
  Answer,
  Bytes,
  Exchange,
  Header,
  Meaning,
  Request,
} from "../../../exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { anyJson, readCardExchange, readExchange } from "../../../exchange/meaning/read-exchange.ts";
import type { Reader, Spoken } from "../../../exchange/meaning/reader.ts";
import { recordFormat } from "../../../exchange/recording.ts";
import { cardCodecs } from "../../../exchange/versions.ts";

/** Exchanges that are kept: the oldest go first. */
const maximumExchanges = 2000;

/** Frames of one exchange that are kept; a stream without end would fill memory. */
const maximumFrames = 20_000;

/** Characters of all exchanges, as they were sent, that are kept. */
const maximumCharacters = 100_000_000;

/** One exchange as it goes on. */
export interface WireEntry {
  /** Changes in place; `revision` changes with it. */
  readonly exchange: Exchange;
  readonly revision: ReadonlySignal<number>;
  /** The request with its credentials, to send it again. */
  readonly sent: SentRequest;
  /** Frames that were dropped because there were too many. */
  readonly dropped: number;
  /** Of its request and its frames, the dropped ones too. */
  readonly problems: number;
  /** Of its frames, as they were sent. */
  readonly characters: number;
}

/** A request as it went out. */
export interface SentRequest {
  readonly kind: "http" | "grpc";
  readonly verb: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array | undefined;
}

/** All exchanges of this page with agents. */
export class WireLog {
  readonly entries: Signal<readonly WireEntry[]> = signal([]);
  #spoken: readonly Spoken[] = [];
  readonly #secrets = new Set<string>();
  #count = 0;

  /** Tells what is spoken at an address; a later word counts more. */
  speak(spoken: Spoken): void {
    this.#spoken = [spoken, ...this.#spoken.filter((other) => other !== spoken)];
  }

  /** Blanks the headers and parameters in which an agent wants its keys. */
  hide(card: AgentCard): void {
    for (const { apiKeySecurityScheme: key } of Object.values(card.securitySchemes ?? {})) {
      if (key !== undefined) this.#secrets.add(key.name.toLowerCase());
    }
  }

  /** Begins the record of a request that is sent now. */
  begin(sent: SentRequest): RecordedExchange {
    const spoken = this.#find(sent);
    const request: Request = {
      verb: sent.verb,
      url: blankUrl(sent.url, this.#secrets),
      headers: blankHeaders(sent.headers.map(toHeader), this.#secrets),
      ...(sent.body === undefined ? {} : { body: toRecorded(sent.body) }),
    };
    const reader = this.#read({ ...request, url: sent.url }, spoken);
    const exchange: Exchange = {
      format: recordFormat,
      id: String(++this.#count),
      startTime: new Date().toISOString(),
      side: "SIDE_CLIENT",
      ...(spoken === undefined ? {} : { protocol: spoken.service.protocol.name, binding: spoken.binding }),
      ...(reader.method === undefined ? {} : { method: reader.method }),
      request: { ...request, ...(reader.request === undefined ? {} : { meaning: reader.request }) },
    };
    const recorded = new RecordedExchange(exchange, { sent, reader });
    this.entries.value = [...this.#recent(), recorded];
    return recorded;
  }

  /** Shows what another console, or another recorder, recorded. */
  add(exchanges: readonly Exchange[]): void {
    const entries = exchanges.map((exchange) => {
      const { verb, url, headers = [] } = exchange.request;
      const pairs = headers.map(({ name, value = "" }) => [name, value] as const);
      const sent: SentRequest = { kind: "http", verb, url, headers: pairs, body: undefined };
      return new RecordedExchange(exchange, { sent, reader: anyJson });
    });
    this.entries.value = [...this.entries.value, ...entries].slice(-maximumExchanges);
  }

  clear(): void {
    this.entries.value = [];
  }

  /** The latest exchanges, as many as may be kept beside another one. */
  #recent(): readonly WireEntry[] {
    const kept = this.entries.value.slice(1 - maximumExchanges);
    let characters = kept.reduce((sum, entry) => sum + entry.characters, 0);
    while (characters > maximumCharacters) characters -= kept.shift()?.characters ?? characters;
    return kept;
  }

  #find({ kind, url }: SentRequest): Spoken | undefined {
    const fitting = this.#spoken.filter(({ binding, url: base }) =>
      kind === "grpc" ? binding === "GRPC" : binding !== "GRPC" && isBelow(url, base),
    );
    // An interface over JSON-RPC has one address; those over HTTP+JSON have paths below theirs.
    return fitting.find((spoken) => (spoken.binding === "JSONRPC") === isAt(url, spoken.url)) ?? fitting[0];
  }

  #read(request: Request, spoken: Spoken | undefined): Reader {
    if (spoken !== undefined) return readExchange(request, spoken);
    return request.verb === "GET" ? readCardExchange(cardCodecs) : anyJson;
  }
}

function isBelow(url: string, base: string): boolean {
  return new URL(url).href.startsWith(new URL(base).href.replace(/\/$/, ""));
}

function isAt(url: string, base: string): boolean {
  const [one, other] = [new URL(url), new URL(base)];
  return one.origin + one.pathname === other.origin + other.pathname;
}

/** The record of one exchange in the making. */
export class RecordedExchange implements WireEntry {
  readonly exchange: Exchange;
  readonly sent: SentRequest;
  readonly revision: Signal<number> = signal(0);
  dropped = 0;
  characters = 0;
  problems: number;
  readonly #reader: Reader;
  readonly #start = performance.now();
  #isAnnounced = false;

  constructor(exchange: Exchange, { sent, reader }: { readonly sent: SentRequest; readonly reader: Reader }) {
    this.exchange = exchange;
    this.sent = sent;
    this.#reader = reader;
    const { request, answer } = exchange;
    this.problems = [request.meaning, ...(answer?.frames ?? []).map(({ meaning }) => meaning)].reduce(
      (sum, meaning) => sum + countProblems(meaning),
      0,
    );
  }

  /** Notes the head of the answer. */
  head(status: number, headers: readonly (readonly [string, string])[]): void {
    const answer: Answer = { afterMs: this.#elapsed(), status, headers: blankHeaders(headers.map(toHeader)) };
    this.exchange.answer = answer;
    this.#announce();
  }

  /** Notes a frame of the answer. */
  frame(bytes: Uint8Array): void {
    const { answer } = this.exchange;
    if (answer === undefined) return;
    const recorded = toRecorded(bytes);
    const meaning = this.#reader.frame(recorded, { status: answer.status });
    answer.frames ??= [];
    answer.frames.push({
      afterMs: this.#elapsed(),
      bytes: recorded,
      ...(meaning === undefined ? {} : { meaning }),
    });
    this.problems += countProblems(meaning);
    this.characters += sizeOf(recorded);
    // The latest stays whatever its size.
    while (
      answer.frames.length > maximumFrames ||
      (this.characters > maximumCharacters / 2 && answer.frames.length > 1)
    ) {
      const first = answer.frames.shift();
      this.characters -= first === undefined ? 0 : sizeOf(first.bytes);
      this.dropped++;
    }
    this.#announce();
  }

  trailers(entries: readonly (readonly [string, string])[]): void {
    const { answer } = this.exchange;
    if (answer !== undefined && entries.length > 0) answer.trailers = entries.map(toHeader);
    this.#announce();
  }

  end(error?: string): void {
    if (this.exchange.end !== undefined) return;
    this.exchange.end = { afterMs: this.#elapsed(), ...(error === undefined ? {} : { error }) };
    this.#announce();
  }

  #elapsed(): number {
    return Math.round((performance.now() - this.#start) * 10) / 10;
  }

  /** Once per picture: a stream may have thousands of frames in a second. */
  #announce(): void {
    if (this.#isAnnounced) return;
    this.#isAnnounced = true;
    requestAnimationFrame(() => {
      this.#isAnnounced = false;
      this.revision.value++;
    });
  }
}

function toHeader([name, value]: readonly [string, string]): Header {
  return { name, value };
}

function countProblems(meaning: Meaning | undefined): number {
  return meaning?.problems?.length ?? 0;
}

function sizeOf({ text = "", base64 = "" }: Bytes): number {
  return text.length + base64.length;
}
