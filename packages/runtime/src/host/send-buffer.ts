import { measure } from "../core/measure.ts";
import { nextMacrotask } from "../core/next-macrotask.ts";
import { startTimer } from "../core/time.ts";
import { CallError } from "../service/call-error.ts";
import type { Call } from "./call.ts";
import type { Limits } from "./limits.ts";
import { Quota } from "./quota.ts";

/** Characters of an answer that are sent in one piece. Answers without more are never counted or held up. */
export const pieceCharacters = 65_536;

/** Releases the room of an answer; may be called again. */
export type Release = () => void;

interface Waiting {
  readonly size: number;
  readonly owner: string | undefined;
  readonly grant: (release: Release) => void;
}

/**
 * Limits the characters, or bytes, of large answers that clients have not read yet, in total and per caller:
 * a client that reads nothing costs its answer only. One answer at a time may exceed its limit.
 */
export class SendBuffer {
  readonly #limits: Limits;
  readonly #quota: Quota;
  #waiting: Waiting[] = [];
  /** Resolves when the next large answer may be made. */
  #turn: Promise<void> = Promise.resolve();

  constructor(limits: Limits) {
    this.#limits = limits;
    this.#quota = new Quota({ total: limits.unsentBytes, caller: limits.callerUnsentBytes });
  }

  /**
   * Makes an answer of a value when there is room for it. Rejects with RESOURCE_EXHAUSTED if other clients do
   * not read theirs within half of `limits.stallMs`, and as the call does if its client goes meanwhile.
   */
  buffer<T extends Sized>(value: unknown, call: Call, make: () => T): Buffered<T> | Promise<Buffered<T>> {
    const owner = call.principal?.id;
    // The true size is only known once the answer is made, and most are small.
    const size = this.#quota.total === 0 ? 0 : measure(value);
    if (size <= pieceCharacters) return this.#keep(make(), owner);
    call.watch();
    return this.#makeInTurn(size, call, make);
  }

  async #makeInTurn<T extends Sized>(size: number, call: Call, make: () => T): Promise<Buffered<T>> {
    const owner = call.principal?.id;
    const release = await this.#room(size, owner);
    try {
      await this.#nextTurn();
      if (call.aborted !== undefined) throw call.aborted;
      return this.#keep(make(), owner);
    } finally {
      release();
    }
  }

  /** One large answer is made at a time, and sockets and timers have their turn before the next one. */
  #nextTurn(): Promise<void> {
    const turn = this.#turn;
    this.#turn = turn.then(nextMacrotask);
    return turn;
  }

  #keep<T extends Sized>(answer: T, owner: string | undefined): Buffered<T> {
    const { length } = answer;
    return { answer, release: length <= pieceCharacters ? nothing : this.#take(length, owner) };
  }

  #room(size: number, owner: string | undefined): Promise<Release> {
    if (this.#quota.fits(size, owner)) return Promise.resolve(this.#take(size, owner));
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
        reject(crowded());
      };
      const stopTimer = startTimer(this.#limits.stallMs / 2, giveUp, { unref: true });
      const grant = (release: Release): void => {
        stopTimer();
        resolve(release);
      };
      const waiting: Waiting = { size, owner, grant };
      this.#waiting.push(waiting);
    });
  }

  #take(size: number, owner: string | undefined): Release {
    this.#quota.add(size, owner);
    let isCounted = true;
    return () => {
      if (!isCounted) return;
      isCounted = false;
      this.#quota.add(-size, owner);
      this.#grant();
    };
  }

  /** A caller that has used up its quota blocks no other one. */
  #grant(): void {
    const left: Waiting[] = [];
    for (const waiting of this.#waiting) {
      const { size, owner, grant } = waiting;
      if (this.#quota.fits(size, owner)) grant(this.#take(size, owner));
      else left.push(waiting);
    }
    this.#waiting = left;
  }
}

/** A text or bytes. */
export interface Sized {
  readonly length: number;
}

/** An answer that counts against the quota until it is released. */
export interface Buffered<T extends Sized> {
  readonly answer: T;
  readonly release: Release;
}

const nothing: Release = () => undefined;

function crowded(): CallError {
  return new CallError(
    "RESOURCE_EXHAUSTED",
    "too many large answers wait for clients that do not read them",
    {
      http: 503,
      retryAfterMs: 1000,
    },
  );
}
