import { DepthError, SizeError } from "../../core/measure.ts";
import { isCallError } from "../../service/index.ts";
import { isTaskStoreError } from "../contract/task-store.ts";
import { AuthorError } from "../log/task-entries.ts";
import { StoreFailure } from "../log/task-log.ts";

/** The task exceeds a limit of the agent. */
export class LimitError extends Error {
  override readonly name = "LimitError";
}

export const hasFailed = "The agent failed.";

/** The text for clients about a failure: reveals only errors that are meant for them. */
export function toStatusText(error: unknown): string {
  if (isCallError(error) && error.origin !== "client") return error.message;
  if (error instanceof LimitError || error instanceof SizeError)
    return "The agent made more of this task than is kept.";
  if (error instanceof AuthorError || error instanceof DepthError)
    return "The agent did something that the protocol does not allow.";
  if (error instanceof StoreFailure) return "The task could not be kept.";
  return hasFailed;
}

/** A thrown value, or an error in its place if reading it throws. */
export function toReadable(thrown: unknown): unknown {
  try {
    toStatusText(thrown);
    isTaskStoreError(thrown);
    return thrown;
  } catch (cause) {
    return new AuthorError("execute: the value that it threw cannot be read", { cause });
  }
}
