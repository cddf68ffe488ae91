/** How far calls are, for those that wait for them. */
export class Progress<Call> {
  readonly #counts = new Map<Call, number>();
  readonly #waiting = new Map<Call, { readonly count: number; readonly go: () => void }[]>();

  /** Resolves when so many frames of a call have come, or it is over. */
  async reached(call: Call, count: number): Promise<void> {
    if ((this.#counts.get(call) ?? 0) >= count) return;
    await new Promise<void>((go) => {
      this.#waiting.set(call, [...(this.#waiting.get(call) ?? []), { count, go }]);
    });
  }

  step(call: Call): void {
    this.#set(call, (this.#counts.get(call) ?? 0) + 1);
  }

  end(call: Call): void {
    this.#set(call, Number.POSITIVE_INFINITY);
  }

  #set(call: Call, reached: number): void {
    this.#counts.set(call, reached);
    const waiting = this.#waiting.get(call) ?? [];
    this.#waiting.set(
      call,
      waiting.filter(({ count }) => count > reached),
    );
    for (const { count, go } of waiting) if (count <= reached) go();
  }
}
