export { type Authenticate, type AuthenticationRequest, challengesFor } from "./authentication.ts";
export type { IncomingCall } from "./call.ts";
export {
  type Answer,
  createHost,
  Host,
  type HostedMethod,
  type HostOptions,
  type Implementation,
  implement,
} from "./host.ts";
export { defaultLimits, type Limits } from "./limits.ts";
export type { OpenStream, StreamStep } from "./open-stream.ts";
