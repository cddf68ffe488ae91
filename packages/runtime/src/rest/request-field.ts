import { setEntry } from "../core/copy-json.ts";
import { isObject, own } from "../core/object.ts";
import type { FieldPath } from "../service/protocol.ts";

type Message = Record<string, unknown>;

/**
 * Sets a field of a request, and the messages on the way to it. A field that has another value
 * already is left alone and false is returned: the request contradicts itself.
 */
export function setField(request: Message, path: FieldPath, value: unknown): boolean {
  let message = request;
  for (const name of path.slice(0, -1)) {
    const inner = own(message, name);
    if (inner === undefined || inner === null) {
      const added: Message = {};
      setEntry(message, name, added);
      message = added;
    } else if (isObject(inner)) message = inner;
    // The codec says what is wrong with a value that is no message.
    else return true;
  }
  const name = path.at(-1) ?? "";
  const present = own(message, name);
  if (present !== undefined && present !== null) return isSame(present, value);
  setEntry(message, name, value);
  return true;
}

/** A message without a field; the original is left alone. */
export function withoutField(request: Readonly<Message>, path: FieldPath): Readonly<Message> {
  const [name, ...below] = path;
  if (name === undefined || !Object.hasOwn(request, name)) return request;
  if (below.length === 0) {
    const { [name]: _, ...rest } = request;
    return rest;
  }
  const inner = request[name];
  return isObject(inner) ? { ...request, [name]: withoutField(inner, below) } : request;
}

/** Numbers may be texts in JSON and texts numbers: int64 is both. */
function isSame(left: unknown, right: unknown): boolean {
  return left === right || (isScalar(left) && isScalar(right) && String(left) === String(right));
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
