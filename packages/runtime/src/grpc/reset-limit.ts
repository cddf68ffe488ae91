import { ServerInterceptingCall, type ServerInterceptor } from "@grpc/grpc-js";
import { type Http2Stream, streamOf } from "./http2-stream.ts";

/** How many calls more than were answered a client may reset on one connection. */
const mostResets = 200;

/**
 * Lets a connection take no further calls when its client resets many before they are answered, each of which
 * costs as much as a call (rapid reset). Node itself ends a connection after a burst of 1,000. Calls that are
 * open go on.
 */
export function createResetLimit(): ServerInterceptor {
  const resets = new WeakMap<NonNullable<Http2Stream["session"]>, number>();
  return (_, call) => {
    const stream = streamOf(call);
    const session = stream?.session;
    if (session === undefined) return new ServerInterceptingCall(call);
    return new ServerInterceptingCall(call, {
      start(next) {
        next({
          // At the end of every call.
          onCancel() {
            const count = Math.max(0, (resets.get(session) ?? 0) + (stream?.headersSent === true ? -1 : 1));
            resets.set(session, count);
            if (count > mostResets && !session.closed) session.close();
          },
        });
      },
    });
  };
}
