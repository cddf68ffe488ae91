import { isPromise } from "../../core/object.ts";
import type { CallError } from "../../service/index.ts";
import type { Execute, Reply } from "../contract/execute.ts";
import { AuthorError } from "../log/task-entries.ts";
import type { AuthorTurn } from "./turn.ts";

/** The events of a turn, as the author gives them: nobody has looked at them. */
export type Events = AsyncIterable<unknown>;

/** Calls the code of an author, and leaves it: one turn after another, each with one answer. */
export class AuthorCalls {
  readonly #execute: Execute;
  #iterator: AsyncIterator<unknown> | undefined;
  #giveUp: ((reason: CallError) => void) | undefined;
  #isAsked = false;

  constructor(execute: Execute) {
    this.#execute = execute;
  }

  /** Whether it has answered with a promise: its code ran before it was known what it gives. */
  get isAsked(): boolean {
    return this.#isAsked;
  }

  /** What the author answers to a turn. Whether an answer is a reply is looked at where it is used. */
  ask(turn: AuthorTurn): Events | Promise<Events | Reply> {
    const given: unknown = this.#execute(turn);
    if (isEvents(given)) return given;
    if (!isPromise(given)) {
      throw new AuthorError("execute: expected an async iterable or a promise, found something else");
    }
    this.#isAsked = true;
    return new Promise((resolve, reject) => {
      this.#giveUp = reject;
      given.then((answer) => resolve(answer as Events | Reply), reject);
    });
  }

  /** Begins to read events. */
  open(events: Events): AsyncIterator<unknown> {
    const iterator = events[Symbol.asyncIterator]();
    this.#iterator = iterator;
    return iterator;
  }

  /** The events have come to their end. */
  close(): void {
    this.#iterator = undefined;
  }

  /** Waits no longer for the answer to a turn. */
  giveUp(reason: CallError): void {
    this.#giveUp?.(reason);
  }

  /** Lets a generator that has not come to its end clean up; nobody waits for it. */
  release(): void {
    const iterator = this.#iterator;
    this.#iterator = undefined;
    try {
      iterator?.return?.().then(undefined, () => undefined);
    } catch {
      // It was asked to stop; what it throws then has no one to go to.
    }
  }
}

export function isEvents(value: unknown): value is Events {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}
