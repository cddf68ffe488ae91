import {
  again,
  answer,
  answered,
  at,
  calls,
  instead,
  json,
  put,
  refused,
  result,
  rpcError,
  set,
  without,
} from "./effects.ts";
import type { CallTest } from "./fault.ts";
import { type Faults, isUnknown } from "./rows.ts";

const config = { id: "a", taskId: "t", url: "https://example.com" };
const creates = calls("CreateTaskPushNotificationConfig", (_, call) => !isUnknown(call));
const gets = calls("GetTaskPushNotificationConfig", (_, call) => !isUnknown(call));
const hasId =
  (wanted: string): CallTest =>
  (call) =>
    gets(call) && call.params["id"] === wanted;

const urlIs =
  (start: string): CallTest =>
  (call) =>
    creates(call) && String(call.params["url"]).startsWith(start);

export const pushFaults: Faults = {
  "push.unknown-task": {
    "a webhook for an unknown task": answer(
      refused(calls("CreateTaskPushNotificationConfig", (_, call) => isUnknown(call))),
      result(config),
    ),
  },
  "push.created": {
    "another URL": answer(answered(creates), set("result.url", "https://example.com/other")),
    "no identifier": answer(answered(creates), set("result.id", undefined)),
    "no identifier where the client names none": answer(
      answered((call) => creates(call) && call.params["id"] === undefined),
      set("result.id", undefined),
    ),
  },
  "push.get": {
    "another configuration": answer(answered(gets), set("result.url", "https://example.com/other")),
  },
  "push.list": {
    "a configuration is not listed": answer(
      answered(calls("ListTaskPushNotificationConfigs")),
      set("result.configs", []),
    ),
  },
  "push.all-listed": {
    "one configuration of several is listed": answer(
      answered(calls("ListTaskPushNotificationConfigs")),
      json((body) => put(body, "result.configs", [at(body, "result.configs.0")])),
    ),
  },
  "push.other-task": {
    "the configurations of all tasks": answer(calls("ListTaskPushNotificationConfigs"), allConfigs()),
  },
  "push.get-unknown": {
    "an unknown configuration": answer(refused(hasId("a2agen-probe-none")), result(config)),
  },
  "push.deleted": { "nothing is deleted": answer(refused(hasId("a2agen-probe")), result(config)) },
  "push.deleted-silent": {
    "a webhook that was deleted is told": instead(calls("DeleteTaskPushNotificationConfig"), (body) =>
      put(body, "method", "GetTaskPushNotificationConfig"),
    ),
  },
  "push.delete-twice": {
    "deleting twice fails": answer(
      again(calls("DeleteTaskPushNotificationConfig"), ({ params }) => params["id"]),
      rpcError(-32001),
    ),
  },
  "push.persists": { "a configuration does not stay": answer(hasId("a2agen-probe-kept"), rpcError(-32001)) },
  "push.private-address": {
    "private addresses": answer(
      refused(urlIs("http://169.254")),
      result({ ...config, url: "http://169.254.169.254" }),
    ),
  },
  "push.scheme": { files: answer(refused(urlIs("file:")), result({ ...config, url: "file:///etc/passwd" })) },
  "push.delivered": {
    "nothing is delivered": instead(urlIs("http://127.0.0.1"), (body) =>
      put(body, "params.url", `${String(at(body, "params.url"))}/elsewhere`),
    ),
    "artifacts are not delivered": {
      kind: "notification",
      change: (request) => {
        const body: unknown = JSON.parse(request.body?.text ?? "{}");
        const state = { state: "TASK_STATE_WORKING" };
        const { taskId, contextId } = (at(body, "artifactUpdate") ?? {}) as Readonly<Record<string, string>>;
        if (taskId === undefined) return;
        request.body = { text: JSON.stringify({ statusUpdate: { taskId, contextId, status: state } }) };
      },
    },
  },
  "push.send-config": {
    "a webhook of a streamed message is not kept": without(
      calls("SendStreamingMessage"),
      "configuration.taskPushNotificationConfig",
    ),
    "a webhook of a message is not kept": without(
      calls("SendMessage"),
      "configuration.taskPushNotificationConfig",
    ),
  },
  "push.authentication": { "a notification without credentials": without(creates, "authentication") },
  "push.token": {
    "a notification without its token": without(
      calls("SendMessage"),
      "configuration.taskPushNotificationConfig.token",
    ),
  },
  "push.content-type": {
    "a notification of another media type": {
      kind: "notification",
      change: (request) => {
        request.headers = [{ name: "content-type", value: "text/plain" }];
      },
    },
  },
  "push.payload": {
    "a notification by PUT": {
      kind: "notification",
      change: (request) => {
        request.verb = "PUT";
      },
    },
    "a notification that is no event": {
      kind: "notification",
      change: (request) => {
        request.body = { text: '{"event":1}' };
      },
    },
  },
  "push.order": {
    "a notification of a task at work after that of its end": {
      kind: "notification",
      change: () => undefined,
      more: (request) => {
        request.body = {
          text: (request.body?.text ?? "").replaceAll("TASK_STATE_CANCELED", "TASK_STATE_WORKING"),
        };
      },
    },
  },
  "push.same-task": {
    "a notification of another task": {
      kind: "notification",
      change: (request) => {
        request.body = {
          text: (request.body?.text ?? "").replaceAll(/"taskId":"[^"]*"/g, '"taskId":"other"'),
        };
      },
    },
  },
};

/** The configurations that were listed first, for each task. */
function allConfigs() {
  let first: unknown;
  return json((body) => {
    const configs = at(body, "result.configs.0") === undefined ? undefined : at(body, "result.configs");
    first ??= configs;
    return put(body, "result.configs", configs ?? first ?? []);
  });
}
