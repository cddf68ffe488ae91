import type { JsonType, SchemaNode } from "@a2agen/generators/schema/schema-node.ts";
import { isObject } from "@a2agen/runtime/internal";
import type { KnownData } from "./known-extension.ts";

type Schema = Pick<KnownData, "node" | "codec">;

/** Nested values end here: schemas may go in circles. */
const maximumDepth = 12;

/** How many arms of unions are tried. */
const choices = 12;

/** Texts of the formats that schemas have. */
const byFormat: Readonly<Record<string, string>> = {
  "date-time": "2030-01-01T00:00:00Z",
  date: "2030-01-01",
  time: "12:00:00Z",
  duration: "PT1S",
  email: "probe@example.com",
  uri: "https://example.com/probe",
  uuid: "00000000-0000-4000-8000-000000000000",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  hostname: "example.com",
  "json-pointer": "/probe",
};

/** Of these one may match a pattern. */
const texts: readonly string[] = [
  "probe",
  "1",
  "0x1",
  `0x${"0".repeat(40)}`,
  `0x${"0".repeat(64)}`,
  "USD",
  "v1.0",
  "en",
  'profile="https://example.com/probe"',
  ...Object.values(byFormat),
];

/**
 * A small valid value with the given members, and with some more that the schema does not require; undefined
 * where none is found.
 */
export function makeValue(
  { node, codec }: Schema,
  members: Readonly<Record<string, unknown>> = {},
  more: readonly string[] = [],
): unknown {
  for (let choice = 0; choice < choices; choice++) {
    const nodes = withParts([node], choice);
    const made = make([node], choice, 0);
    const added = more.map((name) => [name, makeMember(name, nodes, { choice, depth: 0 })] as const);
    const value = isObject(made) ? { ...made, ...Object.fromEntries(added), ...members } : made;
    if (codec.is(value)) return value;
  }
  return undefined;
}

/** A wrong value, and what is wrong with it. */
export interface WrongValue {
  readonly what: string;
  readonly value: unknown;
}

/** Values with one mistake each: a member that is missing, or of another type, or all of another type. */
export function makeMistakes(schema: Schema): readonly WrongValue[] {
  const right = makeValue(schema);
  if (right === undefined) return [];
  const isWrong = ({ value }: WrongValue): boolean => !schema.codec.is(value);
  if (!isObject(right)) return [{ what: "another type", value: { probe: true } }].filter(isWrong);
  const names = Object.keys(right);
  const missing = names.map((name): WrongValue => {
    const { [name]: _left, ...value } = right;
    return { what: `no ${name}`, value };
  });
  const mistyped = names.map((name) => ({
    what: `${name} is {"probe":[]}`,
    value: { ...right, [name]: { probe: [] } },
  }));
  // Without any member there would be no data.
  const some = missing.filter(({ value }) => Object.keys(value as object).length > 0);
  return [...some.filter(isWrong).slice(0, 2), ...mistyped.filter(isWrong).slice(0, 2)];
}

/** A text that a pattern matches. */
export function textFor(matches: RegExp): string | undefined {
  return texts.find((text) => matches.test(text));
}

/** A value that all of these schemas may accept. */
function make(given: readonly SchemaNode[], choice: number, depth: number): unknown {
  const nodes = withParts(given, choice);
  const fixed = nodes.find(({ says }) => says.const !== undefined)?.says.const;
  if (fixed !== undefined) return fixed.value;
  const lists = nodes.flatMap(({ says }) => (says.enum === undefined ? [] : [says.enum]));
  const [first] = lists;
  if (first !== undefined) return first.find((value) => lists.every((list) => list.includes(value)));
  if (depth > maximumDepth) return undefined;
  const type = typeOf(nodes);
  switch (type) {
    case "object":
      return makeObject(nodes, choice, depth);
    case "array":
      return makeArray(nodes, choice, depth);
    case "string":
      return makeText(nodes);
    case "number":
    case "integer":
      return makeNumber(nodes);
    case "boolean":
      return true;
    case "null":
      return null;
  }
}

/** The schemas with what they refer to, their parts, and one arm of each union. */
function withParts(given: readonly SchemaNode[], choice: number): readonly SchemaNode[] {
  const all = new Set(given);
  // The set grows while it is walked.
  for (const { says, refs } of all) {
    const unions = [says.anyOf, says.oneOf].flatMap((arms) => arms?.[choice % arms.length] ?? []);
    for (const part of [...refs, ...(says.allOf ?? []), ...unions]) all.add(part);
  }
  return [...all];
}

function typeOf(nodes: readonly SchemaNode[]): JsonType {
  const lists = nodes.flatMap(({ says }) => (says.type === undefined ? [] : [says.type]));
  const found = lists[0]?.find((type) => lists.every((list) => list.includes(type)));
  if (found !== undefined) return found;
  const says = (test: (says: SchemaNode["says"]) => boolean): boolean =>
    nodes.some((node) => test(node.says));
  if (says(({ properties, required }) => properties !== undefined || required !== undefined)) return "object";
  if (says(({ items, prefixItems }) => items !== undefined || prefixItems !== undefined)) return "array";
  if (says(({ minimum, maximum }) => minimum !== undefined || maximum !== undefined)) return "number";
  return "string";
}

function makeObject(nodes: readonly SchemaNode[], choice: number, depth: number): object {
  const names = new Set(nodes.flatMap(({ says }) => says.required ?? []));
  return Object.fromEntries([...names].map((name) => [name, makeMember(name, nodes, { choice, depth })]));
}

function makeMember(
  name: string,
  nodes: readonly SchemaNode[],
  { choice, depth }: { readonly choice: number; readonly depth: number },
): unknown {
  const members = nodes.flatMap(({ says }) => says.properties?.get(name) ?? says.additionalProperties ?? []);
  return make(members, choice, depth + 1);
}

function makeArray(nodes: readonly SchemaNode[], choice: number, depth: number): readonly unknown[] {
  const length = Math.max(0, ...nodes.map(({ says }) => says.minItems ?? 0));
  return Array.from({ length: Math.min(length, 10) }, (_, index) => {
    const items = nodes.flatMap(({ says }) => says.prefixItems?.[index] ?? says.items ?? says.contains ?? []);
    return make(items, choice + index, depth + 1);
  });
}

function makeText(nodes: readonly SchemaNode[]): string {
  const format = nodes.find(({ says }) => says.format !== undefined)?.says.format ?? "";
  const patterns = nodes.flatMap(({ says }) =>
    says.pattern === undefined ? [] : [new RegExp(says.pattern, "u")],
  );
  const longest = Math.max(0, ...nodes.map(({ says }) => says.minLength ?? 0));
  const all = [byFormat[format] ?? "probe", ...texts].map((text) => text.padEnd(longest, "0"));
  return all.find((text) => patterns.every((pattern) => pattern.test(text))) ?? "";
}

function makeNumber(nodes: readonly SchemaNode[]): number {
  const limits = nodes.flatMap(({ says }) => [says.minimum ?? [], (says.exclusiveMinimum ?? NaN) + 1].flat());
  return Math.max(1, ...limits.filter((limit) => !Number.isNaN(limit)));
}
