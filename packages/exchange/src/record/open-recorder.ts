import type { HttpHandler } from "@a2agen/runtime/http";
import { recordFetch } from "./record-fetch.ts";
import { recordHandler } from "./record-handler.ts";
import { Recorder, type RecorderOptions } from "./recorder.ts";
import { RecordingFile, type RecordingFileOptions } from "./recording-file.ts";
import { RecordingTap } from "./recording-tap.ts";
import type { GrpcTaps } from "./tapped-grpc.ts";

export interface FileRecorderOptions extends RecorderOptions, RecordingFileOptions {}

/** Writes what clients send and what servers answer, without credentials. `openTap` is for gRPC. */
export interface FileRecorder extends GrpcTaps {
  /** A `fetch` for clients, which records; `send` is the global one by default. */
  fetch(send?: typeof fetch): typeof fetch;
  /** A handler of HTTP requests for a server, which records. */
  handler(handle: HttpHandler): HttpHandler;
  /** Learns how an agent's credentials are called, where no request for its card is recorded. */
  readCard(card: unknown): void;
  /** Writes what is not over yet, as far as it came, and closes the file. */
  close(): void;
}

/**
 * Records to a file, until it is closed or the process ends: on SIGTERM too, exchanges that are not over are
 * written as far as they came. Throws a RecordingError for a file that is not a recording.
 *
 * @public
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
    openTap: (url, codecs) => new RecordingTap(url, { recorder, codecs }),
    fetch: (send = fetch) => recordFetch(send, recorder),
    handler: (handle) => recordHandler(handle, recorder),
    readCard: (card) => recorder.readCard(card),
    close() {
      process.off("SIGTERM", terminate);
      process.off("exit", flush);
      flush();
      file.close();
    },
  };
}
