import type {
  MessageSendConfiguration,
  PushNotificationConfig,
  Task,
  TaskPushNotificationConfig,
  TaskState,
} from "@a2a-js/sdk";

// Nothing comes after these.
const TERMINAL_STATES: TaskState[] = ["completed", "canceled", "failed", "rejected"];
const WAITING = new Set(["input-required", "auth-required"]);

const LABELS: Partial<Record<TaskState, string>> = {
  submitted: "waiting",
  working: "at work",
  "input-required": "asks back",
  completed: "completed",
};

export function configure(url: string, token: string): MessageSendConfiguration {
  const pushNotificationConfig: PushNotificationConfig = {
    id: "main",
    url,
    token,
    authentication: { schemes: ["Bearer"], credentials: "secret" },
  };
  return { blocking: false, pushNotificationConfig };
}

export function store(taskId: string, config: PushNotificationConfig): TaskPushNotificationConfig {
  return { taskId, pushNotificationConfig: config };
}

export function webhook(config: TaskPushNotificationConfig): string {
  const { authentication } = config.pushNotificationConfig;
  const isBearer = authentication?.schemes.includes("Bearer") ?? false;
  return `${config.pushNotificationConfig.url}${isBearer ? " with a bearer token" : ""} for ${config.taskId}`;
}

export function isOver(task: Task): boolean {
  return TERMINAL_STATES.includes(task.status.state);
}

export function describe(task: Task): string {
  const state = task.status.state;
  if (WAITING.has(state)) return "waiting for the user";
  switch (state) {
    case "completed":
      return "completed";
    case "failed":
      return "failed";
    default:
      return LABELS[state] ?? "unknown";
  }
}

export function wantsResult(configuration: MessageSendConfiguration | undefined): boolean {
  return !configuration?.blocking;
}
