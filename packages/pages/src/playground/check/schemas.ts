import { lastName } from "@a2agen/generators/naming/last-name.ts";
import { isObject, own } from "@a2agen/runtime/internal";
import type { Segments } from "./places.ts";
import { versionAssets } from "./version-assets.ts";

export type Schema = Readonly<Record<string, unknown>>;

const prefix = "#/$defs/";

/** The schema of a type, with the definitions that it refers to and no others. */
export function schemaOf(dialect: string, typeName: string): Schema | undefined {
  const all = versionAssets.get(dialect)?.schema.$defs ?? {};
  const name = lastName(typeName);
  if (!Object.hasOwn(all, name)) return undefined;
  const names = new Set([name]);
  // The set grows while it is walked.
  for (const each of names) for (const reference of referencesOf(all[each])) names.add(reference);
  const $defs = Object.fromEntries([...names].map((each) => [each, all[each]]));
  return { $schema: "https://json-schema.org/draft/2020-12/schema", $ref: `${prefix}${name}`, $defs };
}

function referencesOf(schema: unknown): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(referencesOf);
  if (!isObject(schema)) return [];
  const { $ref: reference } = schema;
  const own =
    typeof reference === "string" && reference.startsWith(prefix) ? [reference.slice(prefix.length)] : [];
  return [...own, ...Object.values(schema).flatMap(referencesOf)];
}

/** The types around a place, from the root's to the innermost: "Task", "TaskStatus". */
export function typesAround(dialect: string, typeName: string, segments: Segments): readonly string[] {
  const all = versionAssets.get(dialect)?.schema.$defs ?? {};
  const names = [lastName(typeName)];
  let here: readonly unknown[] = [own(all, names[0] ?? "")];
  for (const segment of segments) {
    const inner = here
      .flatMap((schema) => resolve(schema, all))
      .flatMap(({ schema }) => step(schema, segment));
    here = inner;
    const [found] = inner.flatMap((schema) => resolve(schema, all)).flatMap(({ name }) => name ?? []);
    if (found !== undefined) names.push(found);
  }
  return names;
}

/** The fields of a value that its type does not have, with the paths to them. */
export function findUnknownFields(dialect: string, typeName: string, value: unknown): readonly Segments[] {
  const all = versionAssets.get(dialect)?.schema.$defs ?? {};
  const walk = (here: unknown, possible: readonly unknown[], path: Segments): readonly Segments[] => {
    const found = possible.flatMap((schema) => resolve(schema, all)).map(({ schema }) => schema);
    if (Array.isArray(here)) {
      return here.flatMap((each: unknown, index) =>
        walk(
          each,
          found.flatMap((schema) => step(schema, index)),
          [...path, index],
        ),
      );
    }
    const objects = found.filter(({ properties }) => isObject(properties));
    if (!isObject(here) || found.some(isOpen)) return [];
    return Object.entries(here).flatMap(([name, inner]) => {
      const inside = objects.flatMap((schema) => step(schema, name)).filter((schema) => schema !== undefined);
      if (inside.length > 0) return walk(inner, inside, [...path, name]);
      // Readers take proto names as well.
      const isOther =
        objects.length === 0 || objects.some((schema) => step(schema, toCamel(name))[0] !== undefined);
      return isOther ? [] : [[...path, name]];
    });
  };
  return walk(value, [own(all, lastName(typeName))], []);
}

function isOpen({ additionalProperties, properties, type }: Schema): boolean {
  return additionalProperties !== undefined || (properties === undefined && type === "object");
}

function toCamel(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

interface Resolved {
  readonly schema: Schema;
  readonly name?: string;
}

/** A schema without its references, and the alternatives that it has. */
function resolve(schema: unknown, all: Schema, depth = 0): readonly Resolved[] {
  if (!isObject(schema) || depth > 5) return [];
  const { $ref: reference } = schema;
  if (typeof reference === "string" && reference.startsWith(prefix)) {
    const name = reference.slice(prefix.length);
    return resolve(own(all, name), all, depth + 1).map((found) => ({ name, ...found }));
  }
  const arms = [schema["oneOf"], schema["anyOf"], schema["allOf"]].flatMap((list): readonly unknown[] =>
    Array.isArray(list) ? list : [],
  );
  return [{ schema }, ...arms.flatMap((arm) => resolve(arm, all, depth + 1))];
}

function step(schema: Schema, segment: string | number): readonly unknown[] {
  if (typeof segment === "number") return [schema["items"]];
  const { properties, additionalProperties } = schema;
  const inner = isObject(properties) ? own(properties, segment) : undefined;
  return [inner ?? additionalProperties];
}
