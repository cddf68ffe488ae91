import { type AgentCard, AgentCardCodec } from "@a2agen/a2a-1.0";
import { fromRecorded, toRecorded } from "@a2agen/exchange/bytes.ts";
import { blankHeaders, blankUrl } from "@a2agen/exchange/credentials.ts";
import type {
  Bytes,
  Exchange,
  Frame,
  Header,
  Meaning,
  Request,
} from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { anyJson } from "@a2agen/exchange/meaning/read-exchange.ts";
import { type Reader, readMessage, type Spoken } from "@a2agen/exchange/meaning/reader.ts";
import { readSpoken, SpokenList } from "@a2agen/exchange/meaning/spoken-list.ts";
import { ExchangeRecord } from "@a2agen/exchange/record/exchange-record.ts";
import { recordFormat } from "@a2agen/exchange/recording.ts";
import type { Codec } from "@a2agen/runtime";
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
  readonly #spoken = new SpokenList();
  readonly #secrets = new Set<string>();
  #cardCodecs: readonly Codec<object>[] = [AgentCardCodec];
  #count = 0;

  /** Tells what is spoken at an address; a later word counts more. */
  speak(spoken: Spoken): void {
    this.#spoken.speak(spoken);
  }

  /** Reads cards in these versions, also those that are there. */
  readCards(codecs: readonly Codec<object>[]): void {
    if (this.#cardCodecs.length === codecs.length) return;
    this.#cardCodecs = codecs;
    for (const entry of this.entries.latest) {
      const { request } = entry.exchange;
      const isCard = request.verb === "GET" && this.#spoken.find(request, entry.sent.kind) === undefined;
      if (isCard && entry instanceof RecordedExchange)
        entry.readAgain(readSpoken(request, undefined, codecs));
    }
  }

  /** Blanks the headers and parameters in which an agent wants its keys. */
  hide(card: AgentCard): void {
    for (const { apiKeySecurityScheme: key } of Object.values(card.securitySchemes ?? {})) {
      if (key !== undefined) this.#secrets.add(key.name.toLowerCase());
    }
  }

  /** Begins the record of a request that is sent now. */
  begin(sent: SentRequest): RecordedExchange {
    const spoken = this.#spoken.find(sent, sent.kind);
    const request: Request = {
      verb: sent.verb,
      url: blankUrl(sent.url, this.#secrets),
      headers: blankHeaders(sent.headers.map(toHeader), this.#secrets),
      ...(sent.kind === "grpc" || sent.body === undefined ? {} : { body: toRecorded(sent.body) }),
    };
    const reader =
      sent.kind === "grpc"
        ? readSent(sent)
        : readSpoken({ ...request, url: sent.url }, spoken, this.#cardCodecs);
    const exchange: Exchange = {
      format: recordFormat,
      id: String(++this.#count),
      startTime: new Date().toISOString(),
      // Only webhooks of the console are at its own address.
      side: sent.url.startsWith(`${location.origin}/`) ? "SIDE_SERVER" : "SIDE_CLIENT",
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

  /** Returns what was there, to be restored. */
  clear(): readonly WireEntry[] {
    const { latest } = this.entries;
    this.entries.set([]);
    return latest;
  }

  restore(cleared: readonly WireEntry[]): void {
    this.entries.set([...cleared, ...this.entries.latest].slice(-maximumExchanges));
  }

  /** The latest exchanges, as many as may be kept beside another one. */
  #recent(): readonly WireEntry[] {
    const kept = this.entries.latest.slice(1 - maximumExchanges);
    let characters = kept.reduce((sum, entry) => sum + entry.characters, 0);
    while (characters > maximumCharacters) characters -= kept.shift()?.characters ?? characters;
    return kept;
  }
}

/** The request is known; the relay reports the answer. */
function readSent({ method, message }: SentGrpc): Reader {
  return { method: method.name, request: readMessage(method.input, message), frame: () => undefined };
}

/** The record of one exchange in the making. */
export class RecordedExchange extends ExchangeRecord implements WireEntry {
  readonly sent: SentRequest;
  readonly revision: ThrottledSignal<number> = new ThrottledSignal(0);
  dropped = 0;
  characters = 0;
  details: readonly object[] = [];
  problems: number;
  readonly #reader: Reader;

  constructor(exchange: Exchange, { sent, reader }: { readonly sent: SentRequest; readonly reader: Reader }) {
    super(exchange);
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

  /** Notes the head of the answer as it came. */
  headOf(status: number, headers: readonly (readonly [string, string])[]): void {
    this.head(status, blankHeaders(headers.map(toHeader)));
    this.#announce();
  }

  /** Notes a frame of the answer, with its meaning where that has been read already. */
  override frame(bytes: Uint8Array, known?: Meaning): Frame | undefined {
    const { answer } = this.exchange;
    if (answer === undefined) return undefined;
    const meaning = known ?? this.#reader.frame(toRecorded(bytes), { status: answer.status });
    const frame = super.frame(bytes, meaning);
    if (frame === undefined) return undefined;
    const { frames = [] } = answer;
    this.problems += countProblems(meaning);
    this.characters += sizeOf(frame.bytes);
    // The latest stays whatever its size.
    while (frames.length > maximumFrames || (this.characters > maximumCharacters / 2 && frames.length > 1)) {
      const first = frames.shift();
      this.characters -= first === undefined ? 0 : sizeOf(first.bytes);
      this.dropped++;
    }
    this.#announce();
    return frame;
  }

  /** Reads the frames that came in another way. */
  readAgain(reader: Reader): void {
    const { frames = [], status = 0 } = this.exchange.answer ?? {};
    for (const frame of frames) {
      const meaning = reader.frame(frame.bytes, { status });
      this.problems += countProblems(meaning) - countProblems(frame.meaning);
      if (meaning !== undefined) frame.meaning = meaning;
    }
    this.#announce();
  }

  /** Notes the trailers of gRPC, with the details of the status as JSON. */
  status(entries: readonly (readonly [string, string])[], details: readonly object[]): void {
    this.details = details;
    this.trailers(entries.map(toHeader));
    this.#announce();
  }

  override end(error?: string): boolean {
    const isFirst = super.end(error);
    if (isFirst) this.#announce();
    return isFirst;
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
