import { CallError } from "../service/index.ts";
import type { ReceiverLimits } from "./receiver-options.ts";

/** Counts requests: those at the same time, and those in the current second (section 13.2). */
export class RequestRate {
  readonly #limits: Pick<ReceiverLimits, "requests" | "requestsPerSecond">;
  #current = 0;
  #second = 0;
  #count = 0;

  constructor(limits: Pick<ReceiverLimits, "requests" | "requestsPerSecond">) {
    this.#limits = limits;
  }

  /** Returns what is called when the request is over; throws a CallError if there are too many. */
  enter(): () => void {
    const { requests, requestsPerSecond } = this.#limits;
    const second = Math.floor(performance.now() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#count = 0;
    }
    if (++this.#count > requestsPerSecond) {
      throw new CallError("RESOURCE_EXHAUSTED", "too many notifications", { http: 429, retryAfterMs: 1000 });
    }
    if (this.#current >= requests) {
      throw new CallError("UNAVAILABLE", "too many notifications at once", { http: 503, retryAfterMs: 1000 });
    }
    this.#current++;
    return () => {
      this.#current--;
    };
  }
}
