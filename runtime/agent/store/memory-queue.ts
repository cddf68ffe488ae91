import type { MemoryTask } from "./memory-task.ts";

/** Tasks in the order in which they were added. A task is in one queue at most: it holds its neighbours. */
export class MemoryQueue {
  #first: MemoryTask | undefined;
  #last: MemoryTask | undefined;

  get first(): MemoryTask | undefined {
    return this.#first;
  }

  add(task: MemoryTask): void {
    task.previous = this.#last;
    task.next = undefined;
    if (this.#last === undefined) this.#first = task;
    else this.#last.next = task;
    this.#last = task;
  }

  remove(task: MemoryTask): void {
    if (task.previous === undefined) this.#first = task.next;
    else task.previous.next = task.next;
    if (task.next === undefined) this.#last = task.previous;
    else task.next.previous = task.previous;
    task.previous = undefined;
    task.next = undefined;
  }
}
