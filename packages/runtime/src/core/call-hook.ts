import { isPromise } from "./object.ts";

export interface HookOptions {
  /** Errors that the hook may throw to its caller. Default: none. */
  readonly passes?: (error: unknown) => boolean;
}

/** Calls a user's listening hook: its errors are logged, and so are rejections of an asynchronous one. */
export function callHook(name: string, hook: () => unknown, { passes }: HookOptions = {}): void {
  const log = (cause: unknown): void => console.error(`a2agen: the hook ${name} failed:`, cause);
  try {
    const returned = hook();
    // An unhandled rejection would end the process.
    if (isPromise(returned)) returned.then(undefined, log);
  } catch (cause) {
    if (passes?.(cause) === true) throw cause;
    log(cause);
  }
}
