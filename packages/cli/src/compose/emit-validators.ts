import { printFragment } from "@a2agen/generators/json-schema/json-pointer.ts";
import { listSubschemas, mapSubschemas } from "@a2agen/generators/json-schema/keywords.ts";
import type { Schema, SchemaObject } from "@a2agen/generators/json-schema/schema.ts";
import { errorMessage, isObject } from "@a2agen/runtime/internal";
import type standalone from "ajv/dist/standalone/index.js";
import type { AjvLibrary } from "./check-schema.ts";
import type { ComposeProblem } from "./compose-problem.ts";
import { toTypeName } from "./definition-names.ts";
import { formats } from "./formats.ts";
import { listReferred, referenceOf } from "./universe.ts";

/** The libraries that validators are made with, handed in so that they are loaded only when needed. */
export interface ValidatorLibraries {
  readonly Ajv2020: AjvLibrary;
  readonly standaloneCode: typeof standalone.default;
}

export interface EmittedValidators {
  readonly module: string;
  readonly declarations: string;
}

export interface ValidatorsInit {
  readonly libraries: ValidatorLibraries;
  readonly header: string;
  /** The module of the types, "./types.js". */
  readonly types: string;
  /** The type of the root; absent for a root that says nothing. */
  readonly root?: string | undefined;
  /** Path of the base, for problems. */
  readonly file: string;
}

const address = "https://a2agen.invalid/composed";

/** The definitions of a document by the names of their types. */
export function listValidated(document: SchemaObject): readonly (readonly [string, string])[] {
  const definitions = (document["$defs"] ?? {}) as SchemaObject;
  return Object.keys(definitions).map((name) => [toTypeName(name), name] as const);
}

/**
 * Makes a module with a function for every definition, which imports nothing and evaluates no text, so
 * that it runs where that is forbidden. Definitions without a type of their own, the copies of the
 * strict twin, have none. Returns what ajv refuses in strict mode as problems.
 */
export function emitValidators(
  document: SchemaObject,
  exported: readonly (readonly [string, string])[],
  { libraries: { Ajv2020, standaloneCode }, header, types, root, file }: ValidatorsInit,
): EmittedValidators | readonly ComposeProblem[] {
  const ajv = new Ajv2020({
    strict: true,
    // Released schemas have properties without a type beside them.
    strictTypes: false,
    // A part of a schema may require what another part defines.
    strictRequired: false,
    ownProperties: true,
    // Every definition is one function, however often it is referred to.
    inlineRefs: false,
    code: { source: true, esm: true, lines: true },
    logger: false,
  });
  for (const name of listFormats(document)) ajv.addFormat(name, formatOf(name) ?? true);
  const { $defs: definitions = {}, $schema: _, ...content } = document;
  const validated = [
    ...(root === undefined ? [] : [{ type: root, address }]),
    ...exported.map(([type, name]) => ({ type, address: addressOf(name) })),
  ];
  const problems: ComposeProblem[] = [];
  const attempt = (work: () => unknown, pointer: string): void => {
    try {
      work();
    } catch (error) {
      const text = errorMessage(error);
      // The addresses are nothing that the user has given.
      const reason = text.replace(/ at "https:\/\/a2agen\.invalid[^"]*"/, "");
      const message =
        error instanceof RangeError
          ? "expected definitions that ajv can compile; found more than that in one circle of references; write the schemas only"
          : `expected a schema that ajv takes in strict mode; found that ${reason}`;
      problems.push({ severity: "error", code: "unsupported", file, pointer, message });
    }
  };
  // Each definition is a separate schema, so that it becomes one function, however often it is referred to.
  const schemas = [
    ...Object.entries(definitions as SchemaObject).map(([name, schema]) => ({
      pointer: printFragment(["$defs", name]),
      schema: schema as Schema,
      address: addressOf(name),
    })),
    { pointer: "", schema: content, address },
  ];
  for (const { pointer, schema, address: at } of schemas) {
    attempt(() => ajv.addSchema(readdress(schema), at), pointer);
  }
  if (problems.length > 0) return problems;
  for (const name of sortByUse(definitions as SchemaObject)) {
    attempt(() => ajv.getSchema(addressOf(name)), printFragment(["$defs", name]));
  }
  if (root !== undefined) attempt(() => ajv.getSchema(address), "");
  if (problems.length > 0) return problems;
  const inner = Object.fromEntries(validated.map(({ type, address: at }) => [`check${type}`, at]));
  let code = "";
  attempt(() => {
    code = inlineHelpers(standaloneCode(ajv, inner));
  }, "");
  if (problems.length > 0) return problems;
  return {
    module: [
      header,
      code.replace(/^"use strict";/, "").replaceAll(/export const (check\w+) = (\w+);/g, "const $1 = $2;"),
      wrapper,
      ...validated.map(({ type }) => `export const validate${type} = wrap(check${type});`),
      "",
    ].join("\n"),
    declarations: [
      header,
      `import type * as types from ${JSON.stringify(types)};`,
      declarations,
      ...validated.map(({ type }) => `export declare const validate${type}: Validator<types.${type}>;`),
      "",
    ].join("\n"),
  };
}

