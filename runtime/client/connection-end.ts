import { onAbort } from "../core/on-abort.ts";
import { clientError } from "../service/call-error.ts";

/** The signal that ends a connection. */
export interface ConnectionEnd {
  readonly signal: AbortSignal;
  end(): void;
  /** Lets go of the caller's signal. */
  release(): void;
}

/** A signal of a connection's own that ends with the caller's. */
export function endWith(signal: AbortSignal | undefined): ConnectionEnd {
  const controller = new AbortController();
  const stop = signal === undefined ? undefined : onAbort(signal, () => controller.abort(signal.reason));
  const release = (): void => stop?.();
  return {
    signal: controller.signal,
    end() {
      release();
      controller.abort(clientError("CANCELLED", "the connection was closed"));
    },
    release,
  };
}
