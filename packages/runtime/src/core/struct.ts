import { notObject } from "./check.ts";
import { ignored, maximumLevels } from "./ignored.ts";
import type { IssueCode } from "./issue.ts";
import { describe } from "./kind.ts";
import { addProblem, addRepair, isFull, type Problems, type Segment, valueAt, within } from "./problems.ts";
import { isRead, isRecord, isText } from "./trust.ts";
import { findLoneSurrogate } from "./well-formed.ts";

/** Checks a google.protobuf.Value: any JSON value that protobuf can carry and encoders survive. */
export function checkValue(value: unknown): Problems | undefined {
  return isRead() || isTree(value, 0) ? undefined : findProblems(value, []);
}

/** The quick answer; the depth limit keeps the call stack short. */
function isTree(value: unknown, depth: number): boolean {
  switch (typeof value) {
    case "string":
      return isText(value);
    case "number":
      return value - value === 0;
    case "boolean":
      return true;
    case "object":
      return value === null || (depth < maximumLevels && isContainer(value, depth));
    default:
      return false;
  }
}

function isContainer(value: object, depth: number): boolean {
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) if (!isTree(value[i], depth + 1)) return false;
    return true;
  }
  if (!isRecord(value)) return false;
  for (const key in value) if (!isText(key) || !isTree(value[key], depth + 1)) return false;
  return true;
}

/** The slow path, after the quick check failed; `around` are the objects and arrays around the value. */
function findProblems(value: unknown, around: readonly object[]): Problems | undefined {
  if (typeof value !== "object" || value === null) {
    return isTree(value, around.length) ? undefined : refuseValue(value);
  }
  if (around.includes(value)) return refuse("type", "expected a tree, got a value that contains itself");
  if (around.length >= maximumLevels) {
    return refuse("depth", `expected at most ${maximumLevels} levels of objects and arrays, got more`);
  }
  if (!Array.isArray(value) && !isRecord(value)) return refuseValue(value);
  const holders = [...around, value];
  let found: Problems | undefined;
  for (const key of Object.keys(value)) {
    const at: Segment = Array.isArray(value) ? Number(key) : { key };
    const inner = isText(key) ? findProblems(valueAt(value, at), holders) : refuseText("a key", key);
    if (inner !== undefined) found = within(found, value, at, inner);
    if (found !== undefined && isFull(found)) break;
  }
  return found;
}

function refuse(code: IssueCode, message: string): Problems {
  return addProblem(undefined, undefined, { code, message });
}

function refuseText(what: string, text: string): Problems {
  const at = findLoneSurrogate(text);
  return refuse("text", `expected ${what} of valid Unicode, got a lone surrogate at index ${at}`);
}

function refuseValue(value: unknown): Problems {
  switch (typeof value) {
    case "string":
      return refuseText("a string", value);
    case "number":
      return refuse("range", `expected a finite number, got ${value}`);
    default:
      return refuse("type", `expected a JSON value, got ${describe(value)}`);
  }
}

/** Checks a google.protobuf.Struct. */
export function checkStruct(value: unknown): Problems | undefined {
  return isRecord(value) ? checkValue(value) : notObject(value);
}

/** Checks a google.protobuf.ListValue. */
export function checkListValue(value: unknown): Problems | undefined {
  if (Array.isArray(value)) return checkValue(value);
  return addProblem(undefined, undefined, {
    code: "type",
    message: `expected an array, got ${describe(value)}`,
  });
}

/** Checks a google.protobuf.Empty. */
export function checkEmpty(value: unknown): Problems | undefined {
  if (!isRecord(value)) return notObject(value);
  let found: Problems | undefined;
  for (const key in value) found = ignored(found, value, key);
  return found;
}

/** What is wrong with a list where an object is expected that can hold it, whose mark stands beside it. */
export function wrapped(
  message: Record<string, unknown>,
  field: string,
  { property, mark }: { readonly property: string; readonly mark: string },
): Problems {
  const [beside = "", name = ""] = mark.split(".");
  return addRepair(checkValue(message[field]), () => {
    const marks = message[beside];
    message[field] = { [property]: message[field] };
    message[beside] = { ...(isRecord(marks) ? marks : {}), [name]: true };
  });
}
