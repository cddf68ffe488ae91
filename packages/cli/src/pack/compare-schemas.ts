import { annotations } from "@a2agen/generators/json-schema/keywords.ts";
import { isObject, own } from "@a2agen/runtime/internal";
import { type JsonObject, objectAt, objectIn, type PackageFile } from "../package/package-file.ts";
import { type Finding, type Findings, findingsAt, showValue } from "./finding.ts";

/**
 * The differences of the JSON Schemas of two releases: names that are gone, and values that one takes and the
 * other does not. The files of single types and the strict twins say the same again, and are not looked at.
 */
export function compareSchemas(
  [before, after]: readonly [before: readonly PackageFile[], after: readonly PackageFile[]],
  list: Finding[],
): void {
  const now = new Map(readBundles(after));
  for (const [path, bundle] of readBundles(before)) {
    const other = now.get(path);
    // Of a file that is gone, its subpath says so.
    if (other === undefined) continue;
    findingsAt(path, list).same("$id", [bundle["$id"], other["$id"]], "references to it lead nowhere");
    const [old, left] = [objectAt(bundle, "$defs"), objectAt(other, "$defs")];
    for (const [name, schema] of Object.entries(old)) {
      const place = `${path}#/$defs/${name}`;
      const is = Object.hasOwn(left, name) ? left[name] : undefined;
      if (is === undefined) {
        const kind = path.endsWith(".legacy.schema.json") ? "the earlier name is gone" : "is gone";
        findingsAt(place, list).major(`${kind}: references to it lead nowhere`);
      } else compareSchema([schema, is], place, list);
    }
    for (const name of Object.keys(left)) {
      if (!Object.hasOwn(old, name)) findingsAt(`${path}#/$defs/${name}`, list).minor("is new");
    }
  }
}

function readBundles(files: readonly PackageFile[]): readonly (readonly [string, JsonObject])[] {
  return files.flatMap((file) => {
    const schema = /^schemas\/[^/]+\.schema\.json$/.test(file.path) ? objectIn(file) : undefined;
    return schema === undefined ? [] : [[file.path, schema] as const];
  });
}

/** The differences of two JSON Schemas; each says whether values are taken that were not, or no longer. */
export function compareSchema(
  [before, after]: readonly [unknown, unknown],
  place: string,
  list: Finding[],
): void {
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  const at = findingsAt(place, list);
  if (!isObject(before) || !isObject(after)) {
    at.same("the schema", [before, after], "what one takes the other may refuse");
    return;
  }
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (annotations.has(key)) continue;
    const pair = [own(before, key), own(after, key)] as const;
    if (JSON.stringify(pair[0]) === JSON.stringify(pair[1])) continue;
    const members = key === "properties" || key === "patternProperties";
    if (members) compareMembers(pair, `${place}/${key}`, list);
    else if (key === "enum" || key === "required" || isTypes(key, pair)) compareLists(key, pair, at);
    else if (Object.hasOwn(bounds, key)) compareBound(key, pair, at);
    else if (isObject(pair[0]) && isObject(pair[1])) compareSchema(pair, `${place}/${key}`, list);
    else if (Array.isArray(pair[0]) && Array.isArray(pair[1]) && pair[0].length === pair[1].length) {
      const after: readonly unknown[] = pair[1];
      for (const [index, value] of pair[0].entries()) {
        compareSchema([value, after[index]], `${place}/${key}/${index}`, list);
      }
    } else if (pair[1] === undefined) at.minor(`${key} is gone: more values are taken`, "more");
    else {
      const takes = pair[0] === undefined ? "fewer" : undefined;
      at.same(key, pair, "what one takes the other may refuse", takes);
    }
  }
}

function compareMembers([before, after]: readonly [unknown, unknown], place: string, list: Finding[]): void {
  const [old, now] = [isObject(before) ? before : {}, isObject(after) ? after : {}];
  for (const name of Object.keys(old)) {
    const at = `${place}/${name}`;
    if (Object.hasOwn(now, name)) compareSchema([old[name], now[name]], at, list);
    else findingsAt(at, list).major("is gone: the property is unknown now");
  }
  for (const name of Object.keys(now)) {
    if (!Object.hasOwn(old, name)) findingsAt(`${place}/${name}`, list).minor("is new");
  }
}

/** Whether both say which types are allowed. */
function isTypes(key: string, pair: readonly [unknown, unknown]): key is "type" {
  return key === "type" && pair.every((each) => each !== undefined);
}

function compareLists(
  key: "enum" | "required" | "type",
  [before, after]: readonly [unknown, unknown],
  at: Findings,
): void {
  const [old, now] = [textsOf(before), textsOf(after)];
  const gone = old.filter((text) => !now.includes(text));
  const added = now.filter((text) => !old.includes(text));
  if (key !== "required") {
    if (before === undefined) at.major(`takes only ${now.join(", ")} now: other values are refused`, "fewer");
    else if (after === undefined) at.minor("takes other values too", "more");
    else if (gone.length > 0) at.major(`no longer takes ${gone.join(", ")}`, "fewer");
    if (before !== undefined && added.length > 0) at.minor(`takes ${added.join(", ")} too`, "more");
    return;
  }
  if (added.length > 0)
    at.major(`${added.join(", ")}: is required now: values without it are refused`, "fewer");
  if (gone.length > 0) {
    at.major(`${gone.join(", ")}: is no longer required: code that reads it must handle its absence`, "more");
  }
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value)
    ? value.map((each: unknown) => (typeof each === "string" ? each : JSON.stringify(each)))
    : [];
}

/** Whether a higher number takes values away. */
const bounds: Readonly<Record<string, boolean>> = {
  minimum: true,
  exclusiveMinimum: true,
  minLength: true,
  minItems: true,
  minProperties: true,
  maximum: false,
  exclusiveMaximum: false,
  maxLength: false,
  maxItems: false,
  maxProperties: false,
};

function compareBound(key: string, [before, after]: readonly [unknown, unknown], at: Findings): void {
  const isNarrower =
    typeof after === "number" &&
    (typeof before !== "number" || (bounds[key] === true ? after > before : after < before));
  const change = `${key} was ${showValue(before)} and is ${showValue(after)}`;
  if (isNarrower) at.major(`${change}: values between are refused`, "fewer");
  else at.minor(change, "more");
}
