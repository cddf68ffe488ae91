import { errors } from "@a2agen/a2a-1.0";
import { type Fault, findFault, takeEvents } from "@a2agen/exchange/faults/faults.ts";
import { createRandom } from "@a2agen/runtime/fakes";
import type { BodyStream, HttpHandler } from "@a2agen/runtime/http";
import { sleep } from "@a2agen/runtime/internal";
import type { CallContext } from "@a2agen/runtime/service";
import { cutConnection } from "./breaks.ts";

/** Which faults a mock has. */
export interface FaultPlan {
  readonly names: readonly string[];
  readonly seed: number | string;
}

/** The header of a request that names its fault to the handler of the call; clients do not know it. */
const header = `a2agen-mock-fault-${crypto.randomUUID()}`;

/** The faults of a mock: each request has one of them, chosen by the seed. */
export class Faults {
  readonly #faults: readonly Fault[];
  readonly #seed: number | string;
  #count = 0;

  /** Throws a TypeError for an unknown one. */
  constructor({ names, seed }: FaultPlan) {
    this.#faults = names.map(findFault);
    this.#seed = seed;
  }

  /** How often each notification is sent. */
  get times(): number {
    return Math.max(1, ...this.#faults.map(({ times = 1 }) => times));
  }

  /** The fault of a call, which over gRPC is chosen here. Throws its error. */
  begin(context: CallContext): Fault | undefined {
    const fault = this.#faults[Number(context.header(header) ?? this.#pick())];
    if (fault?.error !== undefined) throw errors[fault.error]();
    return fault;
  }

  /** Gives each request over HTTP a fault. */
  around(handle: HttpHandler): HttpHandler {
    if (this.#faults.length === 0) return handle;
    return async (request) => {
      const { method, target, base, peer, peerCertificate } = request;
      const picked = this.#pick();
      const fault = this.#faults[picked] ?? { does: "" };
      const answer = await handle({
        method,
        target,
        base,
        peer,
        peerCertificate,
        header: (name) => (name === header ? String(picked) : request.header(name)),
        async body(limits) {
          if (fault.readAfterMs !== undefined) await sleep(fault.readAfterMs);
          return request.body(limits);
        },
        onDisconnect: (listener) => request.onDisconnect(listener),
      });
      const isStream = answer?.headers["content-type"]?.startsWith("text/event-stream") === true;
      if (!isStream || typeof answer.body !== "object") return answer;
      return {
        ...answer,
        headers: { ...answer.headers, ...fault.headers },
        body: addFault(answer.body, fault),
      };
    };
  }

  #pick(): number {
    const numbers = [...this.#faults.keys()];
    return numbers.length === 0 ? -1 : createRandom(`${this.#seed}/${this.#count++}`).pick(numbers);
  }
}

function addFault(body: BodyStream, { event, cutAfter }: Fault): BodyStream {
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
