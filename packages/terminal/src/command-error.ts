import { errorCode } from "@a2agen/runtime/internal";

/** The command line is wrong; ends with exit code 2. */
export class UsageError extends Error {
  /** Recognise the error by this: commands that are loaded later are bundles with their own class. */
  readonly code = "ERR_A2AGEN_USAGE";
}

/** The input is wrong, or the command cannot be done; ends with exit code 1. */
export class CommandError extends Error {
  readonly code = "ERR_A2AGEN_COMMAND";
}

export function isUsageError(error: unknown): error is UsageError {
  return errorCode(error) === "ERR_A2AGEN_USAGE";
}

export function isCommandError(error: unknown): error is CommandError {
  return errorCode(error) === "ERR_A2AGEN_COMMAND";
}
