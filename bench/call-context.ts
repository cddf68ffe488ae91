import type { CallContext } from "@a2agen/runtime/service";

/** A call that comes over no binding. */
export function callOf(method: string): CallContext {
  return {
    method,
    binding: "none",
    version: "1.0",
    profile: "a2a-1.0",
    extensions: [],
    activated: [],
    tenant: undefined,
    principal: undefined,
    signal: new AbortController().signal,
    header: () => undefined,
    activate: () => undefined,
  };
}
