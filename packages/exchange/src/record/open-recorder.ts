import type { HttpHandler } from "@a2agen/runtime/http";
import { recordFetch } from "./record-fetch.ts";
import { recordHandler } from "./record-handler.ts";
import { Recorder, type RecorderOptions } from "./recorder.ts";
import { RecordingFile, type RecordingFileOptions } from "./recording-file.ts";

export interface FileRecorderOptions extends RecorderOptions, RecordingFileOptions {}

/** A recorder with a file. */
export interface FileRecorder {
  readonly recorder: Recorder;
  /** A `fetch` for clients, which records. */
  fetch(send?: typeof fetch): typeof fetch;
  /** A handler of HTTP requests for a server, which records. */
  handler(handle: HttpHandler): HttpHandler;
  /** Writes what is not over yet, as far as it came, and closes the file. */
  close(): void;
}

/**
 * Records to a file, until it is closed or the process ends: on SIGTERM too, exchanges that are not over are
 * written as far as they came. Throws a RecordingError for a file that is not a recording.
 */
export function openRecorder(path: string, options: FileRecorderOptions = {}): FileRecorder {
  const file = new RecordingFile(path, options);
  const recorder = new Recorder((exchange) => file.write(exchange), options);
  const flush = (): void => recorder.close();
  const terminate = (): void => {
    // Another listener ends the process when calls are over; without one the signal ends it now.
    if (process.listenerCount("SIGTERM") > 1) return;
    flush();
    process.off("SIGTERM", terminate);
    process.kill(process.pid, "SIGTERM");
  };
  // Before one that is taken off when it is called.
  process.prependListener("SIGTERM", terminate);
  process.on("exit", flush);
  return {
    recorder,
    fetch: (send = fetch) => recordFetch(send, recorder),
    handler: (handle) => recordHandler(handle, recorder),
    close() {
      process.off("SIGTERM", terminate);
      process.off("exit", flush);
      flush();
      file.close();
    },
  };
}
