import type { Answer, Host } from "../host/host.ts";
import type { HostedMethod } from "../host/hosted-method.ts";
import type { Limits } from "../host/limits.ts";
import type { OpenStream, StreamStep } from "../host/open-stream.ts";
import { streamEndHeader, streamHeader } from "../service/stream-headers.ts";
import type { HttpCall } from "./incoming.ts";

/** Whether a call that opens a stream has no message. */
export function hasNoMessage(incoming: HttpCall): boolean {
  return incoming.header(streamEndHeader) === "true";
}

/**
 * Takes a call that adds a message to a stream of its client; undefined for one that opens a stream. Where
 * messages name their task, a call opens a stream if it asks for one, by an `Accept` that names the type of
 * streams; and a message for a stream that is not open here is given to the task.
 */
export function takeUplink(
  host: Host,
  hosted: HostedMethod,
  { incoming, read }: { readonly incoming: HttpCall; readonly read: () => unknown },
): Promise<Answer> | undefined {
  const stream = incoming.header(streamHeader);
  const ends = hasNoMessage(incoming);
  const namesTask = hosted.method.uplink !== undefined;
  if (stream !== undefined && (ends || !namesTask || host.hasStream(stream))) {
    return host.uplink(hosted, incoming, { stream, ends, read });
  }
  if (!namesTask) return undefined;
  const accept = incoming.header("accept")?.toLowerCase() ?? "";
  return accept.includes(host.protocol.contentTypes.stream)
    ? undefined
    : host.acknowledge(hosted, incoming, read);
}

/**
 * The first step of a stream, if it comes soon. A client that is to send more before there is an event learns
 * the identifier of its stream at once.
 */
export async function firstStep(
  stream: OpenStream,
  { method: { kind, uplink } }: HostedMethod,
  { firstEventMs }: Limits,
): Promise<StreamStep | undefined> {
  const waits = kind !== "server" && uplink === undefined;
  return waits ? undefined : stream.first(firstEventMs);
}
