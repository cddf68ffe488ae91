import type { TextsOf } from "./text.ts";

export const generationsTexts: TextsOf<"generations"> = {
  "generations.events": [
    "Add 1 to the generation in the step that stores the change, and send the event with that number.",
    "Clients find gaps by it.",
  ],
  "generations.agrees": ["Store the generation with the change, before you send the event."],
  "generations.at-once": [
    "Compare currentGeneration with the stored one; return the task if it is lower.",
    "The client has missed something already, and should not wait.",
  ],
  "generations.held": [
    "Hold the call while currentGeneration equals the stored generation, until a change or a timeout.",
    "Otherwise clients that wait for a change ask without a pause.",
  ],
  "generations.mismatch": [
    "Compare ifGenerationMatch with the stored generation before you take the message, in one step with its storage.",
    "The user has answered something that is no longer asked.",
  ],
  "generations.mismatch-details": [
    "Add the task's id, the generation that was sent and the stored one to the error's metadata.",
    "The client can read the task again and ask its user.",
  ],
  "generations.refused": ["Compare generations before you write to history, timeline or status."],
  "generations.new-task": ["Ignore ifGenerationMatch where the message names no task."],
};
