import { type CallError, clientError, isCallError } from "../service/call-error.ts";
import type { ClientMethod } from "../service/method.ts";
import type { ClientCall } from "./client-call.ts";

/** A call that takes the messages of a stream. */
export interface MessageSink {
  readonly call: ClientCall;
  /** Sends a message, as JSON text. */
  message(params: string): void;
  /** Says that the stream has ended. */
  done(): void;
  /** Ends the call with an error of the stream. */
  fail(error: CallError): void;
}

/** A request or message as JSON text; throws a CallError for anything else. */
export function stringify({ name, input }: ClientMethod, request: unknown): string {
  let params: string | undefined;
  let cause: unknown;
  try {
    params = input.stringify(request);
  } catch (error) {
    cause = error;
  }
  // Undefined has no JSON text.
  if (params !== undefined) return params;
  throw clientError("INVALID_ARGUMENT", `the request of ${name} is no ${input.typeName}`, { cause });
}

/**
 * Sends the caller's stream, as the server takes it. An error of it ends the call, and it is stopped when the
 * call ends. Never rejects.
 */
export async function sendMessages(
  requests: AsyncIterable<unknown>,
  opened: MessageSink,
  write: (message: unknown) => string,
): Promise<void> {
  const { call } = opened;
  const ended = new Promise<undefined>((resolve) => {
    call.onEnd = () => resolve(undefined);
  });
  let iterator: AsyncIterator<unknown> | undefined;
  try {
    iterator = requests[Symbol.asyncIterator]();
    for (;;) {
      const next = await Promise.race([iterator.next(), ended]);
      if (next === undefined || call.ended) break;
      if (next.done === true) {
        opened.done();
        return;
      }
      const params = write(next.value);
      if (!(await call.takeMessageCredit())) break;
      opened.message(params);
    }
  } catch (cause) {
    opened.fail(
      isCallError(cause) ? cause : clientError("CANCELLED", "the stream of requests failed", { cause }),
    );
  }
  try {
    // One that waits for something stops after that; it is not awaited.
    iterator?.return?.().then(undefined, () => undefined);
  } catch {
    // It was asked to stop; what it throws then has no one to go to.
  }
}
