/** The methods whose request names a task, by `id` where it has no `taskId`. */
export const taskMethods: ReadonlySet<string> = new Set([
  "GetTask",
  "CancelTask",
  "SubscribeToTask",
  "CreateTaskPushNotificationConfig",
  "GetTaskPushNotificationConfig",
  "ListTaskPushNotificationConfigs",
  "DeleteTaskPushNotificationConfig",
]);

/** The values of `a2a.task.state`, and whether nothing follows them. */
export const taskStates: ReadonlyMap<string, boolean> = new Map([
  ["TASK_STATE_UNSPECIFIED", false],
  ["TASK_STATE_SUBMITTED", false],
  ["TASK_STATE_WORKING", false],
  ["TASK_STATE_INPUT_REQUIRED", false],
  ["TASK_STATE_AUTH_REQUIRED", false],
  ["TASK_STATE_COMPLETED", true],
  ["TASK_STATE_CANCELED", true],
  ["TASK_STATE_FAILED", true],
  ["TASK_STATE_REJECTED", true],
]);

/** The method of a call that no method answers. */
export const otherMethod = "_OTHER";

/** What the convention has no name for: spans, attributes and metrics of our own. */
export const ownNames = {
  spans: {
    turn: "a2agen.turn",
    step: "a2agen.step",
    append: "a2agen.append",
    delivery: "a2agen.delivery",
    receipt: "a2agen.receipt",
  },
  attributes: {
    binding: "a2agen.binding",
    attempt: "a2agen.attempt",
    waitMs: "a2agen.turn.wait_ms",
    step: "a2agen.step.name",
    entries: "a2agen.append.entries",
    creates: "a2agen.append.creates",
    config: "a2agen.push.config_id",
  },
  histograms: {
    server: "a2agen.server.call.duration",
    serverStream: "a2agen.server.stream.duration",
    client: "a2agen.client.call.duration",
    clientStream: "a2agen.client.stream.duration",
    turn: "a2agen.turn.duration",
    wait: "a2agen.turn.wait",
    step: "a2agen.step.duration",
    append: "a2agen.append.duration",
    delivery: "a2agen.delivery.duration",
    receipt: "a2agen.receipt.duration",
  },
  gauges: {
    streams: "a2agen.streams",
    turns: "a2agen.turns",
    queued: "a2agen.queued",
    leases: "a2agen.leases",
    webhooks: "a2agen.webhooks",
  },
} as const;

export type HistogramName = keyof typeof ownNames.histograms;
