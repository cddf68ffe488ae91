import { parsePointer, printFragment, type Tokens } from "@a2agen/generators/json-schema/json-pointer.ts";
import {
  annotations,
  listSubschemas,
  plainKeywords,
  subschemaKeywords,
} from "@a2agen/generators/json-schema/keywords.ts";
import type { Schema } from "@a2agen/generators/json-schema/schema.ts";
import { isObject } from "@a2agen/runtime/internal";
import type { Ajv2020 } from "ajv/dist/2020.js";
import type { ProblemList } from "./compose-problem.ts";
import type { SchemaFile } from "./schema-file.ts";

/** Loaded only when something is composed. */
export type AjvLibrary = typeof Ajv2020;

const dialect = "https://json-schema.org/draft/2020-12/schema";

/**
 * Keywords that mean something to other dialects, or that composing would break, with what to write instead.
 */
const refused: Readonly<Record<string, string>> = {
  $anchor: "refer to the schema by a JSON pointer",
  $dynamicAnchor: "refer to the schema by a JSON pointer",
  $dynamicRef: "write $ref with a JSON pointer",
  $recursiveAnchor: "refer to the schema by a JSON pointer",
  $recursiveRef: "write $ref with a JSON pointer",
  $vocabulary: "leave it out",
  additionalItems: "write prefixItems, and items for the others",
  dependencies: "write dependentRequired or dependentSchemas",
  nullable: 'write "null" as one of the types',
  id: "write $id",
};

/** Reports invalid JSON Schema 2020-12 and keywords that are not composed. False if there is an error. */
export type SchemaCheck = (file: SchemaFile) => boolean;

export function createSchemaCheck(problems: ProblemList, Ajv2020: AjvLibrary): SchemaCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false, logger: false });
  const hasGoodShape = (file: SchemaFile): boolean => {
    const { $schema: _, ...content } = file.content;
    if (ajv.validateSchema(content) === true) return true;
    const seen = new Set<string>();
    for (const { instancePath, message = "", params } of ajv.errors ?? []) {
      const values: unknown = (params as { readonly allowedValues?: unknown }).allowedValues;
      const rule = `${message}${Array.isArray(values) ? ` ${values.join(", ")}` : ""}`;
      const pointer = printFragment(parsePointer(instancePath) ?? []);
      const line = `${pointer} ${rule}`;
      if (seen.has(line) || /must match (?:a|"then"|"else") schema/.test(rule)) continue;
      seen.add(line);
      const text = `expected a schema of JSON Schema 2020-12; found a value that ${rule.replace(/^must/, "should")}`;
      problems.error({ code: "schema", file: file.path, pointer, message: text });
    }
    return false;
  };
  return (file) => {
    const given = file.content["$schema"];
    if (given !== undefined && (typeof given !== "string" || given.replace(/#$/, "") !== dialect)) {
      const message = `expected ${JSON.stringify(dialect)}; found ${JSON.stringify(given)}; translate the schema to this dialect`;
      problems.error({ code: "dialect", file: file.path, pointer: "#/$schema", message });
      return false;
    }
    return hasGoodShape(file) && hasGoodKeywords(file, problems);
  };
}

function hasGoodKeywords(file: SchemaFile, problems: ProblemList): boolean {
  let isFine = true;
  const unknown = new Map<string, { readonly pointer: string; count: number }>();
  const error = (code: "keyword" | "pattern", tokens: Tokens, message: string): void => {
    isFine = false;
    problems.error({ code, file: file.path, pointer: printFragment(tokens), message });
  };
  const visit = (schema: Schema, tokens: Tokens): void => {
    if (isObject(schema)) {
      for (const [keyword, value] of Object.entries(schema)) {
        const at = [...tokens, keyword];
        const instead = Object.hasOwn(refused, keyword) ? refused[keyword] : undefined;
        if (instead !== undefined) error("keyword", at, `found the keyword ${keyword}; ${instead}`);
        else if (keyword === "$id" && tokens.length > 0) {
          error("keyword", at, "expected $id at the root of a file only; give the schema a file of its own");
        } else if (keyword === "pattern" && !isRegularExpression(value)) {
          error("pattern", at, `expected a regular expression; found ${JSON.stringify(value)}`);
        } else if (!isKnown(keyword)) {
          const before = unknown.get(keyword);
          if (before === undefined) unknown.set(keyword, { pointer: printFragment(at), count: 1 });
          else before.count += 1;
        }
      }
      const patterns = schema["patternProperties"];
      for (const pattern of isObject(patterns) ? Object.keys(patterns) : []) {
        if (isRegularExpression(pattern)) continue;
        const at = [...tokens, "patternProperties", pattern];
        error("pattern", at, `expected a regular expression; found ${JSON.stringify(pattern)}`);
      }
    }
    for (const { path, schema: inner } of listSubschemas(schema)) visit(inner, [...tokens, ...path]);
  };
  visit(file.content, []);
  for (const [keyword, { pointer, count }] of unknown) {
    const times = count === 1 ? "once" : `${count} times`;
    const becomes = keyword === "example" ? "becomes examples" : "is left out of the composed schemas";
    const message = `found the keyword ${JSON.stringify(keyword)} ${times}, here first; JSON Schema does not know it, and it ${becomes}`;
    problems.warn({ code: "keyword-dropped", file: file.path, pointer, message });
  }
  return isFine;
}

/** Whether JSON Schema 2020-12 has the keyword. */
export function isKnown(keyword: string): boolean {
  return annotations.has(keyword) || plainKeywords.has(keyword) || subschemaKeywords.has(keyword);
}

function isRegularExpression(value: unknown): boolean {
  try {
    new RegExp(String(value), "u");
    return true;
  } catch {
    // That it throws is the answer.
    return false;
  }
}
