import type { AgentCard } from "@a2agen/a2a-1.0";
import { fromRecorded, toRecorded } from "@a2agen/exchange/bytes.ts";
import { blankHeaders, blankUrl } from "@a2agen/exchange/credentials.ts";
import type {
  Answer,
  Bytes,
  Exchange,
  Header,
  Meaning,
  Request,
} from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { anyJson, readCardExchange, readExchange } from "@a2agen/exchange/meaning/read-exchange.ts";
import { type Reader, readMessage, type Spoken } from "@a2agen/exchange/meaning/reader.ts";
import { recordFormat } from "@a2agen/exchange/recording.ts";
import { cardCodecs } from "@a2agen/exchange/versions.ts";
import type { Method } from "@a2agen/runtime/service";
import { ThrottledSignal } from "../session/throttled-signal.ts";

/** Exchanges that are kept: the oldest go first. */
const maximumExchanges = 2000;

/** Frames of one exchange that are kept; a stream without end would fill memory. */
const maximumFrames = 20_000;

/** Characters of all exchanges, as they were sent, that are kept. */
const maximumCharacters = 100_000_000;

/** An exchange in progress. */
export interface WireEntry {
  /** Changes in place; `revision` changes with it. */
  readonly exchange: Exchange;
  readonly revision: Pick<ThrottledSignal<number>, "value">;
  /** The request with its credentials, to send it again. */
  readonly sent: SentRequest;
  /** Frames that were dropped because there were too many. */
  readonly dropped: number;
  /** Of its request and its frames, the dropped ones too. */
  readonly problems: number;
  /** Of its frames, as they were sent. */
  readonly characters: number;
  /** Of the status of gRPC, which the trailers have in binary. */
  readonly details: readonly object[];
}

/** A request as it went out. */
export type SentRequest = SentHttp | SentGrpc;

interface Sent {
  readonly verb: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

export interface SentHttp extends Sent {
  readonly kind: "http";
  readonly body: Uint8Array | undefined;
}

/** A call over gRPC, whose message the relay writes. */
export interface SentGrpc extends Sent {
  readonly kind: "grpc";
  /** The version that is spoken, as its protocol is named. */
  readonly protocol: string;
  readonly method: Method;
  readonly message: unknown;
}

/** All exchanges of this page with agents. */
export class WireLog {
  readonly entries: ThrottledSignal<readonly WireEntry[]> = new ThrottledSignal<readonly WireEntry[]>([]);
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
      ...(sent.kind === "grpc" || sent.body === undefined ? {} : { body: toRecorded(sent.body) }),
    };
    const reader = sent.kind === "grpc" ? readSent(sent) : this.#read({ ...request, url: sent.url }, spoken);
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
    this.entries.set([...this.#recent(), recorded]);
    return recorded;
  }

  /** Shows what another console, or another recorder, recorded. */
  add(exchanges: readonly Exchange[]): void {
    const entries = exchanges.map((exchange) => {
      const { verb, url, headers = [], body } = exchange.request;
      const pairs = headers.map(({ name, value = "" }) => [name, value] as const);
      const sent: SentHttp = {
        kind: "http",
        verb,
        url,
        headers: pairs,
        body: body === undefined ? undefined : fromRecorded(body),
      };
      return new RecordedExchange(exchange, { sent, reader: anyJson });
    });
    this.entries.set([...this.entries.latest, ...entries].slice(-maximumExchanges));
  }

  clear(): void {
    this.entries.set([]);
  }

  /** The latest exchanges, as many as may be kept beside another one. */
  #recent(): readonly WireEntry[] {
    const kept = this.entries.latest.slice(1 - maximumExchanges);
    let characters = kept.reduce((sum, entry) => sum + entry.characters, 0);
    while (characters > maximumCharacters) characters -= kept.shift()?.characters ?? characters;
    return kept;
  }

  #find({ kind, verb, url }: SentRequest): Spoken | undefined {
    // The card may be below the address of an interface over HTTP+JSON.
    if (verb === "GET" && /\/\.well-known\/|\.json$/.test(new URL(url).pathname)) return undefined;
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

/** The request is known; the relay reports the answer. */
function readSent({ method, message }: SentGrpc): Reader {
  return { method: method.name, request: readMessage(method.input, message), frame: () => undefined };
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
  readonly revision: ThrottledSignal<number> = new ThrottledSignal(0);
  dropped = 0;
  characters = 0;
  details: readonly object[] = [];
  problems: number;
  readonly #reader: Reader;
  readonly #start = performance.now();

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

  /** Notes the message of gRPC as it was sent. */
  body(bytes: Uint8Array): void {
    this.exchange.request.body = toRecorded(bytes);
  }

  /** Notes the head of the answer. */
  head(status: number, headers: readonly (readonly [string, string])[]): void {
    const answer: Answer = { afterMs: this.#elapsed(), status, headers: blankHeaders(headers.map(toHeader)) };
    this.exchange.answer = answer;
    this.#announce();
  }

  /** Notes a frame of the answer, with its meaning where that has been read already. */
  frame(bytes: Uint8Array, known?: Meaning): void {
    const { answer } = this.exchange;
    if (answer === undefined) return;
    const recorded = toRecorded(bytes);
    const meaning = known ?? this.#reader.frame(recorded, { status: answer.status });
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

  /** Notes the trailers of gRPC, with the details of the status as JSON. */
  trailers(entries: readonly (readonly [string, string])[], details: readonly object[]): void {
    const { answer } = this.exchange;
    this.details = details;
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

  #announce(): void {
    this.revision.set(this.revision.latest + 1);
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
