import type { TextsOf } from "./text.ts";

export const extendedTexts: TextsOf<"extended"> = {
  "extended.unsupported": [
    "Answer UnsupportedOperationError, or set capabilities.extendedAgentCard to true if there is such a card.",
  ],
  "extended.answered": [
    "Return a whole card, or ExtendedAgentCardNotConfiguredError where none is configured.",
  ],
  "extended.card": [
    "Make both cards from one source, and check the extended one as you check the public one.",
    "Clients call what it declares.",
  ],
  "extended.idempotent": ["Take times and random values out of the extended card."],
  "extended.authenticated": [
    "Check credentials before you return the card, even if other calls need none; refuse the call without them.",
    "The card may name skills that the public should not see.",
  ],
};
