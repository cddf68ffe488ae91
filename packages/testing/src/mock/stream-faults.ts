import { findStreamFault, type StreamFault, takeEvents } from "@a2agen/exchange/faults/stream-faults.ts";
import { createRandom } from "@a2agen/runtime/fakes";
import type { BodyStream, HttpHandler } from "@a2agen/runtime/http";
import { cutConnection } from "./breaks.ts";

/** Which faults a mock has. */
export interface FaultPlan {
  readonly names: readonly string[];
  readonly seed: number | string;
}

/** Gives each stream one of some faults, by the seed. Throws a TypeError for an unknown one. */
export function addFaults(handle: HttpHandler, { names, seed }: FaultPlan): HttpHandler {
  const faults = names.map(findStreamFault);
  if (faults.length === 0) return handle;
  let count = 0;
  return async (request) => {
    const answer = await handle(request);
    const isStream = answer?.headers["content-type"]?.startsWith("text/event-stream") === true;
    if (!isStream || typeof answer.body !== "object") return answer;
    const fault = createRandom(`${seed}/${count++}`).pick(faults);
    return {
      ...answer,
      headers: { ...answer.headers, ...fault.headers },
      body: addFault(answer.body, fault),
    };
  };
}

function addFault(body: BodyStream, { event, cutAfter }: StreamFault): BodyStream {
  let at = 0;
  const left = (): number => (cutAfter ?? Number.POSITIVE_INFINITY) - at;
  return {
    ...body,
    async pull() {
      if (left() <= 0) return cutConnection();
      const piece = await body.pull();
      const [, data] = (piece === undefined ? null : /^data: (.*)\n\n$/m.exec(piece)) ?? [];
      if (data === undefined) return piece;
      const written = event?.(data, at) ?? piece;
      const [sent] = left() < 1 ? takeEvents([written ?? ""], left()) : [written];
      at++;
      if (left() <= 0) body.cancel();
      return sent;
    },
  };
}
