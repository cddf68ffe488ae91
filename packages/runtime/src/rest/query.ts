import type { Issue } from "../core/issue.ts";
import { isObject } from "../core/object.ts";
import type { ParameterType } from "../service/method.ts";
import { show } from "../service/service-parameters.ts";
import { decodePercent, encodePercent } from "./percent.ts";
import { setField } from "./request-field.ts";

/** Which fields of a request its query can carry, by the name of the parameter. */
export type QueryParameters = ReadonlyMap<string, ParameterType>;

/**
 * Reads the query of a request into its fields and returns what is wrong with it. Names that are no
 * parameter are ignored. Values of a list come with a parameter each, with commas between them, or
 * both; a comma that belongs to a value is sent as "%2C". Names and values are percent-encoded UTF-8
 * in which "+" is a space.
 */
export function readQuery(
  query: string,
  parameters: QueryParameters,
  request: Record<string, unknown>,
): readonly Issue[] {
  const issues: Issue[] = [];
  const sent = collectValues(query, parameters);
  for (const [name, texts] of sent) {
    const type = parameters.get(name) ?? "string";
    const isList = type.endsWith("[]");
    if (!isList && texts.length > 1) {
      issues.push(toIssue(name, "duplicate", `expected one value, got ${texts.length}`));
      continue;
    }
    const raw = isList ? texts.flatMap((text) => text.split(",")) : texts;
    const values = raw.map((text) => decodeForm(text));
    const bad = values.indexOf(undefined);
    if (bad >= 0) {
      issues.push(toIssue(name, "format", `expected percent-encoded UTF-8, got ${show(raw[bad] ?? "")}`));
      continue;
    }
    const json = values.map((text) => toJson(text ?? "", type));
    if (!setField(request, name.split("."), isList ? json : json[0])) {
      issues.push(toIssue(name, "duplicate", "set twice, with different values"));
    }
  }
  return issues;
}

/** A problem of a field that a path or query sets. */
export function toIssue(name: string, code: Issue["code"], message: string): Issue {
  return { code, path: name, segments: name.split("."), message };
}

function collectValues(query: string, parameters: QueryParameters): Map<string, string[]> {
  const sent = new Map<string, string[]>();
  for (const part of query.split("&")) {
    const equals = part.indexOf("=");
    const name = decodeForm(equals < 0 ? part : part.slice(0, equals));
    if (name === undefined || !parameters.has(name)) continue;
    const text = equals < 0 ? "" : part.slice(equals + 1);
    const texts = sent.get(name);
    if (texts === undefined) sent.set(name, [text]);
    else texts.push(text);
  }
  return sent;
}

function decodeForm(text: string): string | undefined {
  return decodePercent(text.includes("+") ? text.replaceAll("+", " ") : text);
}

const numberText = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/**
 * The JSON value that a text stands for. A text that is not of the type stays a text, so that the
 * codec says of it what it says of the same value in a body.
 */
export function toJson(text: string, type: ParameterType): unknown {
  switch (type) {
    case "string":
    case "string[]":
      return text;
    case "number":
    case "number[]":
      return numberText.test(text) ? Number(text) : text;
    case "boolean":
    case "boolean[]":
      return text === "true" ? true : text === "false" ? false : text;
    case "enum":
    case "enum[]":
      return /^-?[0-9]+$/.test(text) ? Number(text) : text;
  }
}

/** A query, or the field that no query can carry. */
export type WrittenQuery =
  | { readonly ok: true; readonly query: string }
  | { readonly ok: false; readonly field: string; readonly problem: string };

/** Writes the fields of a request, as it is encoded, into a query; lists as a parameter for each element. */
export function writeQuery(
  request: Readonly<Record<string, unknown>>,
  parameters: Readonly<Record<string, ParameterType>>,
): WrittenQuery {
  const parts: string[] = [];
  const problem = writeFields(request, "", { parameters, parts });
  return problem === undefined ? { ok: true, query: parts.join("&") } : { ok: false, ...problem };
}

interface QueryWriter {
  readonly parameters: Readonly<Record<string, ParameterType>>;
  readonly parts: string[];
}

interface FieldProblem {
  readonly field: string;
  readonly problem: string;
}

function writeFields(
  message: Readonly<Record<string, unknown>>,
  prefix: string,
  writer: QueryWriter,
): FieldProblem | undefined {
  for (const [name, value] of Object.entries(message)) {
    if (value === undefined) continue;
    const problem = writeField(prefix + name, value, writer);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function writeField(field: string, value: unknown, writer: QueryWriter): FieldProblem | undefined {
  if (Object.hasOwn(writer.parameters, field)) {
    for (const element of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
      const text = encodePercent(String(element));
      if (text === undefined)
        return { field, problem: "expected valid Unicode, got half of a surrogate pair" };
      writer.parts.push(`${encodePercent(field) ?? field}=${text}`);
    }
    return undefined;
  }
  const hasInner = Object.keys(writer.parameters).some((name) => name.startsWith(`${field}.`));
  if (!hasInner || !isObject(value)) return { field, problem: "this field cannot be in a query" };
  if (Object.keys(value).length === 0)
    return { field, problem: "a message without fields cannot be in a query" };
  return writeFields(value, `${field}.`, writer);
}
