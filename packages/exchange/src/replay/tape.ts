import type { GrpcCodecs, OpenTap } from "@a2agen/runtime/internal/wire";
import type { Exchange } from "../generated/a2agen/exchange/v1/exchange_types.ts";
import { beginFetch } from "../record/record-fetch.ts";
import { methodOf, Recorder } from "../record/recorder.ts";
import { beginCall } from "../record/recording-tap.ts";
import { findMismatch, nameOf } from "./compare-recordings.ts";
import { replayAnswer } from "./replay-answer.ts";
import { replayCall } from "./replay-call.ts";
import { IdMap } from "./same-meaning.ts";

/** How a recording is played. */
export interface TapeInit {
  readonly path: string;
  readonly paced: boolean;
  /** What takes requests that are not recorded; without it they fail, those over gRPC too. */
  readonly forward?: typeof fetch;
}

/** A recording that is played: each call once, in its order; other requests any number of times. */
export class Tape {
  readonly #recorded: readonly Exchange[];
  readonly #init: TapeInit;
  readonly #used = new Set<Exchange>();
  readonly #missed: string[] = [];
  readonly #reader = new Recorder(() => undefined);
  #ids = new IdMap();

  constructor(recorded: readonly Exchange[], init: TapeInit) {
    this.#recorded = recorded;
    this.#init = init;
    for (const { answer } of recorded) {
      for (const { meaning } of answer?.frames ?? []) this.#reader.readCard(meaning?.value);
    }
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const { paced, forward = fetch } = this.#init;
    const call = await beginFetch([input, init], this.#reader);
    this.#reader.forget(call);
    const request = this.#reader.understand(call.exchange);
    const found = this.#find(request);
    if (found === undefined) return forward(input, init);
    return replayAnswer(found, { request, ids: this.#ids, paced });
  };

  readonly openTap: OpenTap<GrpcCodecs> = (url, codecs) => ({
    begin: async (metadata, message) => {
      const call = beginCall({ url, metadata, message }, { recorder: this.#reader, codecs });
      this.#reader.forget(call);
      const request = this.#reader.understand(call.exchange, codecs);
      const found = this.#find(request);
      const output = codecs && methodOf(request, codecs)?.output;
      return found && replayCall(found, { ids: this.#ids, paced: this.#init.paced, output });
    },
  });

  /** Throws for requests that were not recorded, also where the code that sent them caught the error. */
  check(): void {
    if (this.#missed.length > 0) throw new Error(this.#missed.join("\n"));
  }

  /** The recorded exchange for a request; undefined for one that is forwarded. */
  #find(request: Exchange): Exchange | undefined {
    const found = this.#take(request);
    if (found !== undefined || this.#init.forward !== undefined) return found;
    const missed = this.#describeMiss(request);
    this.#missed.push(missed);
    throw new TypeError(missed);
  }

  #take(request: Exchange): Exchange | undefined {
    const name = nameOf(request);
    for (const exchange of this.#recorded) {
      if (this.#used.has(exchange) && exchange.method !== undefined) continue;
      if (nameOf(exchange) !== name) continue;
      const ids = new IdMap(this.#ids);
      if (findMismatch(exchange, request, ids) !== undefined) continue;
      this.#used.add(exchange);
      this.#ids = ids;
      // What the agent named has the recorded name from now on.
      for (const { meaning } of exchange.answer?.frames ?? []) ids.keep(meaning?.value);
      return exchange;
    }
    return undefined;
  }

  #describeMiss(request: Exchange): string {
    const name = nameOf(request);
    const same = this.#recorded.filter((each) => nameOf(each) === name);
    const nearest = same.find((each) => !this.#used.has(each));
    const difference = nearest && findMismatch(nearest, request, new IdMap(this.#ids));
    const reason =
      difference === undefined
        ? `it has ${same.length} of them, all answered`
        : `the nearest differs in ${difference.path}: expected ${JSON.stringify(difference.one)}; came ${JSON.stringify(difference.other)}`;
    return `${this.#init.path}: ${name} is not recorded; ${reason}: record it again with { mode: "record" }`;
  }
}
