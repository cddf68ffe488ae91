import type { HostedMethod } from "../host/hosted-method.ts";
import type { OpenStream, StreamStep } from "../host/open-stream.ts";
import { createEventBody } from "../http/event-body.ts";
import { formatEvent } from "../http/format-event.ts";
import type { BodyStream } from "../http/http-message.ts";
import type { CallError } from "../service/call-error.ts";
import type { Protocol } from "../service/protocol.ts";
import { formatError, type RequestId, resultPrefix } from "./envelope.ts";
import { toErrorObject } from "./error.ts";

export interface ResultStreamInit {
  readonly hosted: HostedMethod;
  readonly id: RequestId;
  readonly protocol: Protocol;
  /** The step that was pulled already. */
  readonly first: StreamStep | undefined;
  readonly maximumBytes: number;
  readonly toCallError: (error: unknown) => CallError;
}

/** A stream as server-sent events, each of which is a whole JSON-RPC answer (A2A 9.4.2). */
export function createResultStream(stream: OpenStream, init: ResultStreamInit): BodyStream {
  const { hosted, id, protocol, first, maximumBytes, toCallError } = init;
  const prefix = resultPrefix(id);
  const { output } = hosted.method;
  return createEventBody(stream, first, {
    event: (value, id) => formatEvent(`${prefix}${output.stringify(value)}}`, id),
    error: (error) => formatEvent(formatError(id, JSON.stringify(toErrorObject(error, protocol)))),
    maximumBytes,
    toCallError,
  });
}
