import { kitScenario } from "../probe/kit-agent.ts";
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
  unknownTask,
} from "./effects.ts";
import type { Effect } from "./fault.ts";
import { asEnd, type Faults, isUnknown, message, plainGet, streamed, task } from "./rows.ts";

const followed = calls("SubscribeToTask", (_, call) => !isUnknown(call));
const isPiece = (event: unknown, append: boolean): boolean =>
  at(event, "result.artifactUpdate") !== undefined &&
  (at(event, "result.artifactUpdate.append") === true) === append;

export const streamFaults: Faults = {
  "streams.first": {
    "a stream begins with a status": events(streamed, (event, place) => (place === 0 ? [] : [event])),
    "an empty stream": events(streamed, () => []),
  },
  "streams.same-task": {
    "an event of another task": asEnd((event) => put(event, "result.statusUpdate.taskId", "other")),
    "an event of another context": asEnd((event) => put(event, "result.statusUpdate.contextId", "other")),
  },
  "streams.ends": { "a stream without an end": events(streamed, (event) => (isEnd(event) ? [] : [event])) },
  "streams.once": {
    "a state comes twice": events(streamed, (event) =>
      at(event, "result.statusUpdate.status.message") ? [event, event] : [event],
    ),
  },
  "streams.no-more": {
    "an event after the end": events(streamed, (event) => (isEnd(event) ? [event, event] : [event])),
  },
  "streams.artifacts": {
    "an artifact that did not begin": events(streamed, (event) => (isPiece(event, false) ? [] : [event])),
  },
  "streams.agrees": {
    "a piece of an artifact is lost": events(streamed, (event) => (isPiece(event, true) ? [] : [event])),
    "another state after the stream": answer(plainGet, set("result.status.state", "TASK_STATE_WORKING")),
    "an artifact is lost": answer(plainGet, set("result.artifacts", undefined)),
  },
  "streams.event-stream": {
    "a stream is answered as SendMessage is": instead(streamed, (body) => put(body, "method", "SendMessage")),
  },
  "streams.independent": { "all streams end with the first": { kind: "together", when: followed } },
  "streams.immediate": {
    "a stream that begins when the task has ended": events(streamed, (event, place) => [
      place === 0 ? put(event, "result.task.status.state", "TASK_STATE_COMPLETED") : event,
    ]),
  },
  "answers.answered": { "a stream as JSON": answer(streamed, header("content-type", "application/json")) },
  "answers.valid": {
    "an event without its member": asEnd((event) => put(event, "result", at(event, "result.statusUpdate"))),
    "an event of two members": asEnd((event) => put(event, "result.message", message)),
  },
  "jsonrpc.envelope": {
    "an event with another id": asEnd((event) => put(event, "id", "other")),
    "an event without JSON-RPC": asEnd((event) => at(event, "result")),
  },
  "streams.message": {
    "a message and more": events(streamed, (event, place) => [
      place === 0 ? { jsonrpc: "2.0", id: "probe", result: { message } } : event,
    ]),
  },
  "streams.unknown-task": {
    "a stream for an unknown task": answer(
      refused(calls("SendStreamingMessage", (_, call) => isUnknown(call))),
      result({ task }),
    ),
  },
  "streams.ended-task": { "a stream for a task that has ended": answer(refused(streamed), result({ task })) },
  "streams.subscribe-unknown": {
    "a subscription to an unknown task": answer(
      refused(calls("SubscribeToTask", (_, call) => isUnknown(call))),
      result({ task }),
    ),
  },
  "streams.subscribe-ended": {
    "a subscription to a task that has ended": answer(refused(followed), result({ task })),
  },
  "streams.subscribe-first": {
    "a task that asks for input is not followed": notAsking(),
    "a subscription begins without the task": events(followed, (event, place) =>
      place === 0 ? [] : [event],
    ),
  },
  "streams.subscribe-ends": {
    "a subscription is not closed": { kind: "endless", when: followed },
    "a subscription does not end": events(followed, (event) => (isEnd(event) ? [] : [event])),
  },
  "streams.reconnect": {
    "a stream cannot be taken up again": answer(followed, (given) => {
      given.headers["content-type"] = "application/json";
    }),
  },
  "streams.same-events": {
    "subscriptions differ": events(
      followed,
      atEnd((event) => put(event, "result.statusUpdate.metadata", { at: crypto.randomUUID() })),
    ),
  },
  "streams.outlives": {
    "a stream that closes takes its task with it": answer(
      plainGet,
      set("result.status.state", "TASK_STATE_CANCELED"),
    ),
  },
};

/** A subscription finds no task that has just asked for input. */
function notAsking(): Effect {
  let isAsking = false;
  return instead(
    (call) => {
      if (call.method === "SendMessage")
        isAsking = at(call.params, "message.parts.0.text") === kitScenario.inputRequired;
      return isAsking && followed(call);
    },
    (body) => put(body, "params.id", unknownTask),
  );
}
