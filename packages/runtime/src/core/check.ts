import { describe, type Kind, refuse, skipped } from "./kind.ts";
import {
  addProblem,
  addRepair,
  addWrite,
  type Check,
  isSettled,
  merge,
  type Problems,
  within,
} from "./problems.ts";
import { text } from "./scalars.ts";
import { isRecord } from "./trust.ts";

/** How many messages may stand inside one another. */
const maximumDepth = 100;

/** Whether a message of a type that can hold itself stands too deep. */
export function isTooDeep(depth: number): boolean {
  return depth > maximumDepth;
}

export function tooDeep(): Problems {
  return addProblem(undefined, undefined, {
    code: "depth",
    message: `expected at most ${maximumDepth} messages inside one another`,
  });
}

export function notObject(value: unknown): Problems {
  return addProblem(undefined, undefined, {
    code: "type",
    message: `expected an object, got ${describe(value)}`,
  });
}

/** Checks every element of a list of messages; `least` is the number of elements it must have. */
export function listOf(value: unknown, check: Check, depth: number, least = 0): Problems | undefined {
  if (!Array.isArray(value)) return notList(value);
  if (value.length < least) return emptyList();
  let found: Problems | undefined;
  for (let i = 0; i < value.length; i++) {
    const inner = check(value[i], depth);
    if (inner === undefined) continue;
    found = within(found, value, i, inner);
    if (isSettled(found)) break;
  }
  return found;
}

/**
 * The same for messages with a oneof to which later versions add members: elements with none of the members
 * that are known are taken out. `members` are the names of the members, in JSON and in the proto.
 */
export function knownOf(
  value: unknown,
  check: Check,
  depth: number,
  members: readonly string[],
): Problems | undefined {
  if (!Array.isArray(value)) return notList(value);
  const isKnown = (element: unknown): boolean =>
    !isRecord(element) || members.some((name) => isSet(element, name));
  let found: Problems | undefined;
  for (let i = 0; i < value.length; i++) {
    if (!isKnown(value[i])) continue;
    const inner = check(value[i], depth);
    if (inner !== undefined) found = within(found, value, i, inner);
    if (found !== undefined && isSettled(found)) break;
  }
  if (value.every(isKnown)) return found;
  return addWrite(found, () => {
    let length = 0;
    const list: unknown[] = value;
    for (const element of list) if (isKnown(element)) list[length++] = element;
    list.length = length;
  });
}

/** The same for a list of scalars or enum values. */
export function scalarsOf(value: unknown, kind: Kind, least = 0): Problems | undefined {
  if (!Array.isArray(value)) return notList(value);
  if (value.length < least) return emptyList();
  let found: Problems | undefined;
  for (let i = 0; i < value.length; i++) {
    if (kind.is(value[i])) continue;
    found = refuse(found, value, i, kind);
    if (isSettled(found)) break;
  }
  return found === undefined ? undefined : addWrite(found, () => withoutSkipped(value));
}

/** Takes what the lenient mode leaves out from a list. */
function withoutSkipped(list: unknown[]): void {
  if (!list.includes(skipped)) return;
  let length = 0;
  for (const element of list) if (element !== skipped) list[length++] = element;
  list.length = length;
}

/** Checks every value of a map whose values are messages. */
export function mapOf(value: unknown, check: Check, depth: number, key: Kind = text): Problems | undefined {
  if (!isRecord(value)) return notObject(value);
  let found: Problems | undefined;
  for (const name of Object.keys(value)) {
    const inner = check(value[name], depth);
    if (inner !== undefined) found = within(found, value, { key: name }, inner);
    // After the value, whose repairs go by the name that the entry has now.
    if (!key.is(name)) found = refuseKey(found, value, { name, key });
    if (found !== undefined && isSettled(found)) break;
  }
  return found;
}

/** The same for a map of scalars or enum values. */
export function scalarMapOf(value: unknown, kind: Kind, key: Kind = text): Problems | undefined {
  if (!isRecord(value)) return notObject(value);
  let found: Problems | undefined;
  for (const name of Object.keys(value)) {
    if (!kind.is(value[name])) found = refuse(found, value, { key: name }, kind);
    if (!key.is(name)) found = refuseKey(found, value, { name, key });
    if (found !== undefined && isSettled(found)) break;
  }
  return found;
}

