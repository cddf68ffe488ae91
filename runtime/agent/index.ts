export { type Agent, createAgent } from "./agent.ts";
export type { AgentLimits, AgentOptions, ErrorPlace } from "./agent-options.ts";
export {
  authRequired,
  canceled,
  completed,
  failed,
  inputRequired,
  rejected,
  type TextArtifactOptions,
  textArtifact,
  working,
} from "./events.ts";
export type { AgentEvent, ArtifactEvent, Execute, Reply, StatusEvent, Turn } from "./execute.ts";
export { foldEntries, foldEntry } from "./fold-entry.ts";
export { MemoryTaskStore, type MemoryTaskStoreOptions } from "./memory-task-store.ts";
export type { PushNotifier, PushSource, StoredPushConfig } from "./push-notifier.ts";
export type { CancelRequest, TaskEntry } from "./task-entry.ts";
export { TaskFold } from "./task-fold.ts";
export {
  isTaskStoreError,
  type LapsedTask,
  type NewTask,
  type StoredTask,
  type TaskPage,
  type TaskPosition,
  type TaskQuery,
  type TaskStore,
  TaskStoreError,
  type TaskStoreProblem,
} from "./task-store.ts";
export { taskTimeKey } from "./task-time.ts";
