import type { ServerOptions } from "@grpc/grpc-js";
import type { Host } from "../host/host.ts";
import { createMessageClock } from "./message-clock.ts";

/**
 * The options by which a server of grpc-js keeps the limits of a host, for `new Server(options)`:
 * `limits.bodyBytes` for messages that come, which the library otherwise holds to 4 MiB,
 * `limits.bodyMs` for how long the one request of a call may take to come, and pings every
 * `limits.heartbeatMs`, which find clients that have gone without a word.
 *
 * A server that was created with larger limits than these still refuses larger messages, only later.
 */
export function grpcServerOptions({ limits }: Host): ServerOptions {
  return {
    "grpc.max_receive_message_length": limits.bodyBytes,
    "grpc.max_send_message_length": -1,
    "grpc.keepalive_time_ms": limits.heartbeatMs,
    interceptors: [createMessageClock(limits.bodyMs)],
  };
}