function refuseKey(
  found: Problems | undefined,
  map: Record<string, unknown>,
  { name, key }: { name: string; key: Kind },
): Problems {
  const normal = key.normalize?.(name);
  if (typeof normal !== "string") {
    return addProblem(
      found,
      { key: name },
      { code: "key", message: `expected a key that is ${key.expected}` },
    );
  }
  return addRepair(found, () => {
    map[normal] = map[name];
    Reflect.deleteProperty(map, name);
  });
}

function notList(value: unknown): Problems {
  return addProblem(undefined, undefined, {
    code: "type",
    message: `expected an array, got ${describe(value)}`,
  });
}

function emptyList(): Problems {
  return addProblem(undefined, undefined, {
    code: "empty",
    message: "expected at least one element",
    mend: () => {
      // An empty list is a list: the lenient mode takes it as it is.
    },
  });
}

/**
 * Reports which of the REQUIRED fields are absent. `defaults` has them with what the lenient mode
 * puts in their place; undefined where there is no such value. Those of `filled` are put there in any mode.
 */
export function missing(
  found: Problems | undefined,
  message: Record<string, unknown>,
  defaults: Readonly<Record<string, unknown>>,
  filled?: readonly string[],
): Problems | undefined {
  let all = found;
  for (const name of Object.keys(defaults)) {
    if (isSet(message, name)) continue;
    const absent = defaults[name];
    if (filled?.includes(name)) {
      all = addRepair(all, () => {
        message[name] = absent;
      });
      continue;
    }
    all = addProblem(all, name, {
      code: "required",
      message: `required${hint(message, name)}`,
      ...(absent === undefined
        ? {}
        : {
            mend: () => {
              message[name] = absent;
            },
          }),
    });
  }
  return all;
}

/** A field that earlier versions spread over the object around it: the names there, and in the field. */
interface Gathering {
  readonly field: string;
  readonly names: Readonly<Record<string, string>>;
  readonly check: Check;
}

/** As `missing`, for a message of which one field may be there as its parts. */
export function gathered(
  found: Problems | undefined,
  message: Record<string, unknown>,
  defaults: Readonly<Record<string, unknown>>,
  { field, names, check }: Gathering,
): Problems | undefined {
  const given = Object.keys(names).filter((name) => isSet(message, name));
  if (isSet(message, field) || given.length === 0) return missing(found, message, defaults);
  const { [field]: _, ...others } = defaults;
  // Of two names for one part the first counts.
  const parts = given.filter((name, at) => given.findIndex((one) => names[one] === names[name]) === at);
  const whole = Object.fromEntries(parts.map((name) => [names[name] ?? name, message[name]]));
  const inner = check(whole, 0);
  for (const { segments } of inner?.problems ?? []) {
    const last = segments.pop();
    segments.push(parts.find((name) => names[name] === last) ?? field);
  }
  const all = addRepair(inner, () => {
    for (const name of given) Reflect.deleteProperty(message, name);
    message[field] = whole;
  });
  return missing(found === undefined ? all : merge(found, all), message, others);
}

function isSet(message: Record<string, unknown>, name: string): boolean {
  return Object.hasOwn(message, name) && message[name] !== null && message[name] !== undefined;
}

function hint(message: Record<string, unknown>, name: string): string {
  const protoName = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return protoName !== name && Object.hasOwn(message, protoName)
    ? `, found ${protoName}: names are lowerCamelCase`
    : "";
}

/** What `oneof` needs to know: the members, whether one must be set, and of which null is a value. */
export interface OneofInit {
  readonly members: readonly string[];
  readonly required: boolean;
  readonly nullable?: readonly string[];
}

/** Reports a oneof of which more than one member is set, or none where one must be. */
export function oneof(
  found: Problems | undefined,
  message: Record<string, unknown>,
  { members, required, nullable = [] }: OneofInit,
): Problems | undefined {
  const set = members.filter(
    (name) =>
      Object.hasOwn(message, name) &&
      message[name] !== undefined &&
      (message[name] !== null || nullable.includes(name)),
  );
  if (set.length === 1 || (set.length === 0 && !required)) return found;
  return addProblem(found, undefined, {
    code: set.length === 0 ? "oneof-none" : "oneof-many",
    message: `set ${required ? "exactly" : "at most"} one of ${members.join(", ")}; found ${set.length === 0 ? "none" : set.join(", ")}`,
  });
}
