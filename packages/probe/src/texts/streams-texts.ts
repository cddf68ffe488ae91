import type { TextsOf } from "./text.ts";

export const streamsTexts: TextsOf<"streams"> = {
  "streams.unsupported": [
    "Set capabilities.streaming to true if streams work; otherwise answer both stream methods with UnsupportedOperationError.",
    "Clients choose between streams and polling by this field.",
  ],
  "streams.event-stream": [
    "Set Content-Type: text/event-stream, and write each event as a data line with a blank line after it. Turn off buffering in proxies.",
    "Clients read other types as one answer.",
  ],
  "streams.first": [
    "Send the stored task as the first event of a stream, before any update; or exactly one message.",
    "Clients learn the task's id from it.",
  ],
  "streams.message": [
    "Close the stream after the message. If there is more to say, begin a task.",
    "Clients take the message for the whole answer.",
  ],
  "streams.same-task": [
    "Subscribe each stream to one task, and set taskId and contextId of its events from that task.",
    "Other events may be those of another user.",
  ],
  "streams.once": [
    "Register one listener for each stream, and do not send what the first task already has.",
    "Clients append text, so it shows twice.",
  ],
  "streams.ends": [
    "Close the stream after the event with a terminal state.",
    "Clients wait for the end of the stream.",
  ],
  "streams.no-more": [
    "Send artifacts before the terminal state, and close the stream with it.",
    "Clients stop reading there, so what follows is lost.",
  ],
  "streams.agrees": [
    "Store each update before you send it.",
    "A client that reconnects sees another state than one that stayed.",
  ],
  "streams.artifacts": [
    "Send the first piece of an artifact without append, and the next ones with append and the same artifactId.",
    "Clients have nothing to append to, and lose the piece or the beginning.",
  ],
  "streams.subscribe-unknown": [
    "Look the task up before you open the stream, and answer TaskNotFoundError.",
    "An empty stream looks as if nothing happens.",
  ],
  "streams.subscribe-ended": [
    "Check the state before you open the stream; answer UnsupportedOperationError if it is terminal.",
    "A client would wait for events that never come.",
  ],
  "streams.subscribe-first": [
    "Send the stored task as the first event, then what follows. Begin listening before you read the task.",
    "What happens between GetTask and the subscription would be lost.",
  ],
  "streams.subscribe-ends": [
    "Close every stream of a task after its terminal event, not only the one that began it.",
  ],
  "streams.same-events": [
    "Publish each event once for a task, and copy it to every stream in that order.",
    "Two users who watch one task see different results.",
  ],
  "streams.independent": [
    "On close, remove that stream's listener alone; do not stop the task or its queue.",
    "One user who closes a page ends the stream of others.",
  ],
  "streams.outlives": [
    "Run the task apart from the request: do not pass the request's abort signal to the work.",
    "A lost connection would lose the work.",
  ],
  "streams.immediate": [
    "Send the task when work begins and each update when it is made; flush, and turn off buffering in proxies.",
    "Users watch an empty screen until the task ends.",
  ],
  "streams.reconnect": [
    "Let SubscribeToTask open a new stream on any task that has not ended.",
    "Connections break. Clients then follow the task again.",
  ],
  "streams.unknown-task": [
    "Look up taskId before you open the stream, and answer TaskNotFoundError as SendMessage does.",
  ],
  "streams.ended-task": [
    "Check the state before you open the stream, and answer UnsupportedOperationError as SendMessage does.",
  ],
};
