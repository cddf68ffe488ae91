import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import type { Exchange } from "../generated/a2agen/exchange/v1/exchange_types.ts";
import { openRecorder } from "../record/open-recorder.ts";
import { beginFetch, recordFetch } from "../record/record-fetch.ts";
import { Recorder } from "../record/recorder.ts";
import { parseRecording } from "../recording.ts";
import { type Compared, compareRecordings, findMismatch, nameOf } from "./compare-recordings.ts";
import { replayAnswer } from "./replay-answer.ts";
import { IdMap } from "./same-meaning.ts";

/**
 * What a cassette does with a request: `record` forwards it and writes the exchange; `replay` answers from
 * the recording, and fails for what is not in it; `spy` answers from it, and forwards the rest; `diff`
 * forwards everything, and fails in the end where an answer means something else than the recorded one.
 */
export type CassetteMode = "record" | "replay" | "spy" | "diff";

export interface CassetteOptions {
  /** Default: `replay` where the file is there, or where the variable `CI` is set; `record` elsewhere. */
  readonly mode?: CassetteMode;
  /** What forwards requests. Default: the global one. */
  readonly fetch?: typeof fetch;
  /** Whether streams have the pauses of the recording. Default: they have none. */
  readonly paced?: boolean;
}

/** What a test gets. */
export interface Cassette {
  readonly mode: CassetteMode;
  /** For `connect(service, url, { fetch })`. */
  readonly fetch: typeof fetch;
}

/**
 * Runs a test whose requests are recorded, or answered from a recording.
 *
 * @public
 */
export async function withCassette<Result>(
  path: string,
  options: CassetteOptions,
  run: (cassette: Cassette) => Promise<Result>,
): Promise<Result> {
  const { mode = chooseMode(path), fetch: send = fetch, paced = false } = options;
  if (mode === "record") return record(path, send, run);
  const recorded = readTape(path);
  if (mode === "diff") return compare({ path, recorded }, send, run);
  const tape = new Tape(recorded, { path, paced, ...(mode === "spy" && { forward: send }) });
  const result = await run({ mode, fetch: tape.fetch });
  tape.check();
  return result;
}

function chooseMode(path: string): CassetteMode {
  return existsSync(path) || (process.env["CI"] ?? "") !== "" ? "replay" : "record";
}

async function record<Result>(
  path: string,
  send: typeof fetch,
  run: (cassette: Cassette) => Promise<Result>,
): Promise<Result> {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  const recorder = openRecorder(path);
  try {
    return await run({ mode: "record", fetch: recorder.fetch(send) });
  } finally {
    recorder.close();
  }
}

async function compare<Result>(
  { path, recorded }: { readonly path: string; readonly recorded: readonly Exchange[] },
  send: typeof fetch,
  run: (cassette: Cassette) => Promise<Result>,
): Promise<Result> {
  const came: Exchange[] = [];
  const recorder = new Recorder((exchange) => void came.push(exchange));
  const result = await run({ mode: "diff", fetch: recordFetch(send, recorder) });
  recorder.close();
  const found = compareRecordings(recorded, came).map(describeCompared);
  if (found.length > 0) throw new Error([`${path}: the agent answers otherwise`, ...found].join("\n"));
  return result;
}

function describeCompared({ name, one, other, differences }: Compared): string {
  if (other === undefined) return `${name}: expected a request, as in the recording; none came`;
  if (one === undefined) return `${name}: the recording has no such request`;
  const lines = differences.map(
    ({ path, one: was, other: is }) =>
      `  ${path}: expected ${JSON.stringify(was)}; came ${JSON.stringify(is)}`,
  );
  return [name, ...lines].join("\n");
}

function readTape(path: string): readonly Exchange[] {
  if (existsSync(path)) return parseRecording(readFileSync(path, "utf8"));
  throw new Error(`${path}: expected a recording; there is no file: record it with { mode: "record" }`);
}

interface TapeInit {
  readonly path: string;
  readonly paced: boolean;
  /** What takes requests that are not recorded; without it they fail. */
  readonly forward?: typeof fetch;
}

/** A recording that is played: each call once, in its order; other requests any number of times. */
class Tape {
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
    const { paced, forward } = this.#init;
    const call = await beginFetch([input, init], this.#reader);
    this.#reader.forget(call);
    const request = this.#reader.understand(call.exchange);
    const found = this.#take(request);
    if (found !== undefined) return replayAnswer(found, { request, ids: this.#ids, paced });
    if (forward !== undefined) return forward(input, init);
    const missed = this.#describeMiss(request);
    this.#missed.push(missed);
    throw new TypeError(missed);
  };

  /** Throws for requests that were not recorded, also where the code that sent them caught the error. */
  check(): void {
    if (this.#missed.length > 0) throw new Error(this.#missed.join("\n"));
  }

  #take(request: Exchange): Exchange | undefined {
    for (const exchange of this.#recorded) {
      if (this.#used.has(exchange) && exchange.method !== undefined) continue;
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
