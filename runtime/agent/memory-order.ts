import type { MemoryTask } from "./memory-task.ts";

/** Where a task is in the order: by the time of its status, then by its identifier. */
export type MemoryPlace = Pick<MemoryTask, "time" | "id">;

/**
 * The tasks of a scope, the latest status last. A sorted array: statuses come near its end, where a task
 * moves few others, and a page is a walk from a place that is found by halving.
 */
export class MemoryOrder {
  /** Begins with `#first` places whose tasks were removed. */
  readonly #tasks: (MemoryTask | undefined)[] = [];
  #first = 0;

  get size(): number {
    return this.#tasks.length - this.#first;
  }

  at(index: number): MemoryTask | undefined {
    return this.#tasks[this.#first + index];
  }

  add(task: MemoryTask): void {
    const last = this.#tasks.at(-1);
    if (last === undefined || this.#first === this.#tasks.length || isBefore(last, task)) {
      this.#tasks.push(task);
    } else {
      this.#tasks.splice(this.#first + this.countBefore(task), 0, task);
    }
  }

  /** The task must be as it was when it was added. */
  remove(task: MemoryTask): void {
    // The oldest is what a full store forgets: moving all others for it would cost more than the rest.
    if (this.#tasks[this.#first] === task) this.#removeFirst();
    else this.#removeAt(this.#find(task));
  }

  /** How many tasks come before a place, the place itself not counted. */
  countBefore(place: MemoryPlace): number {
    let low = this.#first;
    let high = this.#tasks.length;
    const late = this.#tasks[high - near];
    if (high - near > low && late !== undefined && isBefore(late, place)) low = high - near;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const task = this.#tasks[middle];
      if (task !== undefined && isBefore(task, place)) low = middle + 1;
      else high = middle;
    }
    return low - this.#first;
  }

  #find(task: MemoryTask): number {
    // A status comes most often to one of those that had the last ones.
    const end = this.#tasks.length;
    for (let index = end - 1; index >= this.#first && index >= end - near; index--) {
      if (this.#tasks[index] === task) return index;
    }
    return this.#first + this.countBefore(task);
  }

  #removeAt(index: number): void {
    const last = this.#tasks.length - 1;
    if (last - index > near) {
      this.#tasks.splice(index, 1);
      return;
    }
    for (let at = index; at < last; at++) this.#tasks[at] = this.#tasks[at + 1];
    this.#tasks.pop();
  }

  #removeFirst(): void {
    this.#tasks[this.#first] = undefined;
    this.#first++;
    if (this.#first >= leastRemoved && this.#first * 2 > this.#tasks.length) {
      this.#tasks.splice(0, this.#first);
      this.#first = 0;
    }
  }
}

function isBefore(a: MemoryPlace, b: MemoryPlace): boolean {
  return a.time === b.time ? a.id < b.id : a.time < b.time;
}

/** Places that are given up together at least. */
const leastRemoved = 256;

/** Places from the end that are looked through one by one. */
const near = 64;
