import type { CallError } from "../service/call-error.ts";
import { defaultCredit } from "./frames.ts";

/** What a server says of a call. */
export type Answer =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "end" }
  | { readonly kind: "error"; readonly error: CallError };

/** Queues the answers of a call: answers wait for the caller, or the caller waits for them. */
export class ClientCall {
  readonly id: number;
  /** Events that the server may send before the caller takes them. */
  readonly credit: number;
  /** Messages of the caller's stream that the server takes, and who waits for more. */
  #messageCredit: number;
  #onMessageCredit: (() => void) | undefined;
  readonly #answers: Answer[] = [];
  #waiting: ((answer: Answer) => void) | undefined;
  #last: Answer | undefined;
  /** Told of the parameters that come with the first answer. */
  onParameters: ((parameters: unknown) => void) | undefined;
  /** Told when nothing more will come. */
  onEnd: (() => void) | undefined;

  constructor(id: number, credit: number) {
    this.id = id;
    this.credit = credit;
    this.#messageCredit = defaultCredit;
  }

  addMessageCredit(credit: number): void {
    this.#messageCredit += credit;
    this.#onMessageCredit?.();
  }

  /** Resolves with true when the server takes a message more, and with false when the call has ended. */
  async takeMessageCredit(): Promise<boolean> {
    while (this.#messageCredit <= 0 && !this.ended) {
      await new Promise<void>((resolve) => {
        this.#onMessageCredit = resolve;
      });
    }
    this.#messageCredit -= 1;
    return !this.ended;
  }

  /** How many answers have come that were not taken: of events never more than the credit. */
  get waiting(): number {
    return this.#answers.length;
  }

  /** Whether nothing more will come. */
  get ended(): boolean {
    return this.#last !== undefined;
  }

  push(answer: Answer, parameters?: unknown): void {
    if (this.#last !== undefined) return;
    const tell = this.onParameters;
    this.onParameters = undefined;
    tell?.(parameters);
    // Who was told may have ended the call.
    if (this.ended) return;
    if (answer.kind !== "value") {
      this.#last = answer;
      this.#onMessageCredit?.();
      this.onEnd?.();
    }
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting === undefined) this.#answers.push(answer);
    else waiting(answer);
  }

  /** Ends the call from this side: what has come and was not taken is dropped. */
  fail(error: CallError): void {
    if (this.#last?.kind === "error") return;
    this.#answers.length = 0;
    this.#last = undefined;
    this.push({ kind: "error", error });
  }

  /** The next answer; after the last one, that one again. One call at a time. */
  next(): Promise<Answer> {
    const answer = this.#answers.shift() ?? this.#last;
    if (answer !== undefined) return Promise.resolve(answer);
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }
}
