import type { MemoryPlace, MemoryTask } from "./memory-task.ts";

/**
 * The tasks of a scope, the latest status last. They are sorted on demand, so that a status costs constant
 * time, and many of them between two reads cost one sort.
 */
export class MemoryOrder {
  /** Sorted at the latest read. */
  #places: MemoryPlace[] = [];
  /** How many of the places are empty. */
  #empty = 0;
  /** The tasks without a place. */
  readonly #moved = new Set<MemoryTask>();

  get size(): number {
    return this.#places.length - this.#empty + this.#moved.size;
  }

  at(index: number): MemoryTask | undefined {
    this.#sort();
    return this.#places[index]?.task;
  }

  /** Adds a task, or moves one with a new time. */
  put(task: MemoryTask): void {
    this.#leavePlace(task);
    this.#moved.add(task);
  }

  remove(task: MemoryTask): void {
    this.#leavePlace(task);
    this.#moved.delete(task);
  }

  /** The number of tasks before a place. */
  countBefore(place: Pick<MemoryPlace, "time" | "id">): number {
    this.#sort();
    let low = 0;
    let high = this.#places.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const found = this.#places[middle];
      if (found !== undefined && compare(found, place) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #leavePlace(task: MemoryTask): void {
    if (task.place === undefined) return;
    task.place.task = undefined;
    task.place = undefined;
    this.#empty++;
  }

  #sort(): void {
    if (this.#empty === 0 && this.#moved.size === 0) return;
    const moved = Array.from(this.#moved, (task): MemoryPlace => {
      task.place = { time: task.time, id: task.id, task };
      return task.place;
    }).sort(compare);
    this.#places = merge(
      this.#places.filter(({ task }) => task !== undefined),
      moved,
    );
    this.#empty = 0;
    this.#moved.clear();
  }
}

/** Merges two sorted lists; the second one mostly comes last. */
function merge(one: MemoryPlace[], other: readonly MemoryPlace[]): MemoryPlace[] {
  const later: MemoryPlace[] = [];
  const [first] = other;
  if (first === undefined) return one;
  for (let last = one.at(-1); last !== undefined && compare(last, first) > 0; last = one.at(-1)) {
    later.push(last);
    one.pop();
  }
  if (later.length === 0) return one.concat(other);
  return one.concat(later.concat(other).sort(compare));
}

function compare(a: Pick<MemoryPlace, "time" | "id">, b: Pick<MemoryPlace, "time" | "id">): number {
  if (a.time === b.time) return a.id < b.id ? -1 : Number(a.id > b.id);
  return a.time < b.time ? -1 : 1;
}
