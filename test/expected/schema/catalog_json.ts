// Generated.

import {
  type Problems,
  below,
  both,
  distinct,
  fits,
  isList,
  isNumber,
  isRecord,
  matches,
  missing,
  outOfRange,
  unexpected,
  wrongFormat,
  wrongKeys,
  wrongTag,
  wrongType,
  wrongValue,
} from "@a2agen/runtime/codegen/schema";
import {
  checkComponentCommon,
  checkComponentId,
  checkDynamicString,
  checkDynamicValue,
  checkFunctionCall,
} from "./common_json.js";

/** Finds what is wrong with a Text; undefined when nothing is. */
export function checkText(value: unknown): Problems | undefined {
  if (!isRecord(value)) return wrongType(undefined, undefined, value, "an object");
  let found: Problems | undefined;
  found = both(found, checkComponentCommon(value));
  found = both(found, checkTextPart2(value));
  for (const key in value) {
    switch (key) {
      case "id":
      case "weight":
      case "accessibility":
      case "component":
      case "text":
      case "variant":
        continue;
    }
    found = unexpected(found, key, value[key], ["id", "weight", "accessibility", "component", "text", "variant"]);
  }
  return found;
}

function checkTextPart2(value: unknown): Problems | undefined {
  if (!isRecord(value)) return wrongType(undefined, undefined, value, "an object");
  let found: Problems | undefined;
  const component = value["component"];
  if (component === undefined) found = missing(found, "component");
  else if (component !== "Text") found = wrongValue(found, "component", component, ["Text"]);
  const text = value["text"];
  if (text === undefined) found = missing(found, "text");
  else found = below(found, "text", checkDynamicString(text));
  const variant = value["variant"];
  if (variant !== undefined && variant !== "title" && variant !== "body" && variant !== "caption") {
    found = wrongValue(found, "variant", variant, ["title", "body", "caption"]);
  }
  return found;
}

/** Finds what is wrong with a Row; undefined when nothing is. */
export function checkRow(value: unknown): Problems | undefined {
  if (!isRecord(value)) return wrongType(undefined, undefined, value, "an object");
  let found: Problems | undefined;
  found = both(found, checkComponentCommon(value));
  found = both(found, checkRowPart2(value));
  for (const key in value) {
    switch (key) {
      case "id":
      case "weight":
      case "accessibility":
      case "component":
      case "children":
      case "align":
        continue;
    }
    found = unexpected(found, key, value[key], ["id", "weight", "accessibility", "component", "children", "align"]);
  }
  return found;
}

function checkRowPart2(value: unknown): Problems | undefined {
  if (!isRecord(value)) return wrongType(undefined, undefined, value, "an object");
  let found: Problems | undefined;
  const component = value["component"];
  if (component === undefined) found = missing(found, "component");
  else if (component !== "Row") found = wrongValue(found, "component", component, ["Row"]);
  const children = value["children"];
  if (children === undefined) found = missing(found, "children");
  else found = below(found, "children", checkChildren(children));
  const align = value["align"];
  if (align !== undefined && align !== "start" && align !== "center" && align !== "end" && align !== "stretch") {
    found = wrongValue(found, "align", align, ["start", "center", "end", "stretch"]);
  }
  return found;
}

/** Finds what is wrong with a Button; undefined when nothing is. */
export function checkButton(value: unknown): Problems | undefined {
  if (!isRecord(value)) return wrongType(undefined, undefined, value, "an object");
  let found: Problems | undefined;
  found = both(found, checkComponentCommon(value));
  found = both(found, checkButtonPart2(value));
  for (const key in value) {
    switch (key) {
      case "id":
      case "weight":
      case "accessibility":
      case "component":
      case "child":
      case "action":
        continue;
    }
    found = unexpected(found, key, value[key], ["id", "weight", "accessibility", "component", "child", "action"]);
  }
  return found;
}

function checkButtonPart2(value: unknown): Problems | undefined {
  if (!isRecord(value)) return wrongType(undefined, undefined, value, "an object");
  let found: Problems | undefined;
  const component = value["component"];
  if (component === undefined) found = missing(found, "component");
  else if (component !== "Button") found = wrongValue(found, "component", component, ["Button"]);
  const child = value["child"];
  if (child === undefined) found = missing(found, "child");
  else found = below(found, "child", checkComponentId(child));
  const action = value["action"];
  if (action === undefined) found = missing(found, "action");
  else found = below(found, "action", checkButtonAction(action));
  return found;
}