/** Dependent definitions come later: ajv recurses from one to the next, and hundreds overflow the stack. */
function sortByUse(definitions: SchemaObject): readonly string[] {
  const sorted = new Set<string>();
  const seen = new Set<string>();
  const pending = Object.keys(definitions)
    .toReversed()
    .map((name) => ({ name, isExit: false }));
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { name, isExit } = next;
    if (isExit) sorted.add(name);
    if (seen.has(name)) continue;
    seen.add(name);
    pending.push({ name, isExit: true });
    for (const used of listReferred(definitions[name] as Schema)) {
      if (Object.hasOwn(definitions, used)) pending.push({ name: used, isExit: false });
    }
  }
  return [...sorted];
}

function addressOf(definition: string): string {
  return `${address}/${encodeURIComponent(definition)}`;
}

/** The schema with references to where the definitions are here. */
function readdress(schema: Schema): Schema {
  const mapped = mapSubschemas(schema, ({ schema: inner }) => readdress(inner));
  const target = referenceOf(mapped);
  if (target === undefined || !isObject(mapped)) return mapped;
  const [container, name, ...below] = target;
  const $ref =
    container === "$defs" && name !== undefined
      ? `${addressOf(name)}${printFragment(below)}`
      : `${address}${printFragment(target)}`;
  return { ...mapped, $ref };
}

/** The formats of a schema that the validators do not check. */
export function listUncheckedFormats(document: SchemaObject): readonly string[] {
  return listFormats(document).filter((name) => formatOf(name) === undefined);
}

function formatOf(name: string): RegExp | undefined {
  return Object.hasOwn(formats, name) ? formats[name] : undefined;
}

function listFormats(document: SchemaObject): readonly string[] {
  const found = new Set<string>();
  const visit = (schema: Schema): void => {
    const format = isObject(schema) ? schema["format"] : undefined;
    if (typeof format === "string") found.add(format);
    for (const { schema: inner } of listSubschemas(schema)) visit(inner);
  };
  visit(document);
  return [...found].toSorted();
}

/** The code asks for two functions of ajv by require(), which modules do not have. */
function inlineHelpers(code: string): string {
  return code
    .replaceAll('require("ajv/dist/runtime/ucs2length").default', "countCharacters")
    .replaceAll('require("ajv/dist/runtime/equal").default', "isEqual");
}

const wrapper = `
function countCharacters(text) {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function isEqual(a, b) {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.prototype.hasOwnProperty.call(b, key) && isEqual(a[key], b[key]))
  );
}

function wrap(check) {
  const validate = (value) => {
    validate.errors = null;
    try {
      if (check(value)) return true;
      validate.errors = check.errors;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      const message = "must not be nested so deeply";
      validate.errors = [{ instancePath: "", schemaPath: "#", keyword: "depth", params: {}, message }];
    }
    return false;
  };
  validate.errors = null;
  return validate;
}
`;

const declarations = `
/** What is wrong with a value. */
export interface ValidationProblem {
  /** Where in the value, as a JSON pointer. */
  readonly instancePath: string;
  /** The keyword of the schema that refuses it. */
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** Tells whether a value is of a type; never throws. */
export interface Validator<T> {
  (value: unknown): value is T;
  /** The first thing that was wrong with the last value; null if nothing was. */
  errors: readonly ValidationProblem[] | null;
}
`;
