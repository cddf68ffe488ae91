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
import { begun, card, elsewhere, history, isUnknown, message, type Row, sent, task } from "./rows.ts";

const onto = calls(
  "SendMessage",
  (params, call) => at(params, "message.taskId") !== undefined && !isUnknown(call),
);

const toNone = refused(calls("SendMessage", (_, call) => isUnknown(call)));
const toEnded: AnswerTest = (call, body) => refused(onto)(call, body) && !elsewhere(call);
const malformed = (name: string, path: string, value: unknown): Row => [
  name,
  "answers.valid",
  answer(begun, set(`result.task.${path}`, value)),
];

export const sendFaults: readonly Row[] = [
  ["a task without id", "send.task-id", answer(begun, set("result.task.id", ""))],
  malformed("no status", "status", undefined),
  malformed("a state that there is not", "status.state", "TASK_STATE_DONE"),
  malformed("a state as in 0.3", "status.state", "completed"),
  malformed("a timestamp with an offset", "status.timestamp", "2026-01-01T00:00:00+02:00"),
  malformed("an artifact without parts", "artifacts.0.parts", []),
  malformed("a part with two members", "artifacts.0.parts.0.url", "https://example.com"),
  malformed("a part without a member", "artifacts.0.parts", [{}]),
  ["a task and a message", "answers.valid", answer(begun, set("result.message", message))],
  [
    "the task without its member",
    "answers.valid",
    answer(
      begun,
      json((body) => put(body, "result", at(body, "result.task"))),
    ),
  ],
  ["a task at work", "send.blocking", answer(begun, set("result.task.status.state", "TASK_STATE_WORKING"))],
  ["no timestamp", "send.timestamp", answer(begun, set("result.task.status.timestamp", undefined))],
  ["a task of another context", "get.same", answer(begun, set("result.task.contextId", "other"))],
  [
    "a message of the user",
    "send.role",
    answer(begun, result({ message: { ...message, contextId: "c", role: "ROLE_USER" } })),
  ],
  ["no answer that can be read", "send.answered", answer(begun, rpcError(-32603))],
  [
    "another contextId",
    "send.keeps-context-id",
    answer(
      sent((params) => at(params, "message.contextId") !== undefined),
      set("result.task.contextId", "other"),
    ),
  ],
  ["the task before", "turns.new-task", answer(begun, firstId())],
  ["an identifier for all tasks", "send.unique", answer(begun, firstId())],
  [
    "a medium that the client does not accept",
    "send.output-modes",
    answer(card, set("defaultOutputModes", ["text/plain", "image/png"])),
  ],
  [
    "history that nothing asked for",
    "send.history",
    answer(
      sent((params) => at(params, "configuration.historyLength") === 0),
      set("result.task.history", history),
    ),
  ],
  [
    "a task that has ended at once",
    "send.immediate",
    answer(
      sent((params) => at(params, "configuration.returnImmediately") === true),
      set("result.task.status.state", "TASK_STATE_COMPLETED"),
    ),
  ],
  ["a task for an unknown one", "send.unknown-task", answer(toNone, result({ task }))],
  ["an unknown task is a wrong request", "send.unknown-task", answer(toNone, rpcError(-32602))],
  [
    "an unknown task is a new one",
    "send.unknown-task",
    without(
      calls("SendMessage", (_, call) => isUnknown(call)),
      "message.taskId",
    ),
  ],
  ["a task that has ended goes on", "send.ended-task", answer(toEnded, result({ task }))],
  ["a task that has ended is not found", "send.ended-task", answer(toEnded, rpcError(-32001))],
  ["a context that is not that of the task", "turns.mismatch", answer(elsewhere, result({ task }))],
  ["a mismatch is an internal error", "turns.mismatch", answer(elsewhere, rpcError(-32603))],
  ["an answer makes another task", "turns.input", without(onto, "message.taskId")],
  [
    "an answer makes another context",
    "turns.infers-context",
    answer(answered(onto), set("result.task.contextId", "other")),
  ],
  [
    "more history of a message than was asked for",
    "send.history-limit",
    without(
      calls("SendMessage", (params) => at(params, "configuration.historyLength") === 1),
      "configuration.historyLength",
    ),
  ],
  [
    "an artifact twice",
    "send.artifact-ids",
    answer(
      begun,
      json((body) => put(body, "result.task.artifacts.1", at(body, "result.task.artifacts.0"))),
    ),
  ],
  ["one context for all", "send.new-context", answer(begun, set("result.task.contextId", "context-0"))],
  ["the answer to the message before", "send.own-text", textBefore()],
  [
    "a message of another task",
    "send.messages",
    answer(begun, set("result.task.status.message", { ...message, taskId: "other" })),
  ],
  [
    "every media type is taken",
    "send.media-type",
    answer(
      refused(calls("SendMessage", (params) => at(params, "message.parts.0.raw") !== undefined)),
      result({ task }),
    ),
  ],
  [
    "a message that comes twice is an internal error",
    "send.repeated",
    answer(
      again(calls("SendMessage"), ({ params }) => at(params, "message.messageId")),
      rpcError(-32603),
    ),
  ],
];

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
