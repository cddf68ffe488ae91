import { printFragment, printPointer, type Tokens } from "@a2agen/generators/json-schema/json-pointer.ts";
import { annotations } from "@a2agen/generators/json-schema/keywords.ts";
import type { Schema, SchemaObject } from "@a2agen/generators/json-schema/schema.ts";
import { isObject } from "@a2agen/runtime/internal";
import type { FieldAddition, Origin, ValuesAddition } from "./addition.ts";
import type { ComposeCode, ProblemList } from "./compose-problem.ts";
import type { ExtensionSource } from "./extension-source.ts";
import { isSameSchema } from "./same-schema.ts";
import { type Located, referenceOf, type Universe } from "./universe.ts";

export interface OverlayContext {
  readonly universe: Universe;
  readonly problems: ProblemList;
  readonly extension: ExtensionSource;
  /** Path of the base, for messages. */
  readonly basePath: string;
  /** Whether the manifest lets extensions add values to the enum at a place. */
  readonly isOpenEnum: (tokens: Tokens) => boolean;
  readonly fields: FieldAddition[];
  readonly values: ValuesAddition[];
}

/** Something of an extension, over something of the base. */
export interface OverlayPair {
  /** As it stands in the composed document, with references that lead into it. */
  readonly schema: Schema;
  /** Where it is written: in the file of the extension. */
  readonly at: Tokens;
  readonly base: Located;
}

/** Reads what an extension says of a base object: finds what it adds, and reports what it changes (5.3). */
export function readObjectOverlay({ schema, at, base }: OverlayPair, context: OverlayContext): void {
  const followed = followOwn(schema, context.universe);
  if (followed === true) return;
  const report = reporter(context);
  if (followed === false) {
    report(
      "base-constrained",
      at,
      'expected fields that are added; found the schema "false", which refuses every value',
    );
    return;
  }
  const target = context.universe.follow(base);
  for (const keyword of Object.keys(followed)) {
    if (annotations.has(keyword) || ["$ref", "properties", "required", "allOf"].includes(keyword)) continue;
    const value = followed[keyword];
    const isHarmless =
      (keyword === "type" && (value === "object" || (Array.isArray(value) && value.includes("object")))) ||
      (/^(?:additional|unevaluated)Properties$/.test(keyword) && (value === true || isEmpty(value)));
    if (isHarmless) continue;
    const message = `expected only properties beside the reference to the base; found ${keyword}, which restricts values that ${context.basePath} allows; leave it out`;
    report("base-constrained", [...at, keyword], message);
  }
  readRequired(followed, { at, target, context });
  const properties = followed["properties"];
  for (const [name, field] of isObject(properties) ? Object.entries(properties) : []) {
    readField(name, { schema: field as Schema, at: [...at, "properties", name], base: target }, context);
  }
}

function readRequired(
  overlay: SchemaObject,
  {
    at,
    target,
    context,
  }: { readonly at: Tokens; readonly target: Located; readonly context: OverlayContext },
): void {
  const required = overlay["required"];
  if (!Array.isArray(required)) return;
  const before = requiredOf(target, context.universe);
  required.forEach((name: unknown, i) => {
    if (before.has(String(name))) return;
    const message = `expected optional fields only; found ${JSON.stringify(name)}, which ${context.basePath}${printFragment(target.tokens)} does not require; take it out of the list`;
    reporter(context)("required-added", [...at, "required", String(i)], message);
  });
}

function requiredOf(target: Located, universe: Universe): ReadonlySet<string> {
  return new Set(
    universe.listParts(target).flatMap(({ schema }) => {
      const names: unknown = isObject(schema) ? schema["required"] : undefined;
      return Array.isArray(names) ? names.map(String) : [];
    }),
  );
}

/** A field of an overlay: new, the same as in the base, or a way to something inside it. */
export function readField(name: string, { schema, at, base }: OverlayPair, context: OverlayContext): void {
  const { universe } = context;
  const existing = universe.listParts(base).flatMap((part): readonly Located[] => {
    const properties = isObject(part.schema) ? part.schema["properties"] : undefined;
    if (!isObject(properties) || !Object.hasOwn(properties, name)) return [];
    return [{ tokens: [...part.tokens, "properties", name], schema: properties[name] as Schema }];
  });
  if (existing.length === 0) {
    addField(name, { schema, at, base }, context);
    return;
  }
  const written = { tokens: ["", ...at], schema };
  if (existing.some((field) => isSameSchema(written, field, universe))) return;
  const [only] = existing;
  const isRequired = requiredOf(base, universe).has(name);
  const isRead =
    only !== undefined && existing.length === 1 && readInside({ schema, at, base: only }, context);
  if (isRead) return;
  const where = existing.map(({ tokens }) => `${context.basePath}${printFragment(tokens)}`).join(" and ");
  const what = isRequired ? "the required field" : "the field";
  const message = `expected fields that the base does not have, or the same schema as there; found another schema for ${what} of ${where}; give the new field a name of its own`;
  const code: ComposeCode = isRequired ? "required-field-changed" : "field-changed";
  reporter(context)(code, at, message);
}

