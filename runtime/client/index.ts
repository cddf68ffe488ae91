export type { AllowInterface } from "./allows-interface.ts";
export type { BackoffOptions } from "./backoff.ts";
export { type Clock, systemClock } from "./clock.ts";
export { type Connection, connect } from "./connect.ts";
export { ConnectError, type ConnectReason, isConnectError } from "./connect-error.ts";
export type { ConnectionWarning, ConnectOptions, HeaderSource } from "./connect-options.ts";
export type { Credential, Credentials } from "./credentials.ts";
export { type ResumeOptions, withResume } from "./resume.ts";
export { type RetryOptions, withRetry } from "./retry.ts";
