import type {
  SendMessageConfiguration,
  TaskPushNotificationConfig,
  Task,
  TaskState,
} from "@a2agen/a2a-1.0";

// Nothing comes after these.
const TERMINAL_STATES: TaskState[] = ["TASK_STATE_COMPLETED", "TASK_STATE_CANCELED", "TASK_STATE_FAILED", "TASK_STATE_REJECTED"];
const WAITING = new Set(["TASK_STATE_INPUT_REQUIRED", "TASK_STATE_AUTH_REQUIRED"]);

const LABELS: Partial<Record<TaskState, string>> = {
  TASK_STATE_SUBMITTED: "waiting",
  TASK_STATE_WORKING: "at work",
  TASK_STATE_INPUT_REQUIRED: "asks back",
  TASK_STATE_COMPLETED: "completed",
};

export function configure(url: string, token: string): SendMessageConfiguration {
  const pushNotificationConfig: TaskPushNotificationConfig = {
    id: "main",
    url,
    token,
    authentication: { scheme: "Bearer", credentials: "secret" },
  };
  return { returnImmediately: true, taskPushNotificationConfig: pushNotificationConfig };
}

export function store(taskId: string, config: TaskPushNotificationConfig): TaskPushNotificationConfig {
  return { ...config, taskId };
}

export function webhook(config: TaskPushNotificationConfig): string {
  const { authentication } = config;
  const isBearer = authentication?.scheme === "Bearer";
  return `${config.url}${isBearer ? " with a bearer token" : ""} for ${config.taskId}`;
}

export function isOver(task: Task): boolean {
  return TERMINAL_STATES.includes(task.status.state);
}

export function describe(task: Task): string {
  const state = task.status.state;
  if (WAITING.has(state)) return "waiting for the user";
  switch (state) {
    case "TASK_STATE_COMPLETED":
      return "completed";
    case "TASK_STATE_FAILED":
      return "failed";
    default:
      return LABELS[state] ?? "unknown";
  }
}

export function wantsResult(configuration: SendMessageConfiguration | undefined): boolean {
  return configuration?.returnImmediately === true;
}
