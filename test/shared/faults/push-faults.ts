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
import { isUnknown, type Row } from "./rows.ts";

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

export const pushFaults: readonly Row[] = [
  [
    "a webhook for an unknown task",
    "push.unknown-task",
    answer(refused(calls("CreateTaskPushNotificationConfig", (_, call) => isUnknown(call))), result(config)),
  ],
  ["another URL", "push.created", answer(answered(creates), set("result.url", "https://example.com/other"))],
  ["no identifier", "push.created", answer(answered(creates), set("result.id", undefined))],
  [
    "another configuration",
    "push.get",
    answer(answered(gets), set("result.url", "https://example.com/other")),
  ],
  [
    "a configuration is not listed",
    "push.list",
    answer(answered(calls("ListTaskPushNotificationConfigs")), set("result.configs", [])),
  ],
  [
    "one configuration of several is listed",
    "push.all-listed",
    answer(
      answered(calls("ListTaskPushNotificationConfigs")),
      json((body) => put(body, "result.configs", [at(body, "result.configs.0")])),
    ),
  ],
  [
    "the configurations of all tasks",
    "push.other-task",
    answer(calls("ListTaskPushNotificationConfigs"), allConfigs()),
  ],
  [
    "an unknown configuration",
    "push.get-unknown",
    answer(refused(hasId("a2agen-probe-none")), result(config)),
  ],
  ["nothing is deleted", "push.deleted", answer(refused(hasId("a2agen-probe")), result(config))],
  [
    "a webhook that was deleted is told",
    "push.deleted-silent",
    instead(calls("DeleteTaskPushNotificationConfig"), (body) =>
      put(body, "method", "GetTaskPushNotificationConfig"),
    ),
  ],
  [
    "deleting twice fails",
    "push.delete-twice",
    answer(
      again(calls("DeleteTaskPushNotificationConfig"), ({ params }) => params["id"]),
      rpcError(-32001),
    ),
  ],
  ["a configuration does not stay", "push.persists", answer(hasId("a2agen-probe-kept"), rpcError(-32001))],
  [
    "private addresses",
    "push.private-address",
    answer(refused(urlIs("http://169.254")), result({ ...config, url: "http://169.254.169.254" })),
  ],
  ["files", "push.scheme", answer(refused(urlIs("file:")), result({ ...config, url: "file:///etc/passwd" }))],
  [
    "nothing is delivered",
    "push.delivered",
    instead(urlIs("http://127.0.0.1"), (body) =>
      put(body, "params.url", `${String(at(body, "params.url"))}/elsewhere`),
    ),
  ],
  [
    "a webhook of a message is not kept",
    "push.send-config",
    without(calls("SendMessage"), "configuration.taskPushNotificationConfig"),
  ],
  ["a notification without credentials", "push.authentication", without(creates, "authentication")],
  [
    "a notification without its token",
    "push.token",
    without(calls("SendMessage"), "configuration.taskPushNotificationConfig.token"),
  ],
  [
    "a notification of another media type",
    "push.content-type",
    {
      kind: "notification",
      change: (request) => {
        request.headers = [{ name: "content-type", value: "text/plain" }];
      },
    },
  ],
  [
    "a notification by PUT",
    "push.payload",
    {
      kind: "notification",
      change: (request) => {
        request.verb = "PUT";
      },
    },
  ],
  [
    "a notification that is no event",
    "push.payload",
    {
      kind: "notification",
      change: (request) => {
        request.body = { text: '{"event":1}' };
      },
    },
  ],
  [
    "a notification of a task at work after that of its end",
    "push.order",
    {
      kind: "notification",
      change: () => undefined,
      more: (request) => {
        request.body = {
          text: (request.body?.text ?? "").replaceAll("TASK_STATE_CANCELED", "TASK_STATE_WORKING"),
        };
      },
    },
  ],
  [
    "a notification of another task",
    "push.same-task",
    {
      kind: "notification",
      change: (request) => {
        request.body = {
          text: (request.body?.text ?? "").replaceAll(/"taskId":"[^"]*"/g, '"taskId":"other"'),
        };
      },
    },
  ],
];

/** The configurations that were listed first, for each task. */
function allConfigs() {
  let first: unknown;
  return json((body) => {
    const configs = at(body, "result.configs.0") === undefined ? undefined : at(body, "result.configs");
    first ??= configs;
    return put(body, "result.configs", configs ?? first ?? []);
  });
}
