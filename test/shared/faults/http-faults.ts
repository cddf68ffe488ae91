import { answer, at, header, json, put, set, status, text, unknownTask } from "./effects.ts";
import type { AnswerTest, CallTest } from "./fault.ts";
import { bodyIs, type Row } from "./rows.ts";

export const isGet: CallTest = ({ verb, target }) =>
  verb === "GET" && /\/tasks\/[^/:?]+(?:\?|$)/.test(target);

const httpNoTask: AnswerTest = (call, body) =>
  isGet(call) && call.target.includes(unknownTask) && body.includes('"error"');

const httpTask: AnswerTest = (call, body) => isGet(call) && !body.includes('"error"');
const targets =
  (part: string): CallTest =>
  ({ target }) =>
    target.includes(part);

export const httpFaults: readonly Row[] = [
  ["an unknown path is found", "http.unknown-path", answer(targets("no-such-path"), status(200))],
  [
    "another method is answered",
    "http.verb",
    answer((call) => call.verb === "GET" && targets("message:send")(call), status(200)),
  ],
  [
    "identifiers are not decoded",
    "http.encoded-id",
    answer(
      (call) => isGet(call) && /%3F/i.test(call.target),
      (given, call) => {
        status(400)(given, call);
        set("error", { code: 400, status: "INVALID_ARGUMENT", message: "no", details: [] })(given, call);
      },
    ),
  ],
  [
    "queries are not decoded",
    "http.query",
    { kind: "target", read: (target) => target.replaceAll("%", "%25") },
  ],
  [
    "fields in queries are not read",
    "http.query",
    { kind: "target", read: (target) => target.replace(/pageSize=1/, "") },
  ],
  [
    "a body that is no JSON is an internal error",
    "http.bad-json",
    answer(bodyIs(/^\{"message":$/), status(500)),
  ],
  ["a list as body", "http.body-type", answer(bodyIs(/^\[\]$/), status(200))],
  [
    "another media type",
    "http.media-type",
    answer((call) => call.header("content-type") === "text/plain", status(200)),
  ],
  ["text/html", "http.content-type", answer(httpTask, header("content-type", "text/html"))],
  ["an error as text/html", "http.content-type", answer(httpNoTask, header("content-type", "text/html"))],
  [
    "an error without error",
    "errors.form",
    answer(
      httpNoTask,
      json((body) => at(body, "error")),
    ),
  ],
  ["another code in an error", "errors.form", answer(httpNoTask, set("error.code", 400))],
  ["another status", "errors.code", answer(httpNoTask, status(400))],
  ["an error of HTTP without text", "errors.message", answer(httpNoTask, set("error.message", ""))],
  ["no details", "errors.info", answer(httpNoTask, set("error.details", []))],
  ["an error as HTML", "answers.answered", answer(httpNoTask, text("<h1>Not found</h1>"))],
];

/** Those of the second of two bindings. */
export const secondFaults: readonly Row[] = [
  [
    "another task over another binding",
    "equivalence.task",
    answer(httpTask, set("status.state", "TASK_STATE_FAILED")),
  ],
  [
    "no task in the list of another binding",
    "equivalence.list",
    answer(
      (call) => call.verb === "GET" && /\/tasks\?/.test(call.target),
      json((body) => put(body, "tasks", [])),
    ),
  ],
  [
    "another error over another binding",
    "equivalence.errors",
    answer(httpNoTask, (given) => {
      given.status = 500;
      given.body = "{}";
    }),
  ],
];
