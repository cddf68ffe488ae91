import { errorMessage } from "../core/object.ts";
import type { IncomingCall } from "../host/call.ts";
import type { Host } from "../host/host.ts";
import type { EventWriter } from "../http/event-body.ts";
import { formatEvent, formatNamedEvent } from "../http/format-event.ts";
import type { HttpTransportOptions } from "../http/outgoing.ts";
import type { SseEvent } from "../http/sse-event.ts";
import { invalidAnswer } from "../service/invalid-answer.ts";
import type { ClientMethod, HttpBinding } from "../service/method.ts";
import type { ClientProtocol } from "../service/protocol.ts";
import { isDecodeError } from "../service/request-error.ts";
import { readAnswer, writeAnswer } from "./answer.ts";
import { fromErrorValue, readErrorEvent, writeError } from "./error.ts";
import type { Route } from "./router.ts";

/** Writes the events of a stream as `data: {...}`, its error as `event: error` (A2A 11.7). */
export function createEventWriter(
  { hosted: { method }, binding }: Route,
  { host, incoming }: { readonly host: Host; readonly incoming: IncomingCall },
): EventWriter {
  const { protocol, limits } = host;
  return {
    event: (value, id) => formatEvent(writeAnswer(method, binding, value), id),
    error: (error) => formatNamedEvent("error", writeError(error, protocol)),
    maximumBytes: limits.eventBytes,
    toCallError: (error) => host.toCallError(error, method, incoming),
  };
}

/** The method and protocol of a stream, to read its events. */
export interface EventReader {
  readonly method: ClientMethod;
  readonly binding: HttpBinding;
  readonly protocol: ClientProtocol;
  readonly url: string;
  readonly onWarning: HttpTransportOptions["onWarning"];
}

/**
 * The value of an event. Throws the error that an event is, whether it is named `error` or has no
 * name, and the protocol's error for one that is neither.
 */
export function readEvent({ event, data }: SseEvent, reader: EventReader): unknown {
  if (event === "error") throw readErrorEvent(data, reader.protocol);
  return readEventText(data, reader);
}

/** The same for the text of an event, or for an answer that is no stream and has the only event. */
export function readEventText(
  text: string,
  { method, binding, protocol, url, onWarning }: EventReader,
): unknown {
  try {
    return readAnswer(method, binding, { text, onWarning });
  } catch (cause) {
    throw readUnexpected(text, protocol) ?? invalidAnswer(protocol, `${url}: ${explain(cause)}`, cause);
  }
}

/** An error that came where an answer was expected. */
function readUnexpected(text: string, protocol: ClientProtocol): Error | undefined {
  try {
    return fromErrorValue(JSON.parse(text), {}, protocol);
  } catch {
    // The caller has the cause already.
    return undefined;
  }
}

/** The problem of an answer, on one line. */
export function explain(cause: unknown): string {
  if (isDecodeError(cause)) {
    const [first] = cause.issues;
    const place = first === undefined || first.path === "" ? "" : `${first.path}: `;
    return `expected ${cause.typeName}; ${place}${first?.message ?? cause.message}`;
  }
  return errorMessage(cause);
}
