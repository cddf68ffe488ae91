import {
  answer,
  at,
  atEnd,
  calls,
  events,
  header,
  instead,
  isEnd,
  put,
  refused,
  result,
  set,
} from "./effects.ts";
import { asEnd, isUnknown, message, plainGet, type Row, streamed, task } from "./rows.ts";

const followed = calls("SubscribeToTask", (_, call) => !isUnknown(call));
const isPiece = (event: unknown, append: boolean): boolean =>
  at(event, "result.artifactUpdate") !== undefined &&
  (at(event, "result.artifactUpdate.append") === true) === append;

export const streamFaults: readonly Row[] = [
  [
    "a stream begins with a status",
    "streams.first",
    events(streamed, (event, place) => (place === 0 ? [] : [event])),
  ],
  asEnd("an event of another task", "streams.same-task", (event) =>
    put(event, "result.statusUpdate.taskId", "other"),
  ),
  asEnd("an event of another context", "streams.same-task", (event) =>
    put(event, "result.statusUpdate.contextId", "other"),
  ),
  ["a stream without an end", "streams.ends", events(streamed, (event) => (isEnd(event) ? [] : [event]))],
  [
    "a state comes twice",
    "streams.once",
    events(streamed, (event) => (at(event, "result.statusUpdate.status.message") ? [event, event] : [event])),
  ],
  [
    "an event after the end",
    "streams.no-more",
    events(streamed, (event) => (isEnd(event) ? [event, event] : [event])),
  ],
  [
    "an artifact that did not begin",
    "streams.artifacts",
    events(streamed, (event) => (isPiece(event, false) ? [] : [event])),
  ],
  [
    "a piece of an artifact is lost",
    "streams.agrees",
    events(streamed, (event) => (isPiece(event, true) ? [] : [event])),
  ],
  [
    "a stream is answered as SendMessage is",
    "streams.event-stream",
    instead(streamed, (body) => put(body, "method", "SendMessage")),
  ],
  ["all streams end with the first", "streams.independent", { kind: "together", when: followed }],
  [
    "a stream that begins when the task has ended",
    "streams.immediate",
    events(streamed, (event, place) => [
      place === 0 ? put(event, "result.task.status.state", "TASK_STATE_COMPLETED") : event,
    ]),
  ],
  ["a stream as JSON", "answers.answered", answer(streamed, header("content-type", "application/json"))],
  asEnd("an event without its member", "answers.valid", (event) =>
    put(event, "result", at(event, "result.statusUpdate")),
  ),
  asEnd("an event of two members", "answers.valid", (event) => put(event, "result.message", message)),
  asEnd("an event with another id", "jsonrpc.envelope", (event) => put(event, "id", "other")),
  asEnd("an event without JSON-RPC", "jsonrpc.envelope", (event) => at(event, "result")),
  [
    "a message and more",
    "streams.message",
    events(streamed, (event, place) => [
      place === 0 ? { jsonrpc: "2.0", id: "probe", result: { message } } : event,
    ]),
  ],
  ["an empty stream", "streams.first", events(streamed, () => [])],
  [
    "another state after the stream",
    "streams.agrees",
    answer(plainGet, set("result.status.state", "TASK_STATE_WORKING")),
  ],
  ["an artifact is lost", "streams.agrees", answer(plainGet, set("result.artifacts", undefined))],
  [
    "a stream for an unknown task",
    "streams.unknown-task",
    answer(refused(calls("SendStreamingMessage", (_, call) => isUnknown(call))), result({ task })),
  ],
  ["a stream for a task that has ended", "streams.ended-task", answer(refused(streamed), result({ task }))],
  [
    "a subscription to an unknown task",
    "streams.subscribe-unknown",
    answer(refused(calls("SubscribeToTask", (_, call) => isUnknown(call))), result({ task })),
  ],
  [
    "a subscription to a task that has ended",
    "streams.subscribe-ended",
    answer(refused(followed), result({ task })),
  ],
  [
    "a subscription begins without the task",
    "streams.subscribe-first",
    events(followed, (event, place) => (place === 0 ? [] : [event])),
  ],
  [
    "a subscription does not end",
    "streams.subscribe-ends",
    events(followed, (event) => (isEnd(event) ? [] : [event])),
  ],
  [
    "a stream cannot be taken up again",
    "streams.reconnect",
    answer(followed, (given) => {
      given.headers["content-type"] = "application/json";
    }),
  ],
  [
    "subscriptions differ",
    "streams.same-events",
    events(
      followed,
      atEnd((event) => put(event, "result.statusUpdate.metadata", { at: crypto.randomUUID() })),
    ),
  ],
  [
    "a stream that closes takes its task with it",
    "streams.outlives",
    answer(plainGet, set("result.status.state", "TASK_STATE_CANCELED")),
  ],
];
