import { setTimeout as delay } from "node:timers/promises";
import type { Exchange, Request } from "../exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import type { Limits, Wanted } from "./transport/limits.ts";
import { GrpcConnections, sendGrpc } from "./transport/send-grpc.ts";
import { openHttp, sendHttp } from "./transport/send-http.ts";

/** Where exchanges come from: an agent, or a recording. */
export interface Wire {
  /** `id` is that of the exchange in the record. Undefined when a recording has no such exchange. */
  send(id: string, request: Request, wanted: Wanted): Promise<Exchange | undefined>;
  close(): void;
}

export interface WireInit {
  readonly limits: Limits;
  /** Requests in a second; as many as there can be when absent. */
  readonly rate?: number | undefined;
}

/** The network. */
export function openWire({ limits, rate }: WireInit): Wire {
  const http = openHttp();
  const grpc = new GrpcConnections();
  let next = 0;
  return {
    async send(id, request, wanted) {
      if (rate !== undefined) {
        const at = Math.max(performance.now(), next);
        next = at + 1000 / rate;
        if (at > performance.now()) await delay(at - performance.now());
      }
      const isGrpc =
        request.headers?.some(({ name, value }) => name === "te" && value === "trailers") === true;
      const exchange = isGrpc
        ? await sendGrpc(request, grpc, { limits, wanted })
        : await sendHttp(request, http, { limits, wanted });
      return { ...exchange, id };
    },
    close() {
      http.http.destroy();
      http.https.destroy();
      grpc.close();
    },
  };
}

/** A recording, in which each exchange is found by its identifier. */
export function replayWire(exchanges: readonly Exchange[]): Wire {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  return {
    send: async (id) => byId.get(id),
    close: () => undefined,
  };
}
