import {
  status as grpcStatus,
  ServerInterceptingCall,
  type ServerInterceptingCallInterface,
  type ServerInterceptor,
  type ServerOptions,
} from "@grpc/grpc-js";
import type { Host } from "../host/host.ts";
import { createResetLimit } from "./reset-limit.ts";

/**
 * The options by which a server of grpc-js keeps the limits of a host, for `new Server(options)`:
 * `limits.bodyBytes` for messages that come, which the library otherwise holds to 4 MiB, `limits.bodyMs` for
 * how long the one request of a call may take to come, and pings every `limits.heartbeatMs`, which find
 * clients that have gone without a word. A connection whose client resets 200 calls more than were answered
 * takes no further ones.
 *
 * A server that was created with larger limits than these still refuses larger messages, only later.
 */
export function grpcServerOptions({ limits }: Host): ServerOptions {
  return {
    "grpc.max_receive_message_length": limits.bodyBytes,
    "grpc.max_send_message_length": -1,
    "grpc.keepalive_time_ms": 3 * limits.heartbeatMs,
    interceptors: [createResetLimit(), createMessageClock(limits.bodyMs)],
  };
}

/** How often waiting calls are looked at, at least, in milliseconds. */
const longestPeriod = 1000;

/**
 * Ends calls whose one request is not there within `ms` milliseconds. Calls with a stream of requests
 * have time: their handler decides how long it waits.
 */
function createMessageClock(ms: number): ServerInterceptor {
  /** When each waiting call began, the oldest first. */
  const waiting = new Map<ServerInterceptingCallInterface, number>();
  let timer: ReturnType<typeof setInterval> | undefined;
  const sweep = (): void => {
    if (waiting.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
    const oldest = performance.now() - ms;
    for (const [call, begun] of waiting) {
      if (begun > oldest) return;
      waiting.delete(call);
      call.sendStatus({
        code: grpcStatus.DEADLINE_EXCEEDED,
        details: `the request was not there within ${ms} ms`,
        metadata: null,
      });
    }
  };
  return (method, call) => {
    if (method.requestStream) return new ServerInterceptingCall(call);
    return new ServerInterceptingCall(call, {
      start(next) {
        waiting.set(call, performance.now());
        // One timer for all calls, which does not keep the process alive.
        timer ??= setInterval(sweep, Math.min(ms, longestPeriod)).unref();
        next({
          onReceiveHalfClose(proceed) {
            waiting.delete(call);
            proceed();
          },
          onCancel() {
            waiting.delete(call);
          },
        });
      },
    });
  };
}
