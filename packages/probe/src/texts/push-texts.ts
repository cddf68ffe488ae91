import type { TextsOf } from "./text.ts";

export const pushTexts: TextsOf<"push"> = {
  "push.unsupported": [
    "Set capabilities.pushNotifications to true if webhooks work; otherwise answer all of its methods with PushNotificationNotSupportedError.",
    "Clients poll instead when they get this error.",
  ],
  "push.unknown-task": ["Look up the task of the caller first, and answer TaskNotFoundError."],
  "push.created": [
    "Make an id where the request has none, and return the configuration as it is stored, with its url.",
    "Clients need the id to change or delete it.",
  ],
  "push.get": ["Store the configuration under task and id before you answer."],
  "push.list": ["List the stored configurations of the task."],
  "push.get-unknown": ["Answer TaskNotFoundError where the task has no such configuration."],
  "push.deleted": ["Remove the configuration from the store before you answer."],
  "push.delete-twice": [
    "Answer the second deletion like the first one.",
    "Clients delete again when an answer is lost.",
  ],
  "push.all-listed": [
    "Store configurations by id, not one for each task.",
    "With one place for a task, the second webhook replaces the first.",
  ],
  "push.other-task": [
    "Key configurations by task and id, and check that the task is the caller's.",
    "Updates of one user would reach the webhook of another one.",
  ],
  "push.persists": [
    "Remove configurations only when they are deleted or the task has ended, not after a delivery or a turn.",
  ],
  "push.delivered": [
    "Send each event of the task to the url of every configuration, and try again after errors.",
    "Such clients do not poll: they miss the result.",
  ],
  "push.payload": [
    "POST what a stream would send, as JSON of the version: one member of StreamResponse, or the task where the version says so.",
  ],
  "push.content-type": [
    'Set Content-Type of the webhook request to the type under "expected".',
    "Receivers refuse other types.",
  ],
  "push.same-task": [
    "Look configurations up by the event's own task.",
    "The receiver gets data of a task that it may not see.",
  ],
  "push.authentication": [
    "Send Authorization with the scheme and credentials of the configuration's authentication.",
    "Receivers refuse requests without it, as anybody can call a webhook.",
  ],
  "push.token": [
    'Send the token of the configuration in the header under "expected".',
    "Receivers tell by it which task a request belongs to.",
  ],
  "push.order": [
    "Send one notification at a time to each webhook: wait for its answer before the next.",
    'A late "working" after "completed" puts the client back.',
  ],
  "push.deleted-silent": ["Read the configurations when an event is sent, not when the task begins."],
  "push.send-config": [
    "Store taskPushNotificationConfig of SendMessage's configuration before the task begins.",
    "The task may end before the client can create one.",
  ],
  "push.private-address": [
    "Resolve the host, and refuse loopback, link-local and private addresses, when it is created and again when you send.",
    "A caller could reach services inside your network through the agent.",
  ],
  "push.scheme": [
    "Accept only https, and http where you must.",
    "Other schemes can read files or reach other services.",
  ],
};
