import type { JsonValue } from "@a2agen/runtime";
import { isObject } from "@a2agen/runtime/internal";
import type { DiagnosticKind } from "../model/diagnostics.ts";
import { describeJson } from "./describe-json.ts";
import { schemaDiagnostics } from "./diagnostics.ts";
import { type Entry, type Form, forms } from "./keyword-table.ts";
import { limits } from "./limits.ts";
import { findPatternProblem } from "./safe-pattern.ts";
import { type JsonType, jsonTypes, type Keywords, type SchemaNode } from "./schema-node.ts";

/** Reports a problem of a schema, at a path below it. */
export type Reporter = <Parameters>(
  kind: DiagnosticKind<Parameters>,
  path: readonly string[],
  parameters: NoInfer<Parameters>,
) => void;

/** Reads the schemas inside a schema. */
export type ReadNode = (path: readonly string[]) => SchemaNode | undefined;

/** Reads keywords of the declared forms; what has another form is reported and left out. */
export function readKeywords(entries: readonly Entry[], readNode: ReadNode, report: Reporter): Keywords {
  const says: Record<string, unknown> = {};
  for (const { keyword, spelled, value } of entries) {
    const form = forms.get(keyword);
    const read = form === undefined ? undefined : readValue(form, value, { spelled, readNode, report });
    if (read !== undefined) says[keyword] = read;
  }
  return says;
}

interface Context {
  readonly spelled: string;
  readonly readNode: ReadNode;
  readonly report: Reporter;
}

const expectations: Readonly<Record<Form, string>> = {
  schema: "a schema, which is an object, true or false",
  schemas: "a list with at least one schema",
  schemasByName: "an object of schemas",
  schemasByPattern: "an object of schemas",
  namesByName: "an object of lists of names",
  names: "a list of names",
  types: `${jsonTypes.join(", ")}, or a list of some of these`,
  values: "a list of values",
  value: "a value",
  text: "a string",
  pattern: "a string",
  number: "a number",
  divisor: "a number greater than 0",
  count: "an integer of 0 or more",
  flag: "true or false",
};

function readValue(form: Form, value: unknown, { spelled, readNode, report }: Context): unknown {
  const isNames = (each: unknown): each is readonly string[] =>
    Array.isArray(each) && each.every((name) => typeof name === "string");
  const isNumber = typeof value === "number" && Number.isFinite(value);
  switch (form) {
    case "schema":
      return readNode([spelled]);
    case "schemas":
      if (!Array.isArray(value) || value.length === 0) break;
      return value.flatMap((_, at) => readNode([spelled, String(at)]) ?? []);
    case "schemasByName":
    case "schemasByPattern": {
      if (!isObject(value)) break;
      const names = Object.keys(value).filter(
        (name) => form === "schemasByName" || isGoodPattern(name, { path: [spelled, name], report }),
      );
      return new Map(
        names.flatMap((name) => {
          const node = readNode([spelled, name]);
          return node === undefined ? [] : [[name, node] as const];
        }),
      );
    }
    case "namesByName": {
      if (!isObject(value) || !Object.values(value).every(isNames)) break;
      return new Map(Object.entries(value));
    }
    case "names":
      if (isNames(value)) return [...new Set(value)];
      break;
    case "types": {
      const types: readonly unknown[] = Array.isArray(value) ? value : [value];
      if (types.length === 0 || !types.every(isJsonType)) break;
      return jsonTypes.filter((type) => types.includes(type));
    }
    case "values":
      if (!Array.isArray(value)) break;
      if (value.length <= limits.choices) return value as readonly JsonValue[];
      report(schemaDiagnostics["schema-limit"], [spelled], {
        most: limits.choices,
        what: "values of an enum",
      });
      return undefined;
    case "value":
      return { value };
    case "text":
      if (typeof value === "string") return value;
      break;
    case "pattern":
      if (typeof value !== "string") break;
      return isGoodPattern(value, { path: [spelled], report }) ? value : undefined;
    case "number":
      if (isNumber) return value;
      break;
    case "divisor":
      if (isNumber && value > 0) return value;
      break;
    case "count":
      if (isNumber && Number.isInteger(value) && value >= 0) return value;
      break;
    case "flag":
      if (typeof value === "boolean") return value;
  }
  report(schemaDiagnostics["schema-value"], [spelled], {
    expected: expectations[form],
    found: describeJson(value),
  });
  return undefined;
}

function isJsonType(value: unknown): value is JsonType {
  return jsonTypes.some((type) => type === value);
}

function isGoodPattern(
  pattern: string,
  { path, report }: { path: readonly string[]; report: Reporter },
): boolean {
  const found = findPatternProblem(pattern);
  if (found === undefined) return true;
  const short = pattern.length > 100 ? `${pattern.slice(0, 100)}...` : pattern;
  report(schemaDiagnostics["schema-pattern"], path, { pattern: short, found });
  return false;
}
