import { errorMessage } from "../core/object.ts";

/**
 * A value that has no binary form, or bytes that are not one. Recognise it by `code`; the message
 * begins with the name of the message type.
 */
export class BinaryError extends Error {
  override readonly name = "BinaryError";
  readonly code = "ERR_A2AGEN_BINARY";
}

/** Returns a BinaryError as it is, and any other error as the cause of one. */
export function toBinaryError(typeName: string, error: unknown): BinaryError {
  if (error instanceof BinaryError) return error;
  return new BinaryError(`${typeName}: ${errorMessage(error)}`, { cause: error });
}

/** Quotes a value in a message, shortened. */
export function quote(value: unknown): string {
  if (typeof value !== "string")
    return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}...` : value);
}
