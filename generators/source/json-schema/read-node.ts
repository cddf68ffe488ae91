import { isObject } from "@a2agen/runtime/internal";
import type { SchemaObject } from "../../json-schema/schema.ts";
import type { Literal, Node, ScalarType } from "./definition.ts";
import { joinScalars } from "./join-scalars.ts";
import { pointTo } from "./schema-problem.ts";
import { isLiteral, type SchemaReader } from "./schema-reader.ts";

export interface NodeContext {
  /** What a union at this place is called. */
  readonly name: string;
  readonly pointer: string;
  readonly reader: SchemaReader;
}

const anything: Node = { kind: "any" };

/** Reads what is neither an object with properties nor the body of a definition. */
export function readNode(schema: unknown, context: NodeContext): Node {
  const { pointer, reader } = context;
  if (!isObject(schema)) {
    reader.report(pointer, `found ${JSON.stringify(schema)}; expected a schema object [schema-type]`);
    return anything;
  }
  if (Object.hasOwn(schema, "$ref")) {
    reader.checkKeywords(schema, pointer, ["$ref"]);
    return { kind: "ref", name: reader.readReference(schema["$ref"], pointer) };
  }
  for (const keyword of ["anyOf", "oneOf"] as const) {
    if (Object.hasOwn(schema, keyword)) return readUnion(schema, keyword, context);
  }
  if (Object.hasOwn(schema, "const")) return readLiterals(schema, "const", context);
  if (Object.hasOwn(schema, "enum")) return readLiterals(schema, "enum", context);
  return readTyped(schema, context);
}

function readUnion(
  schema: SchemaObject,
  keyword: "anyOf" | "oneOf",
  { name, pointer, reader }: NodeContext,
): Node {
  reader.checkKeywords(schema, pointer, [keyword]);
  const arms = schema[keyword];
  const at = pointTo(pointer, keyword);
  if (!Array.isArray(arms) || arms.length === 0) {
    reader.report(at, "expected a list of schemas with at least one element [schema-union]");
    return anything;
  }
  const nodes = arms.map((arm: unknown, i) =>
    readNode(arm, { name: `${name}${i + 1}`, pointer: pointTo(at, i), reader }),
  );
  const [only] = nodes;
  if (nodes.length === 1 && only !== undefined) return only;
  const [scalar, ...others] = joinScalars(nodes);
  const isScalar = nodes.every(({ kind }) => kind === "scalar" || kind === "literals");
  if (scalar !== undefined && isScalar && others.length === 0) return scalar;
  return reader.hide(name, at, { kind: "union", arms: nodes, exclusive: keyword === "oneOf" });
}

function readLiterals(
  schema: SchemaObject,
  keyword: "const" | "enum",
  { pointer, reader }: NodeContext,
): Node {
  reader.checkKeywords(schema, pointer, [keyword, "type"]);
  const values: unknown = keyword === "const" ? [schema["const"]] : schema["enum"];
  const at = pointTo(pointer, keyword);
  if (!isLiterals(values) || values.length === 0) {
    const expected = keyword === "const" ? "a scalar" : "a list of scalars with at least one element";
    reader.report(at, `expected ${expected}; found ${JSON.stringify(schema[keyword])} [schema-${keyword}]`);
    return anything;
  }
  const type = schema["type"];
  const unfit = type === undefined ? undefined : values.find((value) => !isOfType(value, type));
  if (unfit !== undefined) {
    const expected = `a value of the type ${JSON.stringify(type)}`;
    reader.report(at, `expected ${expected}; found ${JSON.stringify(unfit)} [schema-${keyword}]`);
  }
  return { kind: "literals", values, isConstant: keyword === "const" };
}

function isLiterals(value: unknown): value is readonly Literal[] {
  return Array.isArray(value) && value.every(isLiteral);
}

function isOfType(value: Literal, type: unknown): boolean {
  const names = value === null ? ["null"] : [typeof value, ...(Number.isInteger(value) ? ["integer"] : [])];
  return (Array.isArray(type) ? type : [type]).some((name) => names.includes(String(name)));
}

const scalarTypes: readonly ScalarType[] = ["string", "integer", "number", "boolean", "null"];

function readTyped(schema: SchemaObject, context: NodeContext): Node {
  const { pointer, reader } = context;
  const type = schema["type"];
  if (type === "array") return readList(schema, context);
  if (type === "object") return readOpenObject(schema, context);
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  const scalars = scalarTypes.filter((scalar) => types.includes(scalar));
  if (scalars.length > 0 && scalars.length === types.length) {
    reader.checkKeywords(schema, pointer, ["type"]);
    // In the order of the schema, which types are written in.
    return { kind: "scalar", types: [...scalars].sort((a, b) => types.indexOf(a) - types.indexOf(b)) };
  }
  if (type !== undefined) {
    reader.report(
      pointTo(pointer, "type"),
      `found ${JSON.stringify(type)}; supported here: array, object, ${scalarTypes.join(", ")}, or a list of the latter five [schema-type]`,
    );
    return anything;
  }
  reader.checkKeywords(schema, pointer, ["type", "const", "enum", "anyOf", "oneOf", "$ref"]);
  return anything;
}

function readList(schema: SchemaObject, { name, pointer, reader }: NodeContext): Node {
  reader.checkKeywords(schema, pointer, ["type", "items", "minItems"]);
  const least = schema["minItems"] ?? 0;
  if (least !== 0 && least !== 1) {
    reader.report(
      pointTo(pointer, "minItems"),
      `found ${JSON.stringify(least)}; supported here: 0, 1 [schema-min-items]`,
    );
  }
  const at = pointTo(pointer, "items");
  const element = readNode(schema["items"] ?? {}, { name: `${name}Element`, pointer: at, reader });
  return { kind: "list", element, least: least === 1 ? 1 : 0 };
}

function readOpenObject(schema: SchemaObject, { name, pointer, reader }: NodeContext): Node {
  if (Object.hasOwn(schema, "properties")) {
    reader.report(
      pointTo(pointer, "properties"),
      "found an object with properties inside another schema; give it a name among the definitions and refer to it [schema-inline]",
    );
    return anything;
  }
  reader.checkKeywords(schema, pointer, ["type", "additionalProperties"]);
  const rest = schema["additionalProperties"] ?? true;
  if (rest === true) return { kind: "record" };
  const at = pointTo(pointer, "additionalProperties");
  const value = readNode(rest, { name: `${name}Value`, pointer: at, reader });
  return value.kind === "any" ? { kind: "record" } : { kind: "map", value };
}
