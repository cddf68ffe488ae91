import { isWellFormed } from "./well-formed.ts";

/** What is known of the value that is being checked, from the text that it was parsed from. */
export interface Trust {
  /** JSON.parse made it: every object in it is a plain one. */
  readonly plain: boolean;
  /** No string in it holds half of a surrogate pair. */
  readonly wellFormed: boolean;
}

const none: Trust = { plain: false, wellFormed: false };

// A check is one synchronous call, so that a variable of the module serves where a parameter of
// every function would cost more than the checks that it saves.
let trust = none;

/** Runs a check of a value of which something is known. */
export function withTrust<T>(known: Trust, run: () => T): T {
  const before = trust;
  trust = known;
  try {
    return run();
  } finally {
    trust = before;
  }
}

/** Whether a value is a string of valid Unicode, as protobuf and RFC 8785 demand. */
export function isText(value: unknown): value is string {
  return typeof value === "string" && (trust.wellFormed || isWellFormed(value));
}

/** Whether a value is a plain object: not an array, nor of a class, nor heir to another object's fields. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && (trust.plain || isPlain(value))
  );
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || isObjectPrototype(prototype);
}

/** Object.prototype of another realm: a frame, a worker, a vm context. */
function isObjectPrototype(prototype: unknown): boolean {
  return (
    typeof prototype === "object" &&
    prototype !== null &&
    Object.getPrototypeOf(prototype) === null &&
    Object.hasOwn(prototype, "isPrototypeOf")
  );
}

/** Whether someone gave Object.prototype enumerable properties, which every object then seems to have. */
export function isObjectPrototypePolluted(): boolean {
  for (const key in probe) return key !== undefined;
  return false;
}

const probe = {};