function checkButtonAction(value: unknown): Problems | undefined {
  let found: Problems | undefined;
  if (isRecord(value)) {
    if (value["event"] !== undefined) found = both(found, checkButtonActionEvent(value));
    else if (value["functionCall"] !== undefined) found = both(found, checkButtonActionFunctionCall(value));
    else found = wrongKeys(found, ["event", "functionCall"]);
  } else {
    found = wrongType(found, undefined, value, "an object");
  }
  return found;
}

function checkButtonActionEvent(value: unknown): Problems | undefined {
  if (!isRecord(value)) return wrongType(undefined, undefined, value, "an object");
  let found: Problems | undefined;
  const event = value["event"];
  if (event === undefined) found = missing(found, "event");
  else found = below(found, "event", checkButtonActionEventEvent(event));
  for (const key in value) {
    if (key === "event") continue;
    found = unexpected(found, key, value[key], ["event"]);
  }
  return found;
}

function checkButtonActionEventEvent(value: unknown): Problems | undefined {
  if (!isRecord(value)) return wrongType(undefined, undefined, value, "an object");
  let found: Problems | undefined;
  const name = value["name"];
  if (name === undefined) found = missing(found, "name");
  else if (typeof name !== "string") found = wrongType(found, "name", name, "a string");
  const context = value["context"];
  if (context !== undefined) found = below(found, "context", checkButtonActionEventEventContext(context));
  for (const key in value) {
    if (key === "name" || key === "context") continue;
    found = unexpected(found, key, value[key], ["name", "context"]);
  }
  return found;
}

function checkButtonActionEventEventContext(value: unknown): Problems | undefined {
  if (!isRecord(value)) return wrongType(undefined, undefined, value, "an object");
  let found: Problems | undefined;
  for (const key in value) {
    const member = value[key];
    if (member === undefined) continue;
    found = below(found, { key }, checkDynamicValue(member, 0));
  }
  return found;
}

function checkButtonActionFunctionCall(value: unknown): Problems | undefined {
  if (!isRecord(value)) return wrongType(undefined, undefined, value, "an object");
  let found: Problems | undefined;
  const functionCall = value["functionCall"];
  if (functionCall === undefined) found = missing(found, "functionCall");
  else found = below(found, "functionCall", checkFunctionCall(functionCall, 0));
  for (const key in value) {
    if (key === "functionCall") continue;
    found = unexpected(found, key, value[key], ["functionCall"]);
  }
  return found;
}

/** Finds what is wrong with a Slider; undefined when nothing is. */
export function checkSlider(value: unknown): Problems | undefined {
  if (!isRecord(value)) return wrongType(undefined, undefined, value, "an object");
  let found: Problems | undefined;
  found = both(found, checkComponentCommon(value));
  found = both(found, checkSliderPart2(value));
  if (fits(checkSliderIf, value, 0)) found = both(found, checkSliderThen(value));
  for (const key in value) {
    switch (key) {
      case "id":
      case "weight":
      case "accessibility":
      case "component":
      case "range":
      case "value":
        continue;
    }
    found = unexpected(found, key, value[key], ["id", "weight", "accessibility", "component", "range", "value"]);
  }
  return found;
}

function checkSliderPart2(value: unknown): Problems | undefined {
  let found: Problems | undefined;
  if (isRecord(value)) {
    const component = value["component"];
    if (component === undefined) found = missing(found, "component");
    else if (component !== "Slider") found = wrongValue(found, "component", component, ["Slider"]);
    const range = value["range"];
    if (range === undefined) found = missing(found, "range");
    else found = below(found, "range", checkSliderRange(range));
    const value2 = value["value"];
    if (value2 !== undefined && !isNumber(value2)) found = wrongType(found, "value", value2, "a number");
  }
  return found;
}

