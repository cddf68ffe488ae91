import { defined } from "../core/object.ts";
import { type CallError, clientError, protocolError } from "./call-error.ts";
import type { ClientProtocol } from "./protocol.ts";

/** The error for an answer that is not what the method returns; `why` says where and what came. */
export function invalidAnswer(protocol: ClientProtocol, why: string, cause?: unknown): CallError {
  const name = protocol.invalidResponseError;
  const init = defined({ origin: "client", cause });
  return name === undefined
    ? clientError("INTERNAL", why, init)
    : protocolError(protocol, name, { ...init, message: why });
}
