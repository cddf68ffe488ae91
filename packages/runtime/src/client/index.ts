export type { ApprovalFormName, SentPart } from "../parts/approval-forms.ts";
export { type Approval, approvalsIn, approve, refuse, type StatusLike } from "../parts/approvals.ts";
export { bytesOf, dataOf, type FileAbout, type FilePart, filePart, textOf } from "../parts/part-content.ts";
export type { PartLike } from "../parts/part-like.ts";
export { systemClock } from "./calls/backoff.ts";
export { withResume } from "./calls/resume.ts";
export { withRetry } from "./calls/retry.ts";
export { connect } from "./connect.ts";
export { ConnectError, type ConnectReason, isConnectError } from "./contract/connect-error.ts";
export type {
  AllowInterface,
  CardHeaders,
  Challenge,
  ClientConnectOptions,
  ConnectionWarning,
  ConnectOptions,
  Credential,
  CredentialAsk,
  Credentials,
  HeaderSource,
  OlderVersions,
} from "./contract/connect-options.ts";
export type { ClientConnection, Connection } from "./contract/connection.ts";
export type {
  BackoffOptions,
  Clock,
  ResumeOptions,
  RetryOptions,
  StreamGap,
} from "./contract/retry-options.ts";
export { foldEvent } from "./tasks/fold-event.ts";
export {
  type Followed,
  type FollowedEvent,
  type FollowedTask,
  type FollowOptions,
  type FollowRequest,
  follow,
  type TaskClient,
} from "./tasks/follow.ts";
export { phaseOf, type TaskPhase } from "./tasks/task-phase.ts";
