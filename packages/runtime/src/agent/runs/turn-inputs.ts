import { copyJson } from "../../core/copy-json.ts";
import { textOf } from "../../parts/part-content.ts";
import type { CallError } from "../../service/index.ts";
import type { TurnInput } from "../contract/execute.ts";
import type { Message } from "../generated/lf/a2a/v1/a2a_types.ts";
import { AuthorError } from "../log/task-entries.ts";
import type { LiveHold } from "./live-hold.ts";

/** Messages that wait for a turn of their task. */
export interface WaitingMessages {
  take(): { readonly message: Message; readonly hold?: LiveHold | undefined } | undefined;
  /** Calls `listener` when a message waits; returns a function that stops this. */
  onQueued(listener: () => void): () => void;
}

/** The messages that the author of a turn reads while it is at work. */
export class TurnInputs implements AsyncIterable<TurnInput> {
  readonly #log: () => WaitingMessages | undefined;
  readonly #holds = new Set<LiveHold>();
  #reason: CallError | undefined;
  #isClosed = false;
  #wake: () => void = () => undefined;

  constructor(log: () => WaitingMessages | undefined, hold: LiveHold | undefined) {
    this.#log = log;
    this.#add(hold);
  }

  /** Ends the reading with an error. */
  abort(reason: CallError): void {
    this.#reason ??= reason;
    this.#wake();
  }

  /** The turn is over: what still comes is for the next one. */
  close(): void {
    this.#isClosed = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<TurnInput, void, undefined> {
    const log = this.#log();
    if (log === undefined) {
      throw new AuthorError("execute: input needs a task: read it in an async iterable, not before");
    }
    const stop = log.onQueued(() => this.#wake());
    try {
      for (;;) {
        if (this.#reason !== undefined) throw this.#reason;
        if (this.#isClosed) return;
        const next = log.take();
        if (next !== undefined) {
          this.#add(next.hold);
          const { message } = next;
          yield { message: copyJson(message), text: textOf(message.parts) };
        } else if ([...this.#holds].some(({ isOpen }) => isOpen)) {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
        } else return;
      }
    } finally {
      stop();
    }
  }

  #add(hold: LiveHold | undefined): void {
    if (hold === undefined || this.#holds.has(hold)) return;
    this.#holds.add(hold);
    hold.onClose(() => this.#wake());
  }
}
