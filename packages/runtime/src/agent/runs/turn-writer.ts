import type { Measured } from "../../core/measure.ts";
import { nextMacrotask } from "../../core/next-macrotask.ts";
import type { StateWrites } from "../contract/state-store.ts";
import type { TaskEntry } from "../contract/task-entry.ts";
import type { AgentCore } from "../core/agent-core.ts";
import type { EventEntry } from "../log/task-entries.ts";
import type { TaskLog, WriteOptions } from "../log/task-log.ts";
import type { Kept } from "./kept.ts";
import { type MemoryUpdate, UpdateError } from "./kept-init.ts";
import { LocalNotifier } from "./local-notifier.ts";
import { LimitError } from "./task-failure.ts";
import { WaitingEntries } from "./waiting-entries.ts";

export interface TurnWriterInit {
  readonly core: AgentCore;
  readonly taskId: string;
  readonly log: TaskLog;
  /** What the author has set, which is written with the next entries. */
  readonly kept: Kept;
  /** Whether nothing is written any more: the run is over, or its task. */
  readonly isOver: () => boolean;
}

export interface TurnWriteOptions extends Pick<WriteOptions, "size" | "patienceMs"> {
  /** Whether it is for the pieces that wait, so that what was set after them goes on waiting. */
  readonly isFlush?: boolean;
  /** Whether it ends the turn, which nothing that was set may prevent, and nothing set since goes with it. */
  readonly isEnd?: boolean;
  readonly update?: MemoryUpdate;
}

/** Least milliseconds that a turn waits for a store that refuses its entries; otherwise for its lease. */
const leastPatienceMs = 1000;

/** Writes for a turn: pieces of artifacts that wait, what the author has set, and then what is decided. */
export class TurnWriter {
  readonly #core: AgentCore;
  readonly #taskId: string;
  readonly #log: TaskLog;
  readonly #kept: Kept;
  readonly #isOver: () => boolean;
  /** Pieces of artifacts that are not in the log yet; every write of the turn begins with them. */
  readonly #waiting = new WaitingEntries();
  readonly #whenWritten = new LocalNotifier();
  #isFlushing = false;
  /** Set once pieces could not be written. */
  #unwritten: { readonly cause: unknown } | undefined;
  #onUnwritten: (cause: unknown) => void = () => undefined;

  constructor({ core, taskId, log, kept, isOver }: TurnWriterInit) {
    this.#core = core;
    this.#taskId = taskId;
    this.#log = log;
    this.#kept = kept;
    this.#isOver = isOver;
  }

  /** The entries and the size of the task, with those that wait. */
  get entries(): number {
    return this.#log.version + this.#waiting.count;
  }

  get size(): number {
    return this.#log.size + this.#waiting.size;
  }

  checkWritten(): void {
    if (this.#unwritten !== undefined) throw this.#unwritten.cause;
  }

  /** Fails with a LimitError if the task has no room for one more event of a size. */
  checkLimits(size: number): void {
    const { limits } = this.#core;
    if (this.entries >= limits.entries) {
      throw new LimitError(`the task has ${this.entries} entries, its limit`);
    }
    if (this.size + size > limits.size) {
      throw new LimitError(`the task has more than ${limits.size} UTF-16 code units, its limit`);
    }
  }

  /** Lets a piece wait for the next append; a promise says to wait with the next event, since many wait. */
  addPiece(entry: Measured<EventEntry>): Promise<void> | undefined {
    this.checkWritten();
    this.checkLimits(entry.size);
    this.#waiting.add(entry);
    this.#kept.seal();
    if (!this.#isFlushing) void this.#flush();
    return this.#waiting.hasRoom ? undefined : this.#whenWritten.next();
  }

  /** Calls the listener of a turn when pieces of it could not be written. */
  listen(onUnwritten: (cause: unknown) => void): void {
    this.#onUnwritten = onUnwritten;
  }

  /** Nobody has to wait any longer. */
  end(): void {
    this.#whenWritten.notify();
  }

  /**
   * Writes for the turn, which would begin again otherwise, or fail: what waits, and then what is decided.
   */
  async write(
    decide: () => readonly TaskEntry[],
    {
      size = 0,
      isFlush = false,
      isEnd = false,
      update,
      patienceMs = this.#patienceMs,
    }: TurnWriteOptions = {},
  ): Promise<void> {
    const waiting = this.#waiting;
    let writes: StateWrites | undefined;
    const decideAll = (): readonly TaskEntry[] => {
      waiting.untake();
      const decided = decide();
      // Nothing follows the end, as of a task that was canceled while it was interrupted.
      if (this.#isOver()) this.#dropWaiting();
      if (!isFlush && !isEnd) this.#kept.seal();
      writes = this.#takeKept(update, isEnd);
      return waiting.count === 0 ? decided : [...waiting.take(), ...decided];
    };
    const onWritten = (): void => {
      if (waiting.count > 0) this.#log.grow(waiting.remove());
      if (writes !== undefined) this.#kept.written(writes);
      this.#whenWritten.notify();
    };
    const kept = {
      load: () => this.#kept.load(update),
      writes: () => writes,
      unload: () => this.#kept.unload(),
    };
    try {
      await this.#log.write(decideAll, { size, patienceMs, kept, onWritten });
    } catch (error) {
      if (waiting.isTaken) {
        // The store may have written what was taken nevertheless, and must not get it twice; nor what follows
        // a gap.
        this.#dropWaiting();
        this.#unwritten = { cause: error };
      }
      this.#whenWritten.notify();
      throw error;
    }
  }

  /** Writes what waits, until nothing does. Never rejects. */
  async #flush(): Promise<void> {
    this.#isFlushing = true;
    try {
      while (this.#waiting.count > 0) {
        // What an author has at once goes together: the tokens of one packet, or a piece and the end of the
        // turn.
        await nextMacrotask();
        await this.write(() => [], { isFlush: true });
      }
    } catch (cause) {
      this.#onUnwritten(cause);
    }
    this.#isFlushing = false;
  }

  get #patienceMs(): number {
    const { leases } = this.#core;
    return leases === undefined ? 0 : Math.max(leases.ms, leastPatienceMs);
  }

  /** What the author has set; without it no event that came afterwards may be written. */
  #takeKept(update: MemoryUpdate | undefined, isEnd: boolean): StateWrites | undefined {
    try {
      return this.#kept.take(update);
    } catch (cause) {
      if (!(cause instanceof UpdateError)) {
        this.#dropWaiting();
        this.#unwritten = { cause };
      }
      if (!isEnd) throw cause;
      this.#core.report(cause, { taskId: this.#taskId, activity: "execute" });
      return undefined;
    }
  }

  /** What waits is not written any more. */
  #dropWaiting(): void {
    this.#waiting.drop();
    this.#kept.drop();
  }
}
