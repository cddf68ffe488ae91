export type { AllowInterface } from "./allows-interface.ts";
export { type BackoffOptions, type Clock, systemClock } from "./backoff.ts";
export type { Credential, Credentials } from "./caller-credentials.ts";
export { connect } from "./connect.ts";
export { ConnectError, type ConnectReason, isConnectError } from "./connect-error.ts";
export type { ConnectionWarning, ConnectOptions, HeaderSource, OlderVersions } from "./connect-options.ts";
export type { Connection } from "./connection.ts";
export { type ResumeOptions, withResume } from "./resume.ts";
export { type RetryOptions, withRetry } from "./retry.ts";
