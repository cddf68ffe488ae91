export { implement } from "../service/implementation.ts";
export type { Authenticate, AuthenticationRequest } from "./authentication.ts";
export type { IncomingCall } from "./call.ts";
export { type Answer, createHost, type Duplex, Host } from "./host.ts";
export type { HostOptions } from "./host-options.ts";
export type { HostedMethod } from "./hosted-method.ts";
export type { Limits } from "./limits.ts";
export type { OpenStream, StreamStep } from "./open-stream.ts";
export type { RequestQueue } from "./request-queue.ts";
