import type { TextsOf } from "./text.ts";

export const cancelTexts: TextsOf<"cancel"> = {
  "cancel.unknown": ["Answer TaskNotFoundError when the caller has no such task."],
  "cancel.ended": [
    "Check the state first; answer TaskNotCancelableError if it is terminal, and leave the task alone.",
    "The client learns that the result exists.",
  ],
  "cancel.canceled": [
    "Stop the work, set the state to canceled, store it and return that task; answer TaskNotCancelableError if the work cannot be stopped.",
    "A user who cancels must know whether the work goes on.",
  ],
  "cancel.kept": [
    "Check the stored state before each update of a worker, and drop updates of a task that has ended.",
    "A worker that finishes late overwrites the cancellation.",
  ],
  "cancel.race": [
    "Change the state in one atomic step (compare and set), and answer the second call from the stored task.",
    "Clients send a cancellation again when the first answer is late.",
  ],
  "cancel.at-end": [
    "Decide between the end and the cancellation in one atomic step, and answer with what is stored.",
    "The client believes the answer: it shows the task as canceled though it was completed.",
  ],
  "cancel.twice": ["Answer a second cancellation with the canceled task, or with TaskNotCancelableError."],
};
