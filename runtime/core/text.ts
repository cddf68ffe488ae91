import { isWellFormed } from "./well-formed.ts";

/** Whether the strings of the value at hand are known to be valid Unicode, from a look at its text. */
let trusted = false;

/** Whether a value is a string of valid Unicode, as protobuf and RFC 8785 demand. */
export function isText(value: unknown): value is string {
  return typeof value === "string" && (trusted || isWellFormed(value));
}

/** Runs a check of a value whose JSON text cannot hold half of a surrogate pair. */
export function withTrustedText<T>(run: () => T): T {
  const before = trusted;
  trusted = true;
  try {
    return run();
  } finally {
    trusted = before;
  }
}
