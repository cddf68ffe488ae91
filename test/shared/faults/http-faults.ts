import { answer, at, header, json, put, set, status, text, unknownTask } from "./effects.ts";
import type { AnswerTest, CallTest } from "./fault.ts";
import { bodyIs, type Faults } from "./rows.ts";

export const isGet: CallTest = ({ verb, target }) =>
  verb === "GET" && /\/tasks\/[^/:?]+(?:\?|$)/.test(target);

const httpNoTask: AnswerTest = (call, body) =>
  isGet(call) && call.target.includes(unknownTask) && body.includes('"error"');

const httpTask: AnswerTest = (call, body) => isGet(call) && !body.includes('"error"');
const targets =
  (part: string): CallTest =>
  ({ target }) =>
    target.includes(part);

export const httpFaults: Faults = {
  "http.unknown-path": { "an unknown path is found": answer(targets("no-such-path"), status(200)) },
  "http.verb": {
    "another method is answered": answer(
      (call) => call.verb === "GET" && targets("message:send")(call),
      status(200),
    ),
  },
  "http.encoded-id": {
    "identifiers are not decoded": answer(
      (call) => isGet(call) && /%3F/i.test(call.target),
      (given, call) => {
        status(400)(given, call);
        set("error", { code: 400, status: "INVALID_ARGUMENT", message: "no", details: [] })(given, call);
      },
    ),
  },
  "http.query": {
    "queries are not decoded": { kind: "target", read: (target) => target.replaceAll("%", "%25") },
    "fields in queries are not read": { kind: "target", read: (target) => target.replace(/pageSize=1/, "") },
  },
  "list.no-artifacts": {
    "includeArtifacts false is read as true": {
      kind: "target",
      read: (target) => target.replace("includeArtifacts=false", "includeArtifacts=true"),
    },
  },
  "http.bad-json": {
    "a body that is no JSON is an internal error": answer(bodyIs(/^\{"message":$/), status(500)),
  },
  "http.body-type": { "a list as body": answer(bodyIs(/^\[\]$/), status(200)) },
  "http.media-type": {
    "another media type": answer((call) => call.header("content-type") === "text/plain", status(200)),
  },
  "http.content-type": {
    "text/html": answer(httpTask, header("content-type", "text/html")),
    "an error as text/html": answer(httpNoTask, header("content-type", "text/html")),
  },
  "errors.form": {
    "an error without error": answer(
      httpNoTask,
      json((body) => at(body, "error")),
    ),
    "another code in an error": answer(httpNoTask, set("error.code", 400)),
  },
  "errors.code": { "another status": answer(httpNoTask, status(400)) },
  "errors.message": { "an error of HTTP without text": answer(httpNoTask, set("error.message", "")) },
  "errors.info": { "no details": answer(httpNoTask, set("error.details", [])) },
  "answers.answered": { "an error as HTML": answer(httpNoTask, text("<h1>Not found</h1>")) },
};

/** Those of the second of two bindings. */
export const secondFaults: Faults = {
  "equivalence.task": {
    "another task over another binding": answer(httpTask, set("status.state", "TASK_STATE_FAILED")),
  },
  "equivalence.list": {
    "no task in the list of another binding": answer(
      (call) => call.verb === "GET" && /\/tasks\?/.test(call.target),
      json((body) => put(body, "tasks", [])),
    ),
  },
  "equivalence.errors": {
    "another error over another binding": answer(httpNoTask, (given) => {
      given.status = 500;
      given.body = "{}";
    }),
  },
};
