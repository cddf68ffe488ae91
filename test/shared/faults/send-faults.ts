import { kitScenario } from "../probe/kit-agent.ts";
import {
  again,
  answer,
  answered,
  at,
  calls,
  json,
  put,
  refused,
  result,
  rpcError,
  set,
  without,
} from "./effects.ts";
import type { AnswerTest, Effect } from "./fault.ts";
import {
  begun,
  card,
  elsewhere,
  type Faults,
  history,
  isElsewhere,
  isUnknown,
  message,
  sent,
  task,
} from "./rows.ts";

const onto = calls(
  "SendMessage",
  (params, call) => at(params, "message.taskId") !== undefined && !isUnknown(call),
);

const toNone = refused(calls("SendMessage", (_, call) => isUnknown(call)));
const toEnded: AnswerTest = (call, body) => refused(onto)(call, body) && !elsewhere(call);
const malformed = (path: string, value: unknown): Effect => answer(begun, set(`result.task.${path}`, value));

export const sendFaults: Faults = {
  "send.task-id": { "a task without id": answer(begun, set("result.task.id", "")) },
  "answers.valid": {
    "no status": malformed("status", undefined),
    "a state that there is not": malformed("status.state", "TASK_STATE_DONE"),
    "a state as in 0.3": malformed("status.state", "completed"),
    "a timestamp with an offset": malformed("status.timestamp", "2026-01-01T00:00:00+02:00"),
    "an artifact without parts": malformed("artifacts.0.parts", []),
    "a part with two members": malformed("artifacts.0.parts.0.url", "https://example.com"),
    "a part without a member": malformed("artifacts.0.parts", [{}]),
    "a task and a message": answer(begun, set("result.message", message)),
    "the task without its member": answer(
      begun,
      json((body) => put(body, "result", at(body, "result.task"))),
    ),
  },
  "send.blocking": { "a task at work": answer(begun, set("result.task.status.state", "TASK_STATE_WORKING")) },
  "send.timestamp": {
    "no timestamp": answer(begun, set("result.task.status.timestamp", undefined)),
    "a cancellation at the time of the status before": timeBefore(),
  },
  "send.message-context": {
    "a message without a context": answer(
      sent((params) => at(params, "message.parts.0.text") === kitScenario.reply),
      set("result.message.contextId", undefined),
    ),
  },
  "get.same": { "a task of another context": answer(begun, set("result.task.contextId", "other")) },
  "send.message-ids": {
    "messages without an identifier": answer(
      answered(calls("GetTask")),
      set("result.status.message.messageId", ""),
    ),
  },
  "send.role": {
    "a message of the user": answer(
      begun,
      result({ message: { ...message, contextId: "c", role: "ROLE_USER" } }),
    ),
  },
  "send.answered": { "no answer that can be read": answer(begun, rpcError(-32603)) },
  "send.keeps-context-id": {
    "another contextId": answer(
      sent((params) => at(params, "message.contextId") !== undefined),
      set("result.task.contextId", "other"),
    ),
  },
  "turns.new-task": { "the task before": answer(begun, firstId()) },
  "send.unique": { "an identifier for all tasks": answer(begun, firstId()) },
  "send.output-modes": {
    "a medium that the client does not accept": answer(
      card,
      set("defaultOutputModes", ["text/plain", "image/png"]),
    ),
  },
  "send.history": {
    "history that nothing asked for": answer(
      sent((params) => at(params, "configuration.historyLength") === 0),
      set("result.task.history", history),
    ),
  },
  "send.immediate": {
    "a task that has ended at once": answer(
      sent((params) => at(params, "configuration.returnImmediately") === true),
      set("result.task.status.state", "TASK_STATE_COMPLETED"),
    ),
  },
  "send.unknown-task": {
    "a task for an unknown one": answer(toNone, result({ task })),
    "an unknown task is a wrong request": answer(toNone, rpcError(-32602)),
    "an unknown task is a new one": without(
      calls("SendMessage", (_, call) => isUnknown(call)),
      "message.taskId",
    ),
  },
  "send.ended-task": {
    "a task that has ended goes on": answer(toEnded, result({ task })),
    "a task that has ended is not found": answer(toEnded, rpcError(-32001)),
    "a task that failed goes on": answer(
      refused(
        calls("SendMessage", (params) => String(at(params, "message.messageId")).includes("send.failing")),
      ),
      result({ task }),
    ),
    "a task that was canceled goes on": answer(
      refused(
        calls("SendMessage", (params) => String(at(params, "message.messageId")).includes("cancel.over")),
      ),
      result({ task }),
    ),
  },
  "turns.mismatch": {
    "a context that is not that of the task": answer(elsewhere, result({ task })),
    "a mismatch is an internal error": answer(elsewhere, rpcError(-32603)),
    "a mismatch in a streamed message is not seen": without(
      calls("SendStreamingMessage", isElsewhere),
      "message.contextId",
    ),
  },
  "turns.input": { "an answer makes another task": without(onto, "message.taskId") },
  "turns.infers-context": {
    "an answer makes another context": answer(answered(onto), set("result.task.contextId", "other")),
  },
  "send.history-limit": {
    "more history of a message than was asked for": without(
      calls("SendMessage", (params) => at(params, "configuration.historyLength") === 1),
      "configuration.historyLength",
    ),
  },
  "send.artifact-ids": {
    "an artifact twice": answer(
      begun,
      json((body) => put(body, "result.task.artifacts.1", at(body, "result.task.artifacts.0"))),
    ),
  },
  "send.new-context": { "one context for all": answer(begun, set("result.task.contextId", "context-0")) },
  "send.own-text": { "the answer to the message before": textBefore() },
  "send.messages": {
    "a message of another task": answer(
      begun,
      set("result.task.status.message", { ...message, taskId: "other" }),
    ),
  },
  "send.media-type": {
    "every media type is taken": answer(
      refused(calls("SendMessage", (params) => at(params, "message.parts.0.raw") !== undefined)),
      result({ task }),
    ),
    "every media type is taken in a streamed message": without(
      calls("SendStreamingMessage", (params) => at(params, "message.parts.0.raw") !== undefined),
      "message.parts.0.mediaType",
    ),
  },
  "send.repeated": {
    "a message that comes twice is an internal error": answer(
      again(calls("SendMessage"), ({ params }) => at(params, "message.messageId")),
      rpcError(-32603),
    ),
  },
};

/** Each answer is to the message before, the first one to itself. */
function textBefore(): Effect {
  let before: unknown;
  return answer(
    begun,
    json((body, { params }) => {
      const own = at(params, "message.parts.0.text");
      const text = `echo: ${String(before ?? own)}`;
      before = own;
      return put(body, "result.task.artifacts", [{ artifactId: "a", parts: [{ text }] }]);
    }),
  );
}

/** The identifier of the first task in the place of all others. */
function firstId() {
  let first: unknown;
  return json((body) => {
    first ??= at(body, "result.task.id");
    return put(body, "result.task.id", first);
  });
}

/** A canceled task has the time that its task had when it began. */
function timeBefore(): Effect {
  const times = new Map<unknown, unknown>();
  return answer(
    answered((call) => call.method === "SendMessage" || call.method === "CancelTask"),
    json((body) => {
      const id = at(body, "result.id");
      times.set(at(body, "result.task.id"), at(body, "result.task.status.timestamp"));
      return id === undefined ? body : put(body, "result.status.timestamp", times.get(id));
    }),
  );
}
