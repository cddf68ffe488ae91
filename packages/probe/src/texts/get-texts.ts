import type { TextsOf } from "./text.ts";

export const getTexts: TextsOf<"get"> = {
  "get.found": [
    "Store the task before you answer SendMessage, in a store that all processes of the agent share.",
    "Clients poll with this id right after the answer.",
  ],
  "get.same": [
    "Store state and artifacts together, and write them before you answer.",
    "A client that polls would get another result than one that waits.",
  ],
  "get.context": [
    "Set contextId once, when the task begins; refuse a later message that names another one.",
    "Clients group tasks by their contexts, and would lose this one.",
  ],
  "get.final": [
    "Refuse every change of a task that has ended, in the one place that stores tasks.",
    "A client that saw the end has acted on it.",
  ],
  "get.unknown": [
    "Answer TaskNotFoundError when the store has no such task; return neither an empty task nor an internal error.",
    "Clients stop polling on this error. After others they go on.",
  ],
  "get.history-zero": ["Leave history out of the answer when historyLength is 0."],
  "get.history-limit": ["Cut a copy of history to historyLength messages before you answer."],
  "get.history-latest": [
    "Cut history from the front: keep the last historyLength messages.",
    "A client that continues a conversation needs its end.",
  ],
  "get.history-same": ["Add each message to history once, by messageId, and do not change it afterwards."],
  "get.history-order": ["Append messages as they arrive; sort by nothing else."],
  "get.idempotent": ["Do not change, finish or delete a task when it is read."],
};
