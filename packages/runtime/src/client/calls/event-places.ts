/** What an event is to those that came before it: unknown where its server does not say. */
export type EventPlace = "unknown" | "next" | "seen" | "missed";

/** Where the events of a stream stand in the log of their task, by their identifiers. */
export class EventPlaces {
  #last: string | undefined;
  #lastNumber: number | undefined;
  #named: string | undefined;
  #isFirst = true;

  /** The identifier of the last event. */
  get last(): string | undefined {
    return this.#last;
  }

  /** Whether the server names each event and the one before it. */
  get isCounted(): boolean {
    return this.#lastNumber !== undefined;
  }

  /** Whether the event that comes next says which one it follows. */
  get isNamed(): boolean {
    return this.#named !== undefined && /^\d{1,15}-\d{1,15}$/.test(this.#named);
  }

  /** Begins another connection. */
  begin(): void {
    this.#isFirst = true;
    this.#named = undefined;
  }

  /** Names the event that comes next; one that was named and did not come was left out by the binding. */
  name(id: string): void {
    if (this.#named !== undefined) this.next();
    this.#named = id;
  }

  /** The place of the event that came; one that is missed does not count as read. */
  next(): EventPlace {
    const id = this.#named;
    this.#named = undefined;
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    if (id === undefined) return "unknown";
    const [, before, number] = /^(\d{1,15})-(\d{1,15})$/.exec(id) ?? [];
    if (before === undefined || number === undefined) {
      this.#last = id;
      return "unknown";
    }
    const place = this.#placeOf(Number(before), Number(number), isFirst);
    if (place === "next") {
      this.#last = id;
      this.#lastNumber = Number(number);
    }
    return place;
  }

  #placeOf(before: number, number: number, isFirst: boolean): EventPlace {
    const last = this.#lastNumber;
    if (last === undefined) return "next";
    if (number <= last) return "seen";
    // The whole task makes up for what came before it.
    if (before === last || (isFirst && before === number)) return "next";
    return before < last ? "next" : "missed";
  }
}
