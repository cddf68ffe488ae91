import { setImmediate as macrotask } from "node:timers/promises";

/** One piece of what a scripted model answers. */
export type Piece =
  | { readonly text: string }
  | { readonly reasoning: string }
  | { readonly call: string; readonly name: string; readonly input: object }
  | { readonly image: string }
  | { readonly error: Error }
  /** The model goes on in a later turn of the event loop, as it does when a socket has brought more. */
  | { readonly later: true }
  /** The model goes on only once this is settled, or its call is aborted. */
  | { readonly until: Promise<unknown> };

/**
 * What the model answers in each of its calls, the last of them again and again; and what it was called with.
 */
export class Script {
  readonly #answers: readonly (readonly Piece[])[];
  /** Prompts, in the form of the framework. */
  readonly prompts: unknown[] = [];
  /** Signals of the calls. */
  readonly signals: (AbortSignal | undefined)[] = [];

  constructor(...answers: readonly (readonly Piece[])[]) {
    this.#answers = answers;
  }

  next(prompt: unknown, signal?: AbortSignal): readonly Piece[] {
    this.prompts.push(structuredClone(prompt));
    this.signals.push(signal);
    const answer = this.#answers[this.prompts.length - 1];
    if (answer === undefined)
      throw new Error(`expected ${this.#answers.length} calls of the model, found one more`);
    return answer;
  }
}

/** The words of a text, as models send them. */
export function words(text: string): readonly Piece[] {
  return (text.match(/\S+\s*/g) ?? []).map((word) => ({ text: word }));
}

/** Waits for another turn of the event loop. */
export function later(): Promise<void> {
  return macrotask();
}

/** Resolves as `until` does, or rejects when the signal is aborted. */
export async function wait(until: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
    if (signal?.aborted === true) reject(signal.reason as Error);
  });
  await Promise.race([until, aborted]);
}

export const usage = { inputTokens: 10, outputTokens: 4, totalTokens: 14 };
