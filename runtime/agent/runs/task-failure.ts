import { isCallError } from "../../service/index.ts";
import { isTaskStoreError } from "../contract/task-store.ts";
import { DepthError, SizeError } from "../core/measure.ts";
import { AuthorError } from "../log/task-entries.ts";
import { StoreFailure } from "../log/task-log.ts";

/** The author made more of a task than is kept. */
export class LimitError extends Error {
  override readonly name = "LimitError";
}

export const hasFailed = "The agent failed.";

/** What clients are told of a failure: nothing of an error that was not made for them. */
export function toStatusText(error: unknown): string {
  if (isCallError(error) && error.origin !== "client") return error.message;
  if (error instanceof LimitError || error instanceof SizeError)
    return "The agent made more of this task than is kept.";
  if (error instanceof AuthorError || error instanceof DepthError)
    return "The agent did something that the protocol does not allow.";
  if (error instanceof StoreFailure) return "The task could not be kept.";
  return hasFailed;
}

/** What was thrown, or an error that says so where it throws itself when it is looked at. */
export function toReadable(thrown: unknown): unknown {
  try {
    toStatusText(thrown);
    isTaskStoreError(thrown);
    return thrown;
  } catch (cause) {
    return new AuthorError("execute: what it threw cannot be looked at", { cause });
  }
}