/** Reads a field of the base that only leads to additions inside it. False for anything else. */
function readInside({ schema, at, base }: OverlayPair, context: OverlayContext): boolean {
  const { universe } = context;
  const overlay = followOwn(schema, universe);
  if (!isObject(overlay)) return false;
  const target = universe.follow(base);
  const keywords = Object.keys(overlay).filter((keyword) => !annotations.has(keyword));
  const has = (allowed: readonly string[]): boolean => keywords.every((keyword) => allowed.includes(keyword));
  const type = isObject(target.schema) ? target.schema["type"] : undefined;
  const isSameType = overlay["type"] === undefined || type === undefined || overlay["type"] === type;
  if (!isSameType) return false;
  if (keywords.includes("enum") && has(["type", "enum"])) {
    readValues({ schema: overlay, at, base: target }, context);
    return true;
  }
  if (keywords.includes("items") && has(["type", "items"])) {
    const items = isObject(target.schema) ? target.schema["items"] : undefined;
    if (items === undefined) return false;
    const inner = { tokens: [...target.tokens, "items"], schema: items as Schema };
    const given = followOwn(overlay["items"] as Schema, universe);
    const way = { schema: given, at: [...at, "items"], base: inner };
    return isObject(given) && isObject(given["properties"])
      ? readNested(way, context)
      : readInside(way, context);
  }
  if (isObject(overlay["properties"]) && has(["type", "properties", "required", "additionalProperties"])) {
    return readNested({ schema: overlay, at, base: target }, context);
  }
  return false;
}

function readNested(pair: OverlayPair, context: OverlayContext): boolean {
  readObjectOverlay(pair, context);
  return true;
}

/** Finds the values that an enum of an extension adds to one of the base. */
export function readValues({ schema, at, base }: OverlayPair, context: OverlayContext): void {
  const report = reporter(context);
  const followed = followOwn(schema, context.universe);
  const given = isObject(followed) ? followed["enum"] : undefined;
  const found = findEnum(base, context);
  const place = `${context.basePath}${printFragment(base.tokens)}`;
  if (!Array.isArray(given)) {
    report("field-changed", at, `expected an enum; found another schema over the enum at ${place}`);
    return;
  }
  if (found === undefined) {
    const message = `expected an enum to add values to; found none at ${place}; give the new field a name of its own`;
    report("field-changed", at, message);
    return;
  }
  const { located, isOpen } = found;
  const before = (located.schema as SchemaObject)["enum"] as readonly unknown[];
  const known = new Set(before.map((value) => JSON.stringify(value)));
  const added = (given as readonly unknown[]).filter((value) => !known.has(JSON.stringify(value)));
  if (added.length === 0) {
    const message = `expected values that the enum at ${place} does not have; found only some of its own, which would take the others away; leave the field out`;
    report("enum-narrowed", at, message);
    return;
  }
  if (!isOpen) {
    const pointer = printFragment(located.tokens);
    const message = `expected an enum that is open; found that at ${place}, to which ${JSON.stringify(added.slice(0, 5)).slice(1, -1)} would be added; the base can say that it is open, by anyOf of the enum and { "type": "string" }, or the manifest, by ${JSON.stringify(pointer)} in openEnums`;
    report("enum-closed", at, message);
    return;
  }
  const types = new Set(before.map((value) => typeof value));
  const odd = added.find((value) => !types.has(typeof value));
  if (odd !== undefined) {
    const message = `expected values of the type that those at ${place} have; found ${JSON.stringify(odd)}`;
    report("field-changed", at, message);
    return;
  }
  context.values.push({ origin: originOf(at, context), schema: located.tokens, values: added });
}

function findEnum(
  base: Located,
  { universe, isOpenEnum }: OverlayContext,
): { readonly located: Located; readonly isOpen: boolean } | undefined {
  const target = universe.follow(base);
  if (!isObject(target.schema)) return undefined;
  const isAllowed = (tokens: Tokens): boolean =>
    isOpenEnum(tokens) || isOpenEnum(target.tokens) || isOpenEnum(base.tokens);
  if (Array.isArray(target.schema["enum"])) return { located: target, isOpen: isAllowed(target.tokens) };
  for (const keyword of ["anyOf", "oneOf"]) {
    const arms: unknown = target.schema[keyword];
    if (!Array.isArray(arms)) continue;
    const located = arms.map((_, i) => universe.follow(universe.at([...target.tokens, keyword, String(i)])));
    const enums = located.filter(({ schema }) => isObject(schema) && Array.isArray(schema["enum"]));
    const [only] = enums;
    if (only === undefined || enums.length > 1) continue;
    return {
      located: only,
      isOpen: (keyword === "anyOf" && located.some(isAnyText)) || isAllowed(only.tokens),
    };
  }
  return undefined;
}

