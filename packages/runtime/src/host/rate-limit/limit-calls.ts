import { startTimer } from "../../core/time.ts";
import { CallError } from "../../service/call-error.ts";
import type { Principal } from "../../service/security.ts";
import type { IncomingCall } from "../call.ts";
import { CallMeter, type CallRate } from "./call-meter.ts";
import { addressReader, type ClientAddressOptions } from "./client-address.ts";

/** Counts calls in one place for several processes: `callCounter` of `@a2agen/postgres`. */
export interface CallCounter {
  /** Counts a call and returns 0 if the key has one left, or returns the milliseconds to wait. */
  take(key: string, rate: CallRate): Promise<number>;
}

/** How many calls a caller may make. */
export interface RateLimitOptions extends ClientAddressOptions {
  /** Calls of one caller within `perSeconds`, which may come at once. */
  readonly calls: number;
  /** Default: 60. */
  readonly perSeconds?: number;
  /**
   * Calls within `perSeconds` of one address, or /64 of IPv6, by callers that are not known: those without
   * valid credentials, and those whose credentials are still being checked. Default: as `calls`.
   */
  readonly addressCalls?: number;
  /** Where processes count together. Default: each process counts in its memory. */
  readonly counter?: CallCounter;
  /**
   * What becomes of calls while the counter fails: they are refused with UNAVAILABLE, or admitted as far as
   * the process by itself counts them. Default: "refuse".
   */
  readonly withoutCounter?: "refuse" | "admit";
  /** Milliseconds that the counter may take. Default: 1000. */
  readonly counterMs?: number;
  /** Most callers that the memory keeps; beyond them it forgets the oldest. Default: 100,000. */
  readonly keys?: number;
  /** A clock in milliseconds that only goes forward, for tests. Default: `performance.now`. */
  readonly now?: () => number;
}

/** Limits the calls of each caller; hosts that are given the same one count together. */
export class RateLimit {
  readonly #options: RateLimitOptions;
  readonly #ofCallers: Rated;
  readonly #ofAddresses: Rated;
  readonly #addressOf: ReturnType<typeof addressReader>;

  constructor(options: RateLimitOptions) {
    const { calls, perSeconds = 60, addressCalls = calls, keys = 100_000, counterMs = 1000 } = options;
    for (const [name, value] of Object.entries({ calls, perSeconds, addressCalls, keys, counterMs })) {
      if (!(value > 0 && value < Number.POSITIVE_INFINITY)) {
        throw new RangeError(`limitCalls: ${name}: expected a number above 0, found ${String(value)}`);
      }
    }
    const { now = () => performance.now() } = options;
    const rated = (rate: CallRate): Rated => ({
      rate,
      meter: new CallMeter({ ...rate, keys: keys / 2, now }),
    });
    this.#options = { ...options, counterMs };
    this.#ofCallers = rated({ calls, perSeconds });
    this.#ofAddresses = rated({ calls: addressCalls, perSeconds });
    this.#addressOf = addressReader(options);
  }

  /**
   * Counts a call for the address of its client, which it returns, before its caller is known; throws
   * RESOURCE_EXHAUSTED for one too many. Calls that are being checked count, so that many at once are no way
   * around the limit.
   */
  enter(incoming: Pick<IncomingCall, "peer" | "header">): string {
    const address = this.#addressOf(incoming);
    admit(this.#ofAddresses.meter.take(address), this.#ofAddresses.rate);
    return address;
  }

  /**
   * Counts a call that has entered for its caller instead; one whose caller is unknown stays with the
   * address. `report` is given what the counter fails with.
   */
  settle(
    address: string,
    principal: Principal | undefined,
    report: (error: unknown) => void,
  ): Promise<void> | undefined {
    const { counter } = this.#options;
    const callers = this.#ofCallers;
    if (principal === undefined) {
      if (counter === undefined) return undefined;
      return this.#count(counter, this.#ofAddresses, { name: "address", of: address, report });
    }
    this.#ofAddresses.meter.giveBack(address);
    if (counter === undefined) {
      admit(callers.meter.take(principal.id), callers.rate);
      return undefined;
    }
    admit(callers.meter.waitMs(principal.id), callers.rate);
    return this.#count(counter, callers, { name: "caller", of: principal.id, report });
  }

  async #count(counter: CallCounter, { rate, meter }: Rated, { name, of, report }: Counted): Promise<void> {
    let wait: number;
    try {
      wait = await within(counter.take(`${name}:${of}`, rate), this.#options.counterMs ?? 0);
    } catch (error) {
      report(error);
      if (this.#options.withoutCounter !== "admit") {
        throw new CallError("UNAVAILABLE", "the server cannot count calls at present", {
          retryAfterMs: 1000,
        });
      }
      // The call has been counted for its address already.
      if (name === "caller") admit(meter.take(of), rate);
      return;
    }
    // Until then the process refuses by itself.
    if (wait > 0) meter.block(of, wait);
    admit(wait, rate);
  }
}

/**
 * Limits the calls of each caller that `authenticate` names, and of each address without one, for the option
 * `rateLimit` of `createHost`. Throws a RangeError or TypeError for options out of range.
 */
export function limitCalls(options: RateLimitOptions): RateLimit {
  return new RateLimit(options);
}

interface Rated {
  readonly rate: CallRate;
  readonly meter: CallMeter;
}

interface Counted {
  readonly name: "address" | "caller";
  readonly of: string;
  readonly report: (error: unknown) => void;
}

function admit(waitMs: number, { calls, perSeconds }: CallRate): void {
  if (waitMs === 0) return;
  throw new CallError("RESOURCE_EXHAUSTED", `too many calls: the limit is ${calls} in ${perSeconds} s`, {
    metadata: { calls: String(calls), perSeconds: String(perSeconds) },
    retryAfterMs: Math.ceil(waitMs),
  });
}

function within<Result>(work: Promise<Result>, ms: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stop = startTimer(ms, () =>
      reject(new Error(`expected the counter of calls to answer in ${ms} ms`)),
    );
    work.finally(stop).then(resolve, reject);
  });
}
