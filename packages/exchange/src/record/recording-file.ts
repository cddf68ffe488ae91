import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import type { Exchange } from "../generated/a2agen/exchange/v1/exchange_types.ts";
import { formatRecording, parseRecording, RecordingError } from "../recording.ts";

export interface RecordingFileOptions {
  /** Bytes of a file; at more, the next one is begun. Default: 100 MB. */
  readonly maximumFileBytes?: number;
  /** Files that are kept: `calls.jsonl`, before it `calls.jsonl.1`, and so on. Default: 5. */
  readonly files?: number;
}

/**
 * A recording that grows: each exchange is written in one piece when it ends, behind those that the file
 * has. Synchronous, so that nothing is half-written when the process ends.
 */
export class RecordingFile {
  readonly #path: string;
  readonly #limits: Required<RecordingFileOptions>;
  #file: number;
  #size: number;

  /** Throws a RecordingError for a file that is not a recording. */
  constructor(path: string, { maximumFileBytes = 100_000_000, files = 5 }: RecordingFileOptions = {}) {
    this.#path = path;
    this.#limits = { maximumFileBytes, files };
    checkIsRecording(path);
    this.#file = openSync(path, "a", 0o600);
    this.#size = fstatSync(this.#file).size;
  }

  write(exchange: Exchange): void {
    const line = Buffer.from(formatRecording([exchange]));
    if (this.#size > 0 && this.#size + line.length > this.#limits.maximumFileBytes) this.#rotate();
    try {
      for (let at = 0; at < line.length; ) at += writeSync(this.#file, line, at);
      this.#size += line.length;
    } catch (error) {
      // The disk is full: no half of a line stays.
      ftruncateSync(this.#file, this.#size);
      throw error;
    }
  }

  close(): void {
    closeSync(this.#file);
  }

  #rotate(): void {
    closeSync(this.#file);
    const last = this.#limits.files - 1;
    for (let at = last; at > 0; at--) {
      const older = at === 1 ? this.#path : `${this.#path}.${at - 1}`;
      if (existsSync(older)) renameSync(older, `${this.#path}.${at}`);
    }
    if (last === 0) rmSync(this.#path);
    this.#file = openSync(this.#path, "a", 0o600);
    this.#size = 0;
  }
}

function checkIsRecording(path: string): void {
  if (!existsSync(path)) return;
  const text = readFileSync(path, "utf8");
  try {
    parseRecording(text.slice(0, text.indexOf("\n") + 1));
    if (text === "" || text.endsWith("\n")) return;
  } catch (cause) {
    throw new RecordingError(
      `${path}: expected a recording, to which exchanges are added; ${cause instanceof Error ? cause.message : String(cause)}: name another file`,
      { cause },
    );
  }
  throw new RecordingError(
    `${path}: the last line has no end: another program is writing it; name another file`,
  );
}
