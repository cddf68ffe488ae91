// Generated.

import type { Codec } from "@a2agen/runtime";
import {
  type Problems,
  below,
  defineCodec,
  distinct,
  excluded,
  fits,
  isInteger,
  isList,
  isRecord,
  isUri,
  matches,
  missing,
  outOfRange,
  setOf,
  unchanged,
  wrongFormat,
  wrongKey,
  wrongType,
  wrongValue,
} from "@a2agen/runtime/codegen/schema";
import type { Capabilities } from "./capabilities_types.js";
import { checkTheme } from "./catalog_json.js";

const valuesOfCapabilitiesLocale = /* @__PURE__ */ setOf(
  ["cs", "da", "de", "en", "es", "fi", "fr", "it", "nl", "pl", "pt", "sv"],
);

/** Finds what is wrong with a Capabilities; undefined when nothing is. */
export function checkCapabilities(value: unknown): Problems | undefined {
  if (!isRecord(value)) return wrongType(undefined, undefined, value, "an object");
  let found: Problems | undefined;
  const catalogIds = value["catalogIds"];
  if (catalogIds === undefined) found = missing(found, "catalogIds");
  else found = below(found, "catalogIds", checkCapabilitiesCatalogIds(catalogIds));
  const screen = value["screen"];
  if (screen !== undefined) found = below(found, "screen", checkCapabilitiesScreen(screen));
  const theme = value["theme"];
  if (theme !== undefined) found = below(found, "theme", checkTheme(theme));
  const locale = value["locale"];
  if (locale !== undefined && !valuesOfCapabilitiesLocale.has(locale)) {
    found = wrongValue(found, "locale", locale, valuesOfCapabilitiesLocale);
  }
  const extra = value["extra"];
  if (extra !== undefined) found = below(found, "extra", checkExtra(extra));
  if (value["screen"] !== undefined && value["locale"] === undefined) found = missing(found, "locale", "screen");
  return found;
}

/** Checks, reads and writes Capabilities; a Standard Schema too. */
export const CapabilitiesCodec: Codec<Capabilities> = /* @__PURE__ */ defineCodec({
  typeName: "Capabilities",
  check: checkCapabilities,
  encode: unchanged,
});

function checkCapabilitiesCatalogIds(value: unknown): Problems | undefined {
  if (!isList(value)) return wrongType(undefined, undefined, value, "an array");
  let found: Problems | undefined;
  if (value.length < 1) found = outOfRange(found, undefined, value.length, "at least 1 element");
  for (let index = 0; index < value.length; index++) {
    const item = value[index];
    if (typeof item !== "string") found = wrongType(found, index, item, "a string");
    else if (!isUri(item)) found = wrongFormat(found, index, item, "a URI");
  }
  found = distinct(found, value);
  return found;
}

function checkCapabilitiesScreen(value: unknown): Problems | undefined {
  if (!isList(value)) return wrongType(undefined, undefined, value, "an array");
  let found: Problems | undefined;
  if (value.length > 0) {
    if (!isInteger(value[0])) found = wrongType(found, 0, value[0], "an integer");
    else if (value[0] < 1) found = outOfRange(found, 0, value[0], "at least 1");
  }
  if (value.length > 1) {
    if (!isInteger(value[1])) found = wrongType(found, 1, value[1], "an integer");
    else if (value[1] < 1) found = outOfRange(found, 1, value[1], "at least 1");
  }
  if (value.length > 2) found = outOfRange(found, undefined, value.length, "at most 2 elements");
  return found;
}

/** Finds what is wrong with an Extra; undefined when nothing is. */
export function checkExtra(value: unknown): Problems | undefined {
  if (!isRecord(value)) return wrongType(undefined, undefined, value, "an object");
  let found: Problems | undefined;
  for (const key in value) {
    const member = value[key];
    if (member === undefined) continue;
    found = wrongKey(found, key, checkExtraKey(key));
    found = below(found, { key }, checkExtraValue(member));
  }
  return found;
}

const patternOfExtraKey = /^[a-z-]+$/u;

function checkExtraKey(value: unknown): Problems | undefined {
  let found: Problems | undefined;
  if (typeof value === "string" && !matches(patternOfExtraKey, value)) {
    found = wrongFormat(found, undefined, value, "a string that matches ^[a-z-]+$");
  }
  return found;
}

function checkExtraValue(value: unknown): Problems | undefined {
  let found: Problems | undefined;
  if (fits(checkExtraValueNot, value, 0)) found = excluded(found, value, "null");
  return found;
}

function checkExtraValueNot(value: unknown): Problems | undefined {
  if (value !== null) return wrongType(undefined, undefined, value, "null");
  return undefined;
}
