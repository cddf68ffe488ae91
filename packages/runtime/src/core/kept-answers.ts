/** Answers by keys: one request at a time asks for each, and the last ones are kept. */
export class KeptAnswers<Answer> {
  readonly #maxEntries: number;
  readonly #kept = new Map<string, Answer>();
  readonly #pending = new Map<string, Promise<Answer>>();

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  get(key: string): Answer | undefined {
    return this.#kept.get(key);
  }

  /** Asks, unless that is being done, and keeps the answer. An error is not kept. */
  ask(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    const running = this.#pending.get(key);
    if (running !== undefined) return running;
    const started = this.#keep(key, ask()).finally(() => this.#pending.delete(key));
    this.#pending.set(key, started);
    return started;
  }

  /** Whether so many requests for other keys are on their way. */
  isBusy(key: string, maxPending: number): boolean {
    return !this.#pending.has(key) && this.#pending.size >= maxPending;
  }

  async #keep(key: string, asked: Promise<Answer>): Promise<Answer> {
    const answer = await asked;
    this.#kept.delete(key);
    this.#kept.set(key, answer);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.#maxEntries && oldest !== undefined) this.#kept.delete(oldest);
    return answer;
  }
}
