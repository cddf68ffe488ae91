import { callHook } from "../core/call-hook.ts";
import { CallError, isCallError, protocolError } from "../service/call-error.ts";
import type { ClientProtocol } from "../service/protocol.ts";
import type { Principal } from "../service/security.ts";

/** The call in which an error was thrown. */
export interface FailedCall {
  readonly method: string;
  readonly binding: string;
}

/** A call that was refused for its caller. */
export interface RefusedCall extends FailedCall {
  /** The caller, if the hook `authenticate` found one. */
  readonly principal: Principal | undefined;
  /** An HTTP header or an entry of the metadata; names in any case. */
  header(name: string): string | undefined;
}

/** Is given the error of a call that failed with UNAUTHENTICATED or PERMISSION_DENIED. */
export type ReportRefusal = (error: CallError, call: RefusedCall) => void;

/** Whether a call was refused for its caller. */
export function isRefusal({ status }: CallError): boolean {
  return status === "UNAUTHENTICATED" || status === "PERMISSION_DENIED";
}

/** Is given an error that the client does not see. */
export type ReportError = (error: unknown, call: FailedCall) => void;

/** Reports an error that the client does not see, to the console without a hook. */
export function reportError(onError: ReportError | undefined, error: unknown, call: FailedCall): void {
  callHook("onError", () => {
    if (onError !== undefined) return onError(error, call);
    console.error(`a2agen: ${call.method} over ${call.binding} failed:`, error);
  });
}

/**
 * The error of an answer. A CallError of a handler goes to the client, and so does one that another server
 * sent to the handler's own client. One that this client made is hidden, since it names addresses; one of the
 * protocol keeps its name, with the text of the protocol.
 */
export function toCallError(
  error: unknown,
  report: (error: unknown) => void,
  protocol?: ClientProtocol,
): CallError {
  const isOfClient = isCallError(error) && error.origin === "client";
  if (isCallError(error) && !isOfClient) return error;
  report(error);
  if (isOfClient && protocol !== undefined && Object.hasOwn(protocol.errors, error.name))
    return protocolError(protocol, error.name);
  if (isOfClient && (error.status === "UNAVAILABLE" || error.status === "DEADLINE_EXCEEDED")) {
    return new CallError("UNAVAILABLE", "an agent that this one needs is not available");
  }
  return new CallError("INTERNAL", "internal error");
}

export function shuttingDown(init: { readonly reason?: string; readonly retryAfterMs?: number }): CallError {
  return new CallError("UNAVAILABLE", "the server is shutting down", init);
}

export function clientGone(): CallError {
  return new CallError("CANCELLED", "the client has gone");
}
