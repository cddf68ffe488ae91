export { implement } from "../service/implementation.ts";
export type { Authenticate, AuthenticationRequest } from "./authentication.ts";
export * from "./earlier-names.ts";
export { createHost, Host } from "./host.ts";
export type { HostOptions } from "./host-options.ts";
export type { Limits } from "./limits.ts";
export type { CallRate } from "./rate-limit/call-meter.ts";
export type { ClientAddressOptions } from "./rate-limit/client-address.ts";
export {
  type CallCounter,
  limitCalls,
  type RateLimit,
  type RateLimitOptions,
} from "./rate-limit/limit-calls.ts";
