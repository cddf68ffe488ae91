import { nextMacrotask } from "../../core/next-macrotask.ts";
import { nameKind, type PieceSource } from "./piece-source.ts";

/**
 * A piece; that the time is up before one has come; that the source has ended; that nobody reads any more.
 */
export type Step = { readonly piece: string } | "late" | "ended" | "left";

/** What the source has given. */
type Came = { readonly result: IteratorResult<unknown, unknown> } | { readonly error: unknown };

/** Pieces after which other work of the event loop gets its turn: sources may have all of theirs at once. */
const piecesPerMacrotask = 128;

/** Reads pieces one after another; time and abort end the wait for one, whatever its source does. */
export class PieceReader {
  readonly #place: string;
  readonly #source: PieceSource;
  #isReading = false;
  #came: Came | undefined;
  #stopped: "left" | { readonly reason: unknown } | undefined;
  #isClosed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isLate = false;
  #count = 0;
  #wake: () => void = () => undefined;

  constructor(source: PieceSource, place: string) {
    this.#source = source;
    this.#place = place;
  }

  /** True once the time that `startTimer` was given is up. */
  get isLate(): boolean {
    return this.#isLate;
  }

  /** Starts the time unless it runs. */
  startTimer(ms: number): void {
    this.#timer ??= setTimeout(() => {
      this.#isLate = true;
      this.#wake();
    }, ms);
  }

  stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isLate = false;
  }

  /** Fails with the error of the source, and with the reason for which it was stopped. */
  async next(): Promise<Step> {
    if (++this.#count % piecesPerMacrotask === 0) await nextMacrotask();
    this.#read();
    if (this.#came === undefined && this.#stopped === undefined && !this.#isLate) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const came = this.#came;
    this.#came = undefined;
    if (came !== undefined) return this.#take(came);
    if (this.#stopped === "left") return "left";
    if (this.#stopped !== undefined) throw this.#stopped.reason;
    return "late";
  }

  /** Ends the wait for a piece: with "left", or failing with a reason. */
  stop(how: "left" | { readonly reason: unknown }): void {
    this.#stopped ??= how;
    this.close();
    this.#wake();
  }

  /** Closes the source unless that has ended. */
  close(): void {
    this.stopTimer();
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#source.close();
  }

  #read(): void {
    if (this.#isReading || this.#isClosed) return;
    this.#isReading = true;
    const settle = (came: Came): void => {
      this.#isReading = false;
      // What comes after the end is not wanted, nor is the end of a stream that was canceled an end of its
      // text.
      if (this.#stopped === undefined) this.#came = came;
      this.#wake();
    };
    try {
      this.#source.next().then(
        (result) => settle({ result }),
        (error: unknown) => settle({ error }),
      );
    } catch (error) {
      settle({ error });
    }
  }

  #take(came: Came): Step {
    if ("error" in came) {
      this.#isClosed = true;
      throw came.error;
    }
    const { done, value } = came.result;
    if (done === true) {
      this.#isClosed = true;
      return "ended";
    }
    if (typeof value === "string") return { piece: value };
    throw new TypeError(`${this.#place}: expected pieces of text, found ${nameKind(value)}`);
  }
}
