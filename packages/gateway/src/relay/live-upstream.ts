import { CardCache } from "./card-cache.ts";
import { CardWatch, judge, longestMs, usualMs } from "./card-watch.ts";
import { createStayingFetch, openUpstream, type Upstream, type UpstreamInit } from "./upstream.ts";

export interface LiveUpstreamInit extends Omit<UpstreamInit, "cards" | "fetch"> {
  /** Where the last good card is kept; undefined for nowhere. */
  readonly cardFile: string | undefined;
}

/** The agent behind a gateway as its card has it now. */
export interface LiveUpstream {
  readonly current: Upstream;
  /** Milliseconds for which clients may keep the card. */
  readonly holdsMs: number;
  /** Watches the card from now on; `onRenewed` serves another one, and rejects where it cannot be served. */
  begin(onRenewed: (upstream: Upstream) => Promise<void>): void;
  /** Reads the card now; rejects if it cannot be used. */
  check(): Promise<void>;
  /**
   * Calls the agent; once more where it refused the call as one does whose card has changed, and it had.
   */
  call<T>(once: (upstream: Upstream) => T | Promise<T>): Promise<T>;
  /** Looks whether the card has changed, where the error of an open stream says so. */
  fail(error: unknown): void;
  /** Ends the watch, not the connections. */
  end(): void;
}

/** Connects to the agent, or from its kept card while it is down; rejects as `connect` does. */
export async function openLive({ cardFile, ...init }: LiveUpstreamInit): Promise<LiveUpstream> {
  const cards = new CardCache(cardFile);
  const fetch = createStayingFetch(init.recorder);
  const open = (): Promise<Upstream> => openUpstream({ ...init, cards, fetch });
  let failure: unknown;
  let current = await open().catch(async (cause: unknown) => {
    failure = cause;
    const kept = await cards.standIn(open).catch(() => undefined);
    // Without a card that was kept, the cause says more.
    if (kept === undefined) throw cause;
    return kept;
  });
  let hasEnded = false;
  let renew: (upstream: Upstream) => Promise<void> = () => Promise.resolve();
  const { onProblem } = init.options;
  const watch = new CardWatch({
    async read() {
      const opened = await open();
      try {
        const isSame = JSON.stringify(opened.received) === JSON.stringify(current.received);
        if (isSame || hasEnded) {
          await opened.connection.close();
          return false;
        }
        await renew(opened);
      } catch (error) {
        await opened.connection.close();
        throw error;
      }
      current = opened;
      onProblem?.(`the card has changed, and is used: ${init.options.upstream}`);
      opened.begin();
      return true;
    },
    freshMs: () => cards.freshMs,
    leastMs: init.limits.cardMs,
    onProblem,
  });
  return {
    get current() {
      return current;
    },
    get holdsMs() {
      return Math.min(longestMs, cards.freshMs ?? usualMs);
    },
    begin(onRenewed) {
      renew = onRenewed;
      current.begin();
      watch.begin(failure);
    },
    check: () => watch.check(),
    async call(once) {
      const used = current;
      try {
        return await once(used);
      } catch (error) {
        const verdict = judge(error);
        if (verdict === "suspect") void watch.suspect();
        if (verdict !== "refused") throw error;
        if (current === used) await watch.suspect();
        if (current === used) throw error;
        return await once(current);
      }
    },
    fail(error) {
      if (judge(error) !== "nothing") void watch.suspect();
    },
    end() {
      hasEnded = true;
      watch.close();
    },
  };
}
