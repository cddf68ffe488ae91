import type { TextsOf } from "./text.ts";

export const turnsTexts: TextsOf<"turns"> = {
  "turns.mismatch": [
    "Compare contextId of the message with that of the task; refuse the message if they differ.",
    "Otherwise text of one conversation gets into another one.",
  ],
  "turns.infers-context": ["Take the contextId from the task when the message has only taskId."],
  "turns.new-task": [
    "Look tasks up by taskId alone; a message with only contextId begins a new task with that contextId.",
  ],
  "turns.input": [
    "Continue the task that taskId names, instead of a new one, and leave the state that asks for input.",
    "The user has answered the question, and the agent asks it again.",
  ],
};
