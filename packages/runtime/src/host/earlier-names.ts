// Names of this path from before the first release, for those who built from the repository.
export type {
  /** @deprecated Import it from `@a2agen/runtime/binding`. */
  IncomingCall,
} from "./call.ts";
export type {
  /** @deprecated Import it from `@a2agen/runtime/binding`. */
  Answer,
  /** @deprecated Import it from `@a2agen/runtime/binding`. */
  Duplex,
} from "./host.ts";
export type {
  /** @deprecated Import it from `@a2agen/runtime/binding`. */
  HostedMethod,
} from "./hosted-method.ts";
export type {
  /** @deprecated Import it from `@a2agen/runtime/binding`. */
  OpenStream,
  /** @deprecated Import it from `@a2agen/runtime/binding`. */
  StreamStep,
} from "./open-stream.ts";
export type {
  /** @deprecated Import it from `@a2agen/runtime/binding`. */
  RequestQueue,
} from "./request-queue.ts";