function isAnyText({ schema }: Located): boolean {
  if (!isObject(schema)) return schema;
  const keywords = Object.keys(schema).filter((keyword) => !annotations.has(keyword));
  return keywords.length === 0 || (keywords.length === 1 && schema["type"] === "string");
}

/**
 * Adds a field to the object, or to the part of it that has the fields; reports what would refuse it there.
 */
function addField(name: string, { schema, at, base }: OverlayPair, context: OverlayContext): void {
  const report = reporter(context);
  const { universe, basePath } = context;
  if (schema === false) {
    report(
      "field-impossible",
      at,
      "expected a schema that some value meets; found false; leave the field out",
    );
    return;
  }
  const parts = universe.listParts(base);
  const home = findHome(base, universe);
  for (const part of parts) {
    const refusal = refusalOf(name, {
      part,
      isHome: printPointer(part.tokens) === printPointer(home.tokens),
    });
    if (refusal === undefined) continue;
    const message = `expected an object that can get the field ${JSON.stringify(name)}; found ${basePath}${printFragment(part.tokens)}, which ${refusal}`;
    report("field-refused", at, message);
    return;
  }
  context.fields.push({ origin: originOf(at, context), object: home.tokens, name, schema });
}

/** The part of an object that has its fields: itself, or the first arm of its `allOf` that stands in it. */
function findHome(base: Located, universe: Universe): Located {
  const { schema, tokens } = base;
  if (!isObject(schema) || isObject(schema["properties"])) return base;
  const arms = schema["allOf"];
  if (!Array.isArray(arms)) return base;
  const home = arms.findIndex((arm: unknown) => isObject(arm) && isObject(arm["properties"]));
  return home < 0 ? base : universe.at([...tokens, "allOf", String(home)]);
}

function refusalOf(
  name: string,
  { part: { schema }, isHome }: { readonly part: Located; readonly isHome: boolean },
): string | undefined {
  if (schema === false) return "refuses every value";
  if (schema === true) return undefined;
  const { type } = schema;
  if (type !== undefined && type !== "object" && !(Array.isArray(type) && type.includes("object"))) {
    return `is no object: its type is ${JSON.stringify(type)}`;
  }
  if (Array.isArray(schema["enum"]) || Object.hasOwn(schema, "const")) return "lists its values";
  if (Object.hasOwn(schema, "propertyNames"))
    return "has propertyNames; it is a map, and the name could be taken";
  if (Object.hasOwn(schema, "maxProperties")) return "has maxProperties; one field more can be too many";
  for (const keyword of ["additionalProperties", "unevaluatedProperties"]) {
    const rest = schema[keyword];
    if (isObject(rest) && !isEmpty(rest))
      return `has ${keyword} with a schema; it is a map, and the name could be taken`;
    if (rest === false && !isHome)
      return `is closed by ${keyword}; extend that definition, or take ${keyword} out of it`;
  }
  const patterns = schema["patternProperties"];
  const matching = isObject(patterns)
    ? Object.keys(patterns).find((pattern) => mayMatch(pattern, name))
    : undefined;
  return matching === undefined
    ? undefined
    : `has patternProperties for such names, ${JSON.stringify(matching)}`;
}

/**
 * Whether a name matches a pattern; true for patterns that could take forever, since schemas are not trusted.
 */
function mayMatch(pattern: string, name: string): boolean {
  const isQuick = !pattern.includes("(") && (pattern.match(/[*+?{]/g) ?? []).length < 2;
  return !isQuick || new RegExp(pattern, "u").test(name);
}

/** What a schema of the extension stands for, where it refers to another of its own. */
function followOwn(schema: Schema, universe: Universe): Schema {
  const target = referenceOf(schema);
  if (target === undefined || !isObject(schema)) return schema;
  const { $ref: _, ...beside } = schema;
  const says = Object.keys(beside).some((keyword) => !annotations.has(keyword));
  return says ? beside : universe.follow(universe.at(target)).schema;
}

function isEmpty(value: unknown): boolean {
  return isObject(value) && Object.keys(value).every((keyword) => annotations.has(keyword));
}

/** Reports what an overlay changes rather than adds (5.3). */
function reporter({ problems, extension }: OverlayContext) {
  return (code: ComposeCode, at: Tokens, message: string): void => {
    const pointer = printFragment(at);
    problems.error({ code, file: extension.file.path, pointer, message, section: "5.3" });
  };
}

function originOf(at: Tokens, { extension }: OverlayContext): Origin {
  return { extension, file: extension.file.path, pointer: printFragment(at) };
}
