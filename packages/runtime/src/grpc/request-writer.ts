import type { ClientDuplexStream, ClientWritableStream } from "@grpc/grpc-js";
import { clientError, isCallError } from "../service/call-error.ts";
import type { CallWatch } from "./call-watch.ts";

/** Where a client writes its stream. */
export type RequestSink = ClientWritableStream<Buffer> | ClientDuplexStream<Buffer, Buffer>;

export interface RequestWriterInit {
  readonly watch: CallWatch;
  readonly encode: (request: unknown) => Buffer;
}

/**
 * Writes a client's stream, a message whenever the server has room for one. An error of the iteration
 * fails the call; the iteration is stopped when the call ends first. Never rejects.
 */
export async function writeRequests(
  sink: RequestSink,
  requests: AsyncIterable<unknown>,
  { watch, encode }: RequestWriterInit,
): Promise<void> {
  const ended = new Promise<undefined>((resolve) => watch.onEnd(() => resolve(undefined)));
  let iterator: AsyncIterator<unknown> | undefined;
  try {
    iterator = requests[Symbol.asyncIterator]();
    for (;;) {
      const next = await Promise.race([iterator.next(), ended]);
      if (next === undefined || watch.ended) break;
      if (next.done === true) {
        sink.end();
        return;
      }
      if (!sink.write(encode(next.value))) {
        await Promise.race([new Promise<void>((resolve) => sink.once("drain", resolve)), ended]);
      }
    }
  } catch (cause) {
    watch.fail(
      isCallError(cause) ? cause : clientError("CANCELLED", "the stream of requests failed", { cause }),
    );
  }
  stop(iterator);
}

/** An iteration that waits for something stops after that; it is not awaited. */
function stop(iterator: AsyncIterator<unknown> | undefined): void {
  try {
    iterator?.return?.().then(undefined, () => undefined);
  } catch {
    // It was asked to stop; what it throws then has no one to go to.
  }
}
