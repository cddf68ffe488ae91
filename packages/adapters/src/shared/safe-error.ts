import { isCallError } from "@a2agen/runtime/service";

/**
 * Runs of characters that keys and tokens have, and addresses do not: with digits and letters, 16 and more.
 */
const keys = /(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{16,}/gi;

/**
 * An error of a framework as a log may have it: those of models hold prompts and responses, and some the key.
 * Name, status and the beginning of the message stay; CallErrors are meant for clients, and stay as they are.
 */
export function toSafeError(error: unknown): unknown {
  if (!(error instanceof Error)) return new Error("The framework threw a value that is no Error.");
  if (isCallError(error)) return error;
  const { statusCode, status = statusCode } = error as {
    readonly statusCode?: unknown;
    readonly status?: unknown;
  };
  const name = error.name === "Error" ? [] : [error.name];
  const about = [...name, ...(typeof status === "number" ? [status] : [])].join(" ");
  // Cut after keys are out, so that none is cut to what does not look like one; long texts cost time.
  const message = error.message.slice(0, 10_000).replaceAll(keys, "***").slice(0, 200);
  const safe = new Error(about === "" ? message : `${about}: ${message}`);
  if (error.stack !== undefined) safe.stack = `${safe.name}: ${safe.message}\n${linesOf(error.stack)}`;
  return safe;
}

/** Where it was thrown: the message, which the stack begins with, is left out. */
function linesOf(stack: string): string {
  return stack
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .join("\n");
}
