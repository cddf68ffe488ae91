import type { TextsOf } from "./text.ts";

export const extensionsTexts: TextsOf<"extensions"> = {
  "extensions.unknown": [
    "Skip URIs in A2A-Extensions that the agent does not know.",
    "Clients name all that they can use, and see what is echoed.",
  ],
  "extensions.echoed": [
    "Send A2A-Extensions back with the URIs that are active in this call.",
    "The client reads the answer by it.",
  ],
  "extensions.only-asked": [
    "Activate only extensions that A2A-Extensions of the request names.",
    "A client that did not ask cannot read their data.",
  ],
  "extensions.no-fallback": [
    "Compare URIs as whole texts; do not activate another version of an extension.",
    "Versions of an extension may differ in their data.",
  ],
  "extensions.required": [
    "Check A2A-Extensions against those with required: true in the card; answer ExtensionSupportRequiredError if one is missing.",
    "A client that does not know it would misread the agent.",
  ],
  "extensions.params": [
    "Correct params of the declaration in the card so that they fit the extension's schema.",
  ],
  "extensions.served": [
    "Activate the extension when it is asked for, and echo its URI; or remove it from the card.",
  ],
  "extensions.unasked": ["Write the extension's metadata only where it is active in this call."],
  "extensions.data": [
    "Build the data from the extension's schema; fill in what the state of the task needs.",
  ],
  "extensions.place": ['Move the data to the object under "expected".', "Clients look for it only there."],
  "extensions.side": ["Remove data from answers that the extension lets only clients write."],
  "extensions.task-state": ["Write the data only in the states that the extension names."],
  "extensions.moves": ["Check each change of the extension's state against the moves that it allows."],
  "extensions.client-moves": [
    "Check the move of the client against the stored state, and refuse others.",
    "A client could skip a step, such as a payment.",
  ],
  "extensions.refused": [
    "Validate the extension's data with its schema, and answer as for other invalid parameters.",
  ],
  "extensions.survives": ["Catch errors of the extension's parser, and answer them as invalid parameters."],
  "extensions.headers": [
    "Check that the header is there when the extension is active; refuse the request otherwise.",
  ],
};
