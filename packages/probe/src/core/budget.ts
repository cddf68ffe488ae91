import type { Effect } from "./trial.ts";
import { NotReached } from "./trial.ts";

export interface BudgetInit {
  /** Messages that may reach the author of the agent. */
  readonly maxMessages: number;
  readonly isReadOnly: boolean;
  /** At most 30 requests and 3 seconds. */
  readonly isQuick: boolean;
}

/** Messages to an agent unless its user says otherwise: as many as three interfaces take. */
export const defaultMessages = 100;

/** What the probe may do to an agent. */
export class Budget {
  /** Messages that have reached the author. */
  messages = 0;
  requests = 0;
  /** Ends what is under way when the time of `isQuick` is over. */
  readonly signal: AbortSignal | undefined;
  readonly #init: BudgetInit;

  constructor(init: BudgetInit) {
    this.#init = init;
    this.signal = init.isQuick ? AbortSignal.timeout(3000) : undefined;
  }

  /** Throws NotReached if a request may not be sent. */
  take(effect: Effect): void {
    const { maxMessages, isReadOnly, isQuick } = this.#init;
    if (isReadOnly && effect !== "reads") throw new NotReached("--read-only");
    if (isQuick && this.requests >= 30) throw new NotReached("--quick: 30 requests are used up");
    this.checkTime();
    if (effect === "works" && this.messages >= maxMessages) {
      throw new NotReached(`--max-messages: ${maxMessages} messages are used up`);
    }
    this.requests++;
    if (effect === "works") this.messages++;
  }

  /** Throws NotReached when the time is over. */
  checkTime(): void {
    if (this.signal?.aborted === true) throw new NotReached("--quick: 3 s are used up");
  }
}
