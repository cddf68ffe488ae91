export type { AgentLimits, AgentOptions, ErrorPlace } from "./agent-options.ts";
export type { AgentEvent, ArtifactEvent, Execute, Reply, StatusEvent, Turn } from "./execute.ts";
export type { PushNotifier, PushSource, StoredPushConfig } from "./push-notifier.ts";
export type { CancelRequest, TaskEntry } from "./task-entry.ts";
export {
  isTaskStoreError,
  type NewTask,
  type StoredTask,
  type TaskPage,
  type TaskPosition,
  type TaskQuery,
  type TaskStore,
  TaskStoreError,
  type TaskStoreProblem,
} from "./task-store.ts";
