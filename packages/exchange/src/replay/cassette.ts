import { existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { errorMessage } from "@a2agen/runtime/internal";
import type { Exchange } from "../generated/a2agen/exchange/v1/exchange_types.ts";
import { openRecorder } from "../record/open-recorder.ts";
import { recordFetch } from "../record/record-fetch.ts";
import { Recorder } from "../record/recorder.ts";
import { RecordingTap } from "../record/recording-tap.ts";
import type { GrpcTaps } from "../record/tapped-grpc.ts";
import { RecordingError } from "../recording.ts";
import type { CassetteMode, CassetteOptions } from "./cassette-options.ts";
import { type Compared, compareRecordings } from "./compare-recordings.ts";
import { readRecording } from "./read-recording.ts";
import { Tape } from "./tape.ts";

/** What a test gets. For calls over gRPC `cassetteGrpc` makes a binding of it. */
export interface Cassette extends GrpcTaps {
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
  const result = await run({ mode, fetch: tape.fetch, openTap: tape.openTap });
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
    return await run({ mode: "record", fetch: recorder.fetch(send), openTap: recorder.openTap });
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
  const result = await run({
    mode: "diff",
    fetch: recordFetch(send, recorder),
    openTap: (url, codecs) => new RecordingTap(url, { recorder, codecs }),
  });
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
  const how = 'with { mode: "record" }';
  if (!existsSync(path)) throw new Error(`${path}: expected a recording; there is no file: record it ${how}`);
  try {
    return readRecording(path);
  } catch (cause) {
    throw new RecordingError(`${path}: ${errorMessage(cause)}: record it again ${how}`, { cause });
  }
}