function checkSliderRange(value: unknown): Problems | undefined {
  if (!isList(value)) return wrongType(undefined, undefined, value, "an array");
  let found: Problems | undefined;
  if (value.length < 2) found = outOfRange(found, undefined, value.length, "at least 2 elements");
  if (value.length > 0) {
    if (!isNumber(value[0])) found = wrongType(found, 0, value[0], "a number");
  }
  if (value.length > 1) {
    if (!isNumber(value[1])) found = wrongType(found, 1, value[1], "a number");
  }
  if (value.length > 2) found = outOfRange(found, undefined, value.length, "at most 2 elements");
  return found;
}

function checkSliderThen(value: unknown): Problems | undefined {
  let found: Problems | undefined;
  if (isRecord(value)) {
    if (value["value"] === undefined) found = missing(found, "value");
  }
  return found;
}

function checkSliderIf(value: unknown): Problems | undefined {
  let found: Problems | undefined;
  if (isRecord(value)) {
    const weight = value["weight"];
    if (weight === undefined) found = missing(found, "weight");
    else if (weight !== 1) found = wrongValue(found, "weight", weight, [1]);
  }
  return found;
}

/** Finds what is wrong with a Children; undefined when nothing is. */
export function checkChildren(value: unknown): Problems | undefined {
  let found: Problems | undefined;
  if (isRecord(value)) found = both(found, checkChildrenOption2(value));
  else if (isList(value)) found = both(found, checkChildrenOption1(value));
  else found = wrongType(found, undefined, value, "an object or an array");
  return found;
}

function checkChildrenOption2(value: unknown): Problems | undefined {
  if (!isRecord(value)) return wrongType(undefined, undefined, value, "an object");
  let found: Problems | undefined;
  const template = value["template"];
  if (template === undefined) found = missing(found, "template");
  else found = below(found, "template", checkComponentId(template));
  const path = value["path"];
  if (path === undefined) found = missing(found, "path");
  else if (typeof path !== "string") found = wrongType(found, "path", path, "a string");
  for (const key in value) {
    if (key === "template" || key === "path") continue;
    found = unexpected(found, key, value[key], ["template", "path"]);
  }
  return found;
}

function checkChildrenOption1(value: unknown): Problems | undefined {
  if (!isList(value)) return wrongType(undefined, undefined, value, "an array");
  let found: Problems | undefined;
  for (let index = 0; index < value.length; index++) {
    const item = value[index];
    found = below(found, index, checkComponentId(item));
  }
  found = distinct(found, value);
  return found;
}

/** Finds what is wrong with an AnyComponent; undefined when nothing is. */
export function checkAnyComponent(value: unknown): Problems | undefined {
  let found: Problems | undefined;
  if (isRecord(value)) {
    switch (value["component"]) {
      case "Text":
        found = both(found, checkText(value));
        break;
      case "Row":
        found = both(found, checkRow(value));
        break;
      case "Button":
        found = both(found, checkButton(value));
        break;
      case "Slider":
        found = both(found, checkSlider(value));
        break;
      default:
        found = wrongTag(found, "component", value["component"], ["Text", "Row", "Button", "Slider"]);
    }
  } else {
    found = wrongType(found, undefined, value, "an object");
  }
  return found;
}

const patternOfThemePrimaryColor = /^#[0-9a-fA-F]{6}$/u;
const patternOfThemePattern = /^x-/u;

/** Finds what is wrong with a Theme; undefined when nothing is. */
export function checkTheme(value: unknown): Problems | undefined {
  if (!isRecord(value)) return wrongType(undefined, undefined, value, "an object");
  let found: Problems | undefined;
  const primaryColor = value["primaryColor"];
  if (primaryColor !== undefined) {
    if (typeof primaryColor !== "string") {
      found = wrongType(found, "primaryColor", primaryColor, "a string");
    } else if (!matches(patternOfThemePrimaryColor, primaryColor)) {
      found = wrongFormat(found, "primaryColor", primaryColor, "a string that matches ^#[0-9a-fA-F]{6}$");
    }
  }
  for (const key in value) {
    const member = value[key];
    if (member === undefined) continue;
    let isKnown = false;
    if (matches(patternOfThemePattern, key)) {
      isKnown = true;
      if (typeof member !== "string" && !isNumber(member)) {
        found = wrongType(found, { key }, member, "a string or a number");
      }
    }
    if (key === "primaryColor") continue;
    if (!isKnown) found = unexpected(found, key, value[key], ["primaryColor"]);
  }
  return found;
}
