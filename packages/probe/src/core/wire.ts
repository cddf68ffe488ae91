import { setTimeout as delay } from "node:timers/promises";
import type { Exchange, Request } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { Routes } from "@a2agen/runtime/node";
import type { Limits, Wanted } from "./transport/limits.ts";
import { Receiver, type ReceiverInit } from "./transport/receiver.ts";
import { GrpcConnections, sendGrpc } from "./transport/send-grpc.ts";
import { sendHttp } from "./transport/send-http.ts";

/** Where exchanges come from: an agent, or a recording. */
export interface Wire {
  /** `id` is that of the exchange in the record. Undefined when a recording has no such exchange. */
  send(id: string, request: Request, wanted: Wanted): Promise<Exchange | undefined>;
  /** Where webhooks can be, for agents on this machine or elsewhere; undefined where they cannot. */
  listen?(isLocal: boolean): Promise<string | undefined>;
  /** The next push notification at a webhook. */
  receive?(id: string, url: string, ms: number): Promise<Exchange | undefined>;
  close(): void;
}

export interface WireInit {
  readonly limits: Limits;
  /** Requests in a second; as many as there can be when absent. */
  readonly rate?: number | undefined;
  /** The receiver of push notifications; without it one for agents on this machine. */
  readonly webhook?: ReceiverInit;
}

/** The network. */
export function openWire({ limits, rate, webhook = {} }: WireInit): Wire {
  const routes = new Routes();
  const grpc = new GrpcConnections();
  let next = 0;
  let receiver: Receiver | undefined;
  return {
    async listen(isLocal) {
      if (!isLocal && webhook.url === undefined) return undefined;
      receiver ??= await Receiver.open(webhook);
      return receiver.url;
    },
    async receive(id, url, ms) {
      const exchange = await receiver?.next(url, ms);
      return exchange === undefined ? undefined : { ...exchange, id };
    },
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
        : await sendHttp(request, routes, { limits, wanted });
      return { ...exchange, id };
    },
    close() {
      receiver?.close();
      routes.close();
      grpc.close();
    },
  };
}

/** A recording, in which each exchange is found by its identifier. */
export function replayWire(exchanges: readonly Exchange[]): Wire {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const hook = exchanges.find(({ side }) => side === "SIDE_SERVER")?.request.url;
  return {
    send: async (id) => byId.get(id),
    listen: async () => (hook === undefined ? undefined : new URL("/", hook).href.slice(0, -1)),
    receive: async (id) => byId.get(id),
    close: () => undefined,
  };
}
