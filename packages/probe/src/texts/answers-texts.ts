import type { TextsOf } from "./text.ts";

export const answersTexts: TextsOf<"answers"> = {
  "answers.answered": [
    "Send an answer or an error of the binding on every path, also after an exception; flush it, and count Content-Length in bytes.",
    "The client waits until its timeout, and cannot tell whether to try again.",
  ],
  "answers.valid": [
    'Correct the member named under "came": leave out what has no value, and spell names and enum values as the version\'s schema does.',
    "A client with a strict parser loses the whole answer for one wrong member.",
  ],
};
