import { errorMessage } from "@a2agen/runtime/internal";
import { type CallError, isCallError } from "@a2agen/runtime/service";

export interface CardWatchInit {
  /** Reads the card; resolves with whether another one came and is used from now on. */
  readonly read: () => Promise<boolean>;
  /** Milliseconds for which the card holds, as its answer said; undefined if it did not. */
  readonly freshMs: () => number | undefined;
  /** The shortest time between two readings that nobody has asked for. */
  readonly leastMs: number;
  readonly onProblem: ((text: string) => void) | undefined;
}

/** How long a card holds that does not say it, and how long any card holds at most. */
export const usualMs = 300_000;
export const longestMs = 3_600_000;

/** Between the first tries while the upstream cannot be reached. */
const retryMs = 1000;

/**
 * Reads a card again: when it expires, when a call fails as if it had changed, and until it can be read again
 * after it could not. One reading at a time, whatever asks for it.
 */
export class CardWatch {
  readonly #init: CardWatchInit;
  #reading: Promise<boolean> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  /** Readings in a row that have failed, and suspicions in a row that were wrong. */
  #failures = 0;
  #wrong = 0;
  /** Until when no call is suspected. */
  #heldUntil = 0;

  constructor(init: CardWatchInit) {
    this.#init = init;
  }

  /** Begins; with the failure of a first reading, for which a kept card stands in. */
  begin(failure?: unknown): void {
    if (failure !== undefined) this.#fail(failure);
    this.#schedule();
  }

  /** Reads the card now; rejects if it cannot be used, and the last good one stays. */
  async check(): Promise<void> {
    await this.#read();
  }

  /** Looks whether the card has changed, unless that was asked often in vain. Never rejects. */
  async suspect(): Promise<void> {
    const now = performance.now();
    if (this.#reading === undefined && now < this.#heldUntil) return;
    this.#heldUntil = now + Math.min(longestMs, this.#init.leastMs * 2 ** this.#wrong);
    this.#wrong += 1;
    // A failure has been told.
    await this.#read().catch(() => undefined);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #read(): Promise<boolean> {
    this.#reading ??= this.#readOnce().finally(() => {
      this.#reading = undefined;
      this.#schedule();
    });
    return this.#reading;
  }

  async #readOnce(): Promise<boolean> {
    try {
      const hasChanged = await this.#init.read();
      if (hasChanged || this.#failures > 0) {
        this.#wrong = 0;
        this.#heldUntil = 0;
      }
      this.#failures = 0;
      return hasChanged;
    } catch (error) {
      this.#fail(error);
      throw error;
    }
  }

  #fail(error: unknown): void {
    this.#failures += 1;
    if (this.#failures > 1) return;
    this.#init.onProblem?.(
      `the card cannot be read again, and the last one that could be used stays: ${errorMessage(error)}`,
    );
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    // Several gateways should not ask at the same moment.
    const ms = this.#nextMs() * (0.9 + Math.random() / 10);
    this.#timer = setTimeout(() => void this.#read().catch(() => undefined), ms);
    this.#timer.unref();
  }

  #nextMs(): number {
    const { leastMs, freshMs } = this.#init;
    if (this.#failures > 0) return Math.min(leastMs, retryMs * 2 ** (this.#failures - 1));
    return Math.min(longestMs, Math.max(leastMs, freshMs() ?? usualMs));
  }
}

/** Errors that contradict a card which is current, whichever client calls. */
const contradictions: ReadonlySet<string> = new Set([
  "VersionNotSupportedError",
  "ExtensionSupportRequiredError",
  "PushNotificationNotSupportedError",
  "UnsupportedOperationError",
  "InvalidAgentResponseError",
]);

/** What a failed call says of the card: nothing, that it may have changed, or that nothing was processed. */
export function judge(error: unknown): "nothing" | "suspect" | "refused" {
  if (!isCallError(error)) return "nothing";
  const { name, status, http, origin }: CallError = error;
  if (name === "VersionNotSupportedError") return "refused";
  if (name === "CallError" && (status === "UNIMPLEMENTED" || http === 404 || http === 405)) return "refused";
  const isGone = status === "UNAVAILABLE" && origin === "client";
  return isGone || status === "UNAUTHENTICATED" || contradictions.has(name) ? "suspect" : "nothing";
}
