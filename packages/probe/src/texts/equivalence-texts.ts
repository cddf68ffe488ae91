import type { TextsOf } from "./text.ts";

export const equivalenceTexts: TextsOf<"equivalence"> = {
  "equivalence.task": [
    "Let every binding read the same store, and build the answer from the same type.",
    "A client that changes the binding must find the same task.",
  ],
  "equivalence.list": ["Put filters, order and pages into the operation, not into a binding."],
  "equivalence.errors": [
    "Throw errors of the protocol in the operation, and let each binding only translate them.",
  ],
};
