export { implement } from "../service/implementation.ts";
export type { Authenticate, AuthenticationRequest } from "./authentication.ts";
export * from "./earlier-names.ts";
export { createHost, Host } from "./host.ts";
export type { HostOptions } from "./host-options.ts";
export type { Limits } from "./limits.ts";
