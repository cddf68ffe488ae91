// Generated.

import {
  type Problems,
  below,
  both,
  countMembers,
  isJsonPointer,
  isList,
  isLonger,
  isMultipleOf,
  isNumber,
  isRecord,
  isTooDeep,
  matches,
  missing,
  outOfRange,
  tooDeep,
  unexpected,
  wrongFormat,
  wrongKeys,
  wrongType,
  wrongValue,
} from "@a2agen/runtime/codegen/schema";

/** Finds what is wrong with a ComponentId; undefined when nothing is. */
export function checkComponentId(value: unknown): Problems | undefined {
  if (typeof value !== "string") return wrongType(undefined, undefined, value, "a string");
  let found: Problems | undefined;
  if (value === "") found = outOfRange(found, undefined, value, "at least 1 character");
  else if (isLonger(value, 64)) found = outOfRange(found, undefined, value, "at most 64 characters");
  return found;
}

/** Finds what is wrong with a Binding; undefined when nothing is. */
export function checkBinding(value: unknown): Problems | undefined {
  if (!isRecord(value)) return wrongType(undefined, undefined, value, "an object");
  let found: Problems | undefined;
  const path = value["path"];
  if (path === undefined) found = missing(found, "path");
  else if (typeof path !== "string") found = wrongType(found, "path", path, "a string");
  else if (!isJsonPointer(path)) found = wrongFormat(found, "path", path, "a JSON pointer");
  for (const key in value) {
    if (key === "path") continue;
    found = unexpected(found, key, value[key], ["path"]);
  }
  return found;
}

const patternOfFunctionCallCall = /^[a-z][A-Za-z]*$/u;

/** Finds what is wrong with a FunctionCall; undefined when nothing is. */
export function checkFunctionCall(value: unknown, depth: number): Problems | undefined {
  if (!isRecord(value)) return wrongType(undefined, undefined, value, "an object");
  if (isTooDeep(depth)) return tooDeep();
  let found: Problems | undefined;
  const call = value["call"];
  if (call === undefined) {
    found = missing(found, "call");
  } else if (typeof call !== "string") {
    found = wrongType(found, "call", call, "a string");
  } else if (!matches(patternOfFunctionCallCall, call)) {
    found = wrongFormat(found, "call", call, "a string that matches ^[a-z][A-Za-z]*$");
  }
  const args = value["args"];
  if (args !== undefined) found = below(found, "args", checkFunctionCallArgs(args, depth + 1));
  const returns = value["returns"];
  if (returns !== undefined && returns !== "text" && returns !== "number" && returns !== "list") {
    found = wrongValue(found, "returns", returns, ["text", "number", "list"]);
  }
  for (const key in value) {
    switch (key) {
      case "call":
      case "args":
      case "returns":
        continue;
    }
    found = unexpected(found, key, value[key], ["call", "args", "returns"]);
  }
  return found;
}

function checkFunctionCallArgs(value: unknown, depth: number): Problems | undefined {
  if (!isRecord(value)) return wrongType(undefined, undefined, value, "an object");
  if (isTooDeep(depth)) return tooDeep();
  let found: Problems | undefined;
  for (const key in value) {
    const member = value[key];
    if (member === undefined) continue;
    found = below(found, { key }, checkDynamicValue(member, depth + 1));
  }
  return found;
}

/** Finds what is wrong with a DynamicString; undefined when nothing is. */
export function checkDynamicString(value: unknown): Problems | undefined {
  let found: Problems | undefined;
  if (isRecord(value)) {
    if (value["path"] !== undefined) found = both(found, checkBinding(value));
    else if (value["call"] !== undefined) found = both(found, checkDynamicStringCall(value));
    else found = wrongKeys(found, ["path", "call"]);
  } else if (typeof value !== "string") {
    found = wrongType(found, undefined, value, "an object or a string");
  }
  return found;
}

function checkDynamicStringCall(value: unknown): Problems | undefined {
  let found: Problems | undefined;
  found = both(found, checkFunctionCall(value, 0));
  found = both(found, checkDynamicStringCallPart2(value));
  return found;
}

function checkDynamicStringCallPart2(value: unknown): Problems | undefined {
  let found: Problems | undefined;
  if (isRecord(value)) {
    const returns = value["returns"];
    if (returns !== undefined && returns !== "text") found = wrongValue(found, "returns", returns, ["text"]);
  }
  return found;
}

/** Finds what is wrong with a DynamicValue; undefined when nothing is. */
export function checkDynamicValue(value: unknown, depth: number): Problems | undefined {
  if (isTooDeep(depth)) return tooDeep();
  let found: Problems | undefined;
  if (isRecord(value)) {
    if (value["path"] !== undefined) found = both(found, checkBinding(value));
    else if (value["call"] !== undefined) found = both(found, checkFunctionCall(value, depth));
    else found = wrongKeys(found, ["path", "call"]);
  } else if (isList(value)) {
    found = both(found, checkDynamicValueOption2(value, depth));
  }
  return found;
}

function checkDynamicValueOption2(value: unknown, depth: number): Problems | undefined {
  if (!isList(value)) return wrongType(undefined, undefined, value, "an array");
  if (isTooDeep(depth)) return tooDeep();
  let found: Problems | undefined;
  if (value.length > 100) found = outOfRange(found, undefined, value.length, "at most 100 elements");
  for (let index = 0; index < value.length; index++) {
    const item = value[index];
    found = below(found, index, checkDynamicValue(item, depth + 1));
  }
  return found;
}

/** Finds what is wrong with a ComponentCommon; undefined when nothing is. */
export function checkComponentCommon(value: unknown): Problems | undefined {
  if (!isRecord(value)) return wrongType(undefined, undefined, value, "an object");
  let found: Problems | undefined;
  const id = value["id"];
  if (id === undefined) found = missing(found, "id");
  else found = below(found, "id", checkComponentId(id));
  const weight = value["weight"];
  if (weight !== undefined) {
    if (!isNumber(weight)) found = wrongType(found, "weight", weight, "a number");
    else if (weight <= 0) found = outOfRange(found, "weight", weight, "more than 0");
    else if (!isMultipleOf(weight, 0.25)) found = outOfRange(found, "weight", weight, "a multiple of 0.25");
  }
  const accessibility = value["accessibility"];
  if (accessibility !== undefined) found = below(found, "accessibility", checkAccessibility(accessibility));
  return found;
}

/** Finds what is wrong with an Accessibility; undefined when nothing is. */
export function checkAccessibility(value: unknown): Problems | undefined {
  if (!isRecord(value)) return wrongType(undefined, undefined, value, "an object");
  let found: Problems | undefined;
  const members = countMembers(value);
  if (members < 1) found = outOfRange(found, undefined, members, "at least 1 member");
  const label = value["label"];
  if (label !== undefined) found = below(found, "label", checkDynamicString(label));
  const role = value["role"];
  if (role !== undefined && typeof role !== "string") found = wrongType(found, "role", role, "a string");
  return found;
}
