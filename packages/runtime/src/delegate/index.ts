export { type Delegated, delegate } from "./delegate.ts";
export { DelegateError } from "./delegate-error.ts";
export type { DelegatedMessage, DelegateOptions } from "./delegation.ts";
export { type Merged, merge } from "./merge.ts";
export type { RemoteAgent, RemoteClient, RemoteTask } from "./remote-agent.ts";
export { createWakes, type Wakes, type WakesOptions } from "./wakes.ts";
