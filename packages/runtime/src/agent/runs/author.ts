import { isPromise } from "../../core/object.ts";
import type { CallError } from "../../service/index.ts";
import type { SafeObservation } from "../../service/observe.ts";
import type { Execute, Reply } from "../contract/execute.ts";
import { AuthorError } from "../log/task-entries.ts";
import type { AuthorTurn } from "./turn.ts";

/** The unchecked events of a turn. */
export type Events = AsyncIterable<unknown>;

/** Calls an author's `execute`, one turn after another. */
export class Author {
  readonly #execute: Execute;
  #turn: AuthorTurn;
  #turnStart = performance.now();
  #iterator: AsyncIterator<unknown> | undefined;
  #reject: ((reason: CallError) => void) | undefined;
  #hasPromised = false;

  constructor(execute: Execute, firstTurn: AuthorTurn) {
    this.#execute = execute;
    this.#turn = firstTurn;
  }

  /** True if the author returned a promise: its code ran before it was known whether there is a task. */
  get hasPromised(): boolean {
    return this.#hasPromised;
  }

  /** When the current turn began, by `performance.now`. */
  get turnStart(): number {
    return this.#turnStart;
  }

  /** The turn at work, as an observer has it. */
  get observed(): SafeObservation | undefined {
    return this.#turn.observed?.observed;
  }

  /** Begins another turn. */
  begin(turn: AuthorTurn): void {
    // What it has made is written by now.
    this.#turn.observed?.end();
    this.#turn = turn;
    this.#turnStart = performance.now();
  }

  /** Calls `execute` for the current turn. A promised reply is checked where it is used. */
  call(): Events | Promise<Events | Reply> {
    const turn = this.#turn;
    const { observed } = turn;
    observed?.begin();
    const given: unknown =
      observed === undefined ? this.#execute(turn) : observed.run(() => this.#execute(turn));
    if (isEvents(given)) return given;
    if (!isPromise(given)) {
      throw new AuthorError("execute: expected an async iterable or a promise, found something else");
    }
    this.#hasPromised = true;
    return new Promise((resolve, reject) => {
      this.#reject = reject;
      given.then((answer) => resolve(answer as Events | Reply), reject);
    });
  }

  /** Begins to read events. */
  open(events: Events): AsyncIterator<unknown> {
    const { observed } = this.#turn;
    const iterator =
      observed === undefined
        ? events[Symbol.asyncIterator]()
        : observed.iterate(() => events[Symbol.asyncIterator]());
    this.#iterator = iterator;
    return iterator;
  }

  /** The turn has ended. */
  close(): void {
    this.#iterator = undefined;
    this.#turn.close();
  }

  /** The turn has failed, unless it was to stop. */
  fail(error: unknown): void {
    this.#turn.observed?.end({ error });
  }

  /** Aborts the signal of the current turn. */
  abort(reason: CallError): void {
    this.#turn.observed?.stop(reason);
    this.#turn.abort(reason);
  }

  /** Stops waiting for a promised answer, which then fails with the reason. */
  abandon(reason: CallError): void {
    this.#reject?.(reason);
  }

  /** Lets a generator that has not ended clean up, without waiting for it. */
  release(): void {
    const iterator = this.#iterator;
    this.#iterator = undefined;
    this.#turn.observed?.end();
    try {
      iterator?.return?.().then(undefined, () => undefined);
    } catch {
      // The run is over: there is nowhere to report what a generator throws while it is closed.
    }
  }
}

export function isEvents(value: unknown): value is Events {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}
