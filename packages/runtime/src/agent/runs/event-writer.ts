import { nextMacrotask } from "../../core/next-macrotask.ts";
import { AuthorError, type EntryCheck, type EntryPlace, toEntry } from "../log/task-entries.ts";
import type { RunLog } from "./run-log.ts";

export interface EventWriterInit {
  readonly place: EntryPlace;
  readonly check: EntryCheck;
  /** Whether the run has ended, so that events that still come are ignored. */
  readonly isOver: () => boolean;
}

/** Events after which other work of the event loop gets its turn. */
const eventsPerMacrotask = 32;

/** Writes the events of an author to the log of its task. */
export class EventWriter {
  readonly #init: EventWriterInit;

  constructor(init: EventWriterInit) {
    this.#init = init;
  }

  /**
   * Writes the events of a turn as they come; true if its author has ended it. Pieces of artifacts may not be
   * in the log by then: the next write of the log begins with them.
   */
  write(log: RunLog, iterator: AsyncIterator<unknown>): Promise<boolean> {
    return new Promise((resolve, reject) => {
      // While the author makes the next event.
      log.listen(reject);
      this.#writeAll(log, iterator).then(resolve, reject);
    });
  }

  async #writeAll(log: RunLog, iterator: AsyncIterator<unknown>): Promise<boolean> {
    const { place, check, isOver } = this.#init;
    const { taskId, contextId } = place;
    for (let count = 1; ; count++) {
      const step = await iterator.next();
      if (isOver()) return false;
      if (step.done === true) return true;
      const { status } = log;
      const { state, timestamp: least } = status;
      if (log.isTerminal) {
        throw new AuthorError(`execute: an event came after the state ${state}, which is terminal`);
      }
      const written = log.append(toEntry(step.value, { taskId, contextId, least, status }, check));
      if (written !== undefined) await written;
      if (isOver()) return false;
      if (count % eventsPerMacrotask === 0) await nextMacrotask();
    }
  }
}
