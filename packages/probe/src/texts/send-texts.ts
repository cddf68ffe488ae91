import type { TextsOf } from "./text.ts";

export const sendTexts: TextsOf<"send"> = {
  "send.answered": ["Return exactly one of task and message."],
  "send.task-id": [
    "Make the id in the agent. Never take it from the request.",
    "A client that picks identifiers could take those of others.",
  ],
  "send.context-id": [
    "Make a contextId where the message has none, and set it in the task or message that you return.",
    "Without it the client cannot continue the conversation.",
  ],
  "send.keeps-context-id": [
    "Use the contextId of the message for the task; answer with an error if you do not accept it.",
    "Clients group conversations by it.",
  ],
  "send.unique": [
    "Make identifiers random (a UUID), not from the message, the context or a counter that restarts.",
    "Two callers would read and cancel each other's tasks.",
  ],
  "send.message-ids": [
    "Give each message that the agent writes a messageId of its own, a UUID for example.",
    "Clients drop a message whose identifier they have seen.",
  ],
  "send.role": [
    "Set role to the agent's in every message that the agent writes: in the answer, status.message and history.",
    "Clients show a message on the side that its role says.",
  ],
  "send.blocking": [
    "Wait for a terminal or interrupted state before you answer, unless the request asks for an immediate return.",
    "Clients take the answer for the result, and do not ask again.",
  ],
  "send.immediate": [
    "Answer as soon as the task is stored when the request asks for an immediate return, and work on in the background.",
    "Such clients poll or subscribe; a long wait ends in their timeout.",
  ],
  "send.ended-task": [
    "Check the state of the task before you take the message; answer UnsupportedOperationError if it is terminal.",
    "Clients rely on it that a finished result does not change.",
  ],
  "send.unknown-task": [
    "Look up taskId first; answer TaskNotFoundError, and do not begin a task with that id.",
    "The client believes that the agent knows what was said before.",
  ],
  "send.repeated": [
    "Remember the messageId for each caller, and answer a second one from the same task, or refuse it.",
    "Clients send again after a lost answer. The work must not be done twice to their harm.",
  ],
  "send.history": [
    "Leave history out of the answer when historyLength is 0.",
    "Clients on small devices ask for it to keep answers short.",
  ],
  "send.history-limit": ["Cut a copy of history to the last historyLength messages before you answer."],
  "send.artifact-ids": [
    "Give each artifact of a task an artifactId of its own, and use it again only to update that artifact.",
    "Clients replace an artifact that has a known id, so one of two is lost.",
  ],
  "send.own-text": [
    "Keep what belongs to a call in variables of that call, not in fields of the server or of a shared agent.",
    "One user gets the answer to another one.",
  ],
  "send.new-context": [
    "Make a new contextId for each message without one. Do not use the last one, or one per connection.",
    "Conversations of several users run into each other.",
  ],
  "send.message-context": [
    "Set contextId in the message that you return: that of the request, or a new one.",
    "Without it the client cannot continue the conversation.",
  ],
  "send.messages": [
    "Set taskId and contextId of each message in status and history to those of the task.",
    "Clients put messages into conversations by these fields.",
  ],
  "send.media-type": [
    "Compare mediaType of each part with defaultInputModes and the inputModes of the skill; answer others with ContentTypeNotSupportedError.",
    "The client can then convert the content instead of getting a wrong result.",
  ],
  "send.output-modes": [
    "Make only parts of types in acceptedOutputModes, or refuse the message.",
    "The client cannot show other types.",
  ],
  "send.timestamp": [
    "Set status.timestamp to the time in UTC on every change of the state.",
    "Lists are sorted by it.",
  ],
};
