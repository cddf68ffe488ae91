import type { MemoryTask } from "./memory-task.ts";

/** Tasks in the order of their addition, as a linked list. A task is in at most one queue. */
export class MemoryQueue {
  #first: MemoryTask | undefined;
  #last: MemoryTask | undefined;

  get first(): MemoryTask | undefined {
    return this.#first;
  }

  /** The first task of a scope, other than `except`. */
  firstOf(scope: string, except?: MemoryTask): MemoryTask | undefined {
    let task = this.#first;
    while (task !== undefined && (task.scope !== scope || task === except)) task = task.next;
    return task;
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
