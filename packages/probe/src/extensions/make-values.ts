import type { JsonType, SchemaNode } from "@a2agen/generators/schema/schema-node.ts";
import { isObject } from "@a2agen/runtime/internal";
import type { KnownData } from "./known-extension.ts";

type Schema = Pick<KnownData, "node" | "codec">;

/** Schemas may go in circles. */
const maximumDepth = 12;
const maximumValues = 1000;

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
  "e30.e30.e30",
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
    const making = { choice, depth: 0, budget: { left: maximumValues } };
    const made = make([node], making);
    const nodes = withParts([node], choice);
    const added = more.map((name) => [name, makeMember(name, nodes, making)] as const);
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
  const own = isObject(right) ? Object.keys(right) : [];
  const known = withParts([schema.node], 0).flatMap(({ says }) => [...(says.properties?.keys() ?? [])]);
  const missing = own.map((name) => {
    const { [name]: _left, ...value } = right as Readonly<Record<string, unknown>>;
    return { what: `no ${name}`, value };
  });
  const mistyped = (isObject(right) ? [...new Set([...own, ...known])] : []).map((name) => ({
    what: `${name} is {"probe":[]}`,
    value: { ...right, [name]: { probe: [] } },
  }));
  const others = [{ probe: [] }, "probe", 0].map((value) => ({ what: JSON.stringify(value), value }));
  const isWrong = ({ value }: WrongValue): boolean => !schema.codec.is(value);
  // Without any member there would be no data.
  const some = missing.filter(({ value }) => Object.keys(value).length > 0);
  const found = [...some.filter(isWrong).slice(0, 2), ...mistyped.filter(isWrong).slice(0, 2)];
  return found.length > 0 ? found : others.filter(isWrong).slice(0, 1);
}

/** A text that a pattern matches. */
export function textFor(matches: RegExp): string | undefined {
  return texts.find((text) => matches.test(text));
}

/** How a value is made: which arms of unions, how deep it is, and how many more values there may be. */
interface Making {
  readonly choice: number;
  readonly depth: number;
  readonly budget: { left: number };
}

/** A value that all of these schemas may accept. */
function make(given: readonly SchemaNode[], { choice, depth, budget }: Making): unknown {
  const nodes = withParts(given, choice);
  const fixed = nodes.find(({ says }) => says.const !== undefined)?.says.const;
  if (fixed !== undefined) return fixed.value;
  const lists = nodes.flatMap(({ says }) => (says.enum === undefined ? [] : [says.enum]));
  if (lists.length > 0) return lists[0]?.find((value) => lists.every((list) => list.includes(value)));
  if (depth > maximumDepth || budget.left-- <= 0) return undefined;
  const inner = { choice, depth: depth + 1, budget };
  switch (typeOf(nodes)) {
    case "object":
      return makeObject(nodes, inner);
    case "array":
      return makeArray(nodes, inner);
    case "string":
      return makeText(nodes);
    case "number":
    case "integer":
      return Math.max(1, ...nodes.map(({ says }) => says.minimum ?? (says.exclusiveMinimum ?? 0) + 1));
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
  const isObject = nodes.some(({ says }) => (says.properties ?? says.required) !== undefined);
  return found ?? (isObject ? "object" : "string");
}

function makeObject(nodes: readonly SchemaNode[], making: Making): object {
  const names = new Set(nodes.flatMap(({ says }) => says.required ?? []));
  return Object.fromEntries([...names].map((name) => [name, makeMember(name, nodes, making)]));
}

function makeMember(name: string, nodes: readonly SchemaNode[], making: Making): unknown {
  const members = nodes.flatMap(({ says }) => says.properties?.get(name) ?? says.additionalProperties ?? []);
  return make(members, making);
}

function makeArray(nodes: readonly SchemaNode[], making: Making): readonly unknown[] {
  const wanted = nodes.flatMap(({ says }) => says.contains ?? []);
  const length = Math.max(wanted.length, ...nodes.map(({ says }) => says.minItems ?? 0));
  return Array.from({ length: Math.min(length, 10) }, (_, index) => {
    const items = nodes.flatMap(({ says }) => says.prefixItems?.[index] ?? says.items ?? []);
    return make([...items, ...wanted.slice(index, index + 1)], making);
  });
}

function makeText(nodes: readonly SchemaNode[]): string {
  const format = nodes.find(({ says }) => says.format !== undefined)?.says.format ?? "";
  const patterns = nodes.flatMap(({ says }) =>
    says.pattern === undefined ? [] : [new RegExp(says.pattern, "u")],
  );
  const shortest = Math.max(0, ...nodes.map(({ says }) => says.minLength ?? 0));
  const all = [byFormat[format] ?? "probe", ...texts].map((text) => text.padEnd(shortest, "0"));
  return all.find((text) => patterns.every((pattern) => pattern.test(text))) ?? "";
}
