import type { Limits } from "../host/limits.ts";
import { CallError } from "../service/call-error.ts";
import type { HttpRequest } from "./http-message.ts";

/** Reads a request's body within the limits of size, time and values; rejects with a CallError. */
export async function readJsonBody(
  request: HttpRequest,
  limits: Pick<Limits, "bodyBytes" | "bodyMs" | "bodyValues">,
): Promise<Uint8Array> {
  const { bodyBytes, bodyMs, bodyValues } = limits;
  const bytes = await request.body({ maximumBytes: bodyBytes, timeoutMs: bodyMs });
  if (!hasMoreValues(bytes, bodyValues)) return bytes;
  throw new CallError(
    "RESOURCE_EXHAUSTED",
    `the body has more than ${bodyValues} values, the most that the server reads`,
    { http: 413 },
  );
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const bracket = 0x5b;
const brace = 0x7b;

/**
 * Whether a JSON text in UTF-8 may have more values than a limit: objects, arrays and their elements. Known
 * without parsing, since parsing is what many small values make slow; a short text is not even looked at.
 */
function hasMoreValues(bytes: Uint8Array, most: number): boolean {
  // A value takes a byte and what separates it from the next one.
  if (bytes.length <= most) return false;
  let values = 1;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) at = endOfString(bytes, at + 1);
    else if ((byte === comma || byte === bracket || byte === brace) && ++values > most) return true;
  }
  return false;
}

function endOfString(bytes: Uint8Array, start: number): number {
  let at = start;
  for (; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) break;
    // A backslash, and what it escapes.
    if (byte === backslash) at++;
  }
  return at;
}
