import { readFileSync } from "node:fs";
import type { Exchange } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { openRecorder as open } from "@a2agen/exchange/record/open-recorder.ts";
import { parseRecording } from "@a2agen/exchange/recording.ts";

export interface RecorderOptions {
  /** Headers and query parameters that carry credentials, beside the usual ones and those of cards. */
  readonly secretNames?: readonly string[];
  /** Credentials that are blanked wherever they stand. */
  readonly secrets?: readonly string[];
}

/** Writes what a client sends, and its answers, without credentials. */
export interface OpenRecorder {
  /** For `connect(service, url, { fetch })`; `send` is the global `fetch` by default. */
  fetch(send?: typeof fetch): typeof fetch;
  /** Writes what is not over yet, as far as it came, and closes the file. */
  close(): void;
}

/**
 * Records to a file, until it is closed or the process ends.
 *
 * @public
 */
export function openRecorder(path: string, options: RecorderOptions = {}): OpenRecorder {
  const { fetch: record, close } = open(path, options);
  return { fetch: record, close };
}

/**
 * The exchanges of a recording. Throws an error that names the line for a file that is none.
 *
 * @public
 */
export function readRecording(path: string): readonly Exchange[] {
  return parseRecording(readFileSync(path, "utf8"));
}
