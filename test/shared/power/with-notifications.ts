import type { Exchange } from "../../../packages/exchange/src/generated/a2agen/exchange/v1/exchange_types.ts";
import type { Wire } from "../../../packages/probe/src/core/wire.ts";
import type { Effect } from "../faults/fault.ts";

/** A wire that changes what comes to webhooks. */
export function withNotifications(wire: Wire, effect: Effect): Wire {
  if (effect.kind !== "notifications") return wire;
  const counts = new Map<string, number>();
  const waiting = new Map<string, Exchange[]>();
  return {
    ...wire,
    async receive(id, url, ms) {
      for (;;) {
        const [next] = waiting.get(url)?.splice(0, 1) ?? [];
        if (next !== undefined) return { ...next, id };
        const exchange = await wire.receive?.(id, url, ms);
        if (exchange?.answer === undefined) return exchange;
        const at = counts.get(url) ?? 0;
        counts.set(url, at + 1);
        waiting.set(
          url,
          effect.map(exchange.request, at).map((request) => ({ ...exchange, request })),
        );
      }
    },
  };
}
