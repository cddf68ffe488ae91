import { notObject } from "./check.ts";
import { walkJson } from "./json-tree.ts";
import { describe } from "./kind.ts";
import { addProblem, isFull, type Problems, type Segment } from "./problems.ts";
import { isRecord, isText } from "./trust.ts";

const maxDepth = 100;

/** Checks a google.protobuf.Value: any JSON value that protobuf can carry and encoders survive. */
export function checkValue(value: unknown): Problems | undefined {
  if (isTree(value, 0)) return undefined;
  let found: Problems | undefined;
  walkJson(value, { maxDepth }, (segments, code, detail) => {
    const [first, ...rest] = segments.toReversed().map(toSegment);
    found = addProblem(found, first, { code: codes[code], message: detail });
    found.problems.at(-1)?.segments.push(...rest);
    return !isFull(found);
  });
  return found;
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
      return value === null || (depth < maxDepth && isContainer(value, depth));
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

const codes = { depth: "depth", number: "range", text: "text", json: "type" } as const;

function toSegment(segment: string | number): Segment {
  return typeof segment === "number" ? segment : { key: segment };
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
  return isRecord(value) ? undefined : notObject(value);
}

/** Checks the outside of a google.protobuf.Any: its message is checked where its type is known. */
export function checkAny(value: unknown): Problems | undefined {
  if (!isRecord(value)) return notObject(value);
  const typeUrl = Object.hasOwn(value, "@type") ? value["@type"] : undefined;
  if (Object.keys(value).length === 0 || (typeof typeUrl === "string" && /[^/]$/.test(typeUrl)))
    return checkValue(value);
  return addProblem(undefined, "@type", {
    code: typeUrl === undefined ? "required" : "type",
    message: `expected a type URL such as "type.googleapis.com/pkg.Message", got ${describe(typeUrl)}`,
  });
}
