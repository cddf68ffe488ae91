import { isRecord, notObject } from "./check.ts";
import { isJsonTree, walkJson } from "./json-tree.ts";
import { describe } from "./kind.ts";
import { type Problems, type Segment, addProblem } from "./problems.ts";
import { isText } from "./text.ts";

const maxDepth = 100;

/** Checks a google.protobuf.Value: any JSON value that protobuf can carry and encoders survive. */
export function checkValue(value: unknown): Problems | undefined {
  if (value === null || typeof value === "boolean" || isText(value)) return undefined;
  if (typeof value === "number" && value - value === 0) return undefined;
  if (typeof value === "object" && isJsonTree(value, { maxDepth })) return undefined;
  let found: Problems | undefined;
  walkJson(value, { maxDepth }, (segments, code, detail) => {
    const [first, ...rest] = segments.toReversed().map(toSegment);
    found = addProblem(found, first, { code: codes[code], message: detail });
    found.problems.at(-1)?.segments.push(...rest);
  });
  return found;
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
  return addProblem(undefined, undefined, { code: "type", message: `expected an array, got ${describe(value)}` });
}

/** Checks a google.protobuf.Empty. */
export function checkEmpty(value: unknown): Problems | undefined {
  return isRecord(value) ? undefined : notObject(value);
}

/** Checks the outside of a google.protobuf.Any: its message is checked where its type is known. */
export function checkAny(value: unknown): Problems | undefined {
  if (!isRecord(value)) return notObject(value);
  const typeUrl = Object.hasOwn(value, "@type") ? value["@type"] : undefined;
  if (Object.keys(value).length === 0 || (typeof typeUrl === "string" && /[^/]$/.test(typeUrl))) return checkValue(value);
  return addProblem(undefined, "@type", {
    code: typeUrl === undefined ? "required" : "type",
    message: `expected a type URL such as "type.googleapis.com/pkg.Message", got ${describe(typeUrl)}`,
  });
}
