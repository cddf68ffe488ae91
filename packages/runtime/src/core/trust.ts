import { isWellFormed } from "./well-formed.ts";

// Facts about the value being checked, known from the text that it was parsed from. A check is one
// synchronous call, so that variables of the module suffice; parameters of every function would cost more
// than the checks that they save.
/** JSON.parse made the value: every object in it is a plain one. */
let isPlainTree = false;
/** No string in it holds half of a surrogate pair. */
let isWellFormedTree = false;
/** A reader of the binary form made it. */
let isReadTree = false;

/** Sets the facts about the value to be checked; `distrust` must follow in any case. */
export function trust(wellFormed: boolean, isRead: boolean): void {
  isPlainTree = true;
  isWellFormedTree = wellFormed;
  isReadTree = isRead;
}

/** Resets the facts. */
export function distrust(): void {
  isPlainTree = false;
  isWellFormedTree = false;
  isReadTree = false;
}

/** Whether texts with a form, and values of any JSON, have been looked at where they were made. */
export function isRead(): boolean {
  return isReadTree;
}

/** Whether a value is a string of valid Unicode, as protobuf and RFC 8785 demand. */
export function isText(value: unknown): value is string {
  return typeof value === "string" && (isWellFormedTree || isWellFormed(value));
}

/** Whether a value is a plain object: not an array, not of a class, and without inherited fields. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && (isPlainTree || isPlain(value))
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

/** Whether Object.prototype has enumerable properties, which every object then seems to have. */
export function isObjectPrototypePolluted(): boolean {
  for (const key in probe) return key !== undefined;
  return false;
}

const probe = {};
