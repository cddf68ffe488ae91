export { type BackoffOptions, type Clock, systemClock } from "./calls/backoff.ts";
export { type ResumeOptions, withResume } from "./calls/resume.ts";
export { type RetryOptions, withRetry } from "./calls/retry.ts";
export { connect } from "./connect.ts";
export { ConnectError, type ConnectReason, isConnectError } from "./connect-error.ts";
export type { ConnectionWarning, ConnectOptions, HeaderSource, OlderVersions } from "./connect-options.ts";
export type { Connection } from "./connection.ts";
export type { Credential, Credentials } from "./credentials/caller-credentials.ts";
export type { AllowInterface } from "./interface/private-network.ts";
