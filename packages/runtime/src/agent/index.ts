export { bytesOf, dataOf, type FileAbout, type FilePart, filePart, textOf } from "../parts/part-content.ts";
export type { PartLike } from "../parts/part-like.ts";
export { appendParts } from "../service/join-text.ts";
export { type Agent, createAgent, type WakeMessage } from "./agent.ts";
export {
  type ApprovalAnswer,
  type ApprovalRequest,
  approvalIn,
  askApproval,
} from "./authoring/approval.ts";
export { type Channel, channel } from "./authoring/channel.ts";
export { type HistoryOptions, history, type Utterance } from "./authoring/history.ts";
export { type StreamTextOptions, streamText } from "./authoring/stream-text.ts";
export type { AgentLimits, AgentOptions, ErrorPlace } from "./contract/agent-options.ts";
export type { AuthorTypes } from "./contract/author-types.ts";
export type { ArtifactSpan, CountedChanges, TimelineEntry } from "./contract/counted-changes.ts";
export {
  type ArtifactFile,
  type ArtifactOptions,
  authRequired,
  canceled,
  completed,
  dataArtifact,
  failed,
  fileArtifact,
  inputRequired,
  rejected,
  textArtifact,
  working,
} from "./contract/events.ts";
export type {
  AgentEvent,
  ArtifactEvent,
  Execute,
  ExecuteWith,
  MetadataEvent,
  Reply,
  StatusEvent,
  Turn,
  TurnExtension,
  TurnExtensions,
  TurnInput,
} from "./contract/execute.ts";
export type { JsonInput } from "./contract/json-input.ts";
export type { PushNotifier, PushSource, PushTranslation, TaskUpdate } from "./contract/push-notifier.ts";
export type { CompactionPolicy, RetentionPolicy } from "./contract/retention-policy.ts";
export type { ContextOfScope, StateStore, StateWrites, StoredValues } from "./contract/state-store.ts";
export type { CancelRequest, StepRecord, TaskEntry, TurnRecord } from "./contract/task-entry.ts";
export type { ClaimedTask, QueueRoom, TaskQueue } from "./contract/task-queue.ts";
export {
  type Compaction,
  type ExpiredLease,
  isTaskStoreError,
  type NewTask,
  type StoredTask,
  type TaskPage,
  type TaskPosition,
  type TaskQuery,
  type TaskStore,
  TaskStoreError,
  type TaskStoreProblem,
} from "./contract/task-store.ts";
export type { TurnMemory, TurnState } from "./contract/turn-state.ts";
export type {
  LeasedWebhook,
  NewWebhook,
  StoredPushConfig,
  WebhookProgress,
  WebhookRoom,
  WebhookStore,
} from "./contract/webhook-store.ts";
export * from "./earlier-names.ts";
export { MemoryTaskStore, type MemoryTaskStoreOptions } from "./store/memory-task-store.ts";
export { pushConfigFromJson, pushConfigToJson } from "./store/push-config-json.ts";
export { countChanges } from "./store/task-count.ts";
export { foldEntries } from "./store/task-fold.ts";
export { taskTimeKey } from "./store/task-time.ts";
