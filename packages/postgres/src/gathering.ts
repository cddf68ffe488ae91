export interface GatheringInit<Call> {
  /** Statements at the same time. */
  readonly lanes: number;
  /** Splits the calls that wait: those of the next statement, and those after it. */
  readonly split: (waiting: readonly Call[]) => readonly [next: readonly Call[], left: Call[]];
  /** Answers calls with one statement. Never rejects. */
  readonly run: (calls: readonly Call[]) => Promise<void>;
}

/** Calls that share statements: while some are answered, further ones gather for the next statement. */
export class Gathering<Call> {
  readonly #init: GatheringInit<Call>;
  #waiting: Call[] = [];
  #running = 0;

  constructor(init: GatheringInit<Call>) {
    this.#init = init;
  }

  add(call: Call): void {
    this.#waiting.push(call);
    if (this.#running < this.#init.lanes) void this.#run();
  }

  async #run(): Promise<void> {
    const { split, run } = this.#init;
    this.#running++;
    // Those of the same moment go together.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const [next, left] = split(this.#waiting);
      this.#waiting = left;
      await run(next);
    }
    this.#running--;
  }
}
