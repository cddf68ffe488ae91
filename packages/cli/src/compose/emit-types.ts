import { printFragment, type Tokens } from "@a2agen/generators/json-schema/json-pointer.ts";
import { annotations, mapSubschemas } from "@a2agen/generators/json-schema/keywords.ts";
import type { Schema, SchemaObject } from "@a2agen/generators/json-schema/schema.ts";
import { isObject } from "@a2agen/runtime/internal";
import { toTypeName } from "./definition-names.ts";
import { referenceOf } from "./universe.ts";

/** All that is needed of json-schema-to-typescript; it is loaded only when types are written. */
export interface TypesLibrary {
  compile(schema: object, name: string, options: object): Promise<string>;
}

// A root that says nothing gets a type anyway, which is taken out again.
const rootName = "RootOfComposedSchema";

const formatting = { bracketSpacing: true, printWidth: 110, trailingComma: "all" };

/**
 * The text of a module with a type for every definition of a schema, and for its root if that says something.
 */
export async function emitSchemaTypes(
  document: SchemaObject,
  {
    library,
    header,
    root,
  }: { readonly library: TypesLibrary; readonly header: string; readonly root?: string },
): Promise<string> {
  const { $defs: definitions = {}, $schema: _, ...rest } = document;
  const prepared = {
    ...(root === undefined ? {} : (prepare(rest) as SchemaObject)),
    $defs: Object.fromEntries(
      Object.entries(definitions as SchemaObject).map(([name, schema]) => [
        toTypeName(name),
        prepare(schema as Schema),
      ]),
    ),
  };
  const name = root ?? rootName;
  const text = await library.compile(prepared, name, {
    unreachableDefinitions: true,
    additionalProperties: false,
    bannerComment: header,
    style: formatting,
    ignoreMinAndMaxItems: true,
    unknownAny: true,
    // Nothing is ever read or fetched.
    $refOptions: { resolve: { file: false, http: false, external: false } },
  });
  return tidy(text);
}

/** As json-schema-to-typescript makes one type of each definition, by its name. */
function prepare(schema: Schema): Schema {
  const mapped = mapSubschemas(schema, ({ schema: inner }) => prepare(inner));
  if (!isObject(mapped)) return mapped;
  const { title: _, ...rest } = mapped;
  const target = referenceOf(mapped);
  if (target === undefined) return rest;
  const [container, name = "", ...below] = target;
  const { $ref, ...beside } = rest;
  const isDefinition = container === "$defs" && below.length === 0;
  // By its name, so that the library does not walk from one definition into the next.
  const reference = isDefinition ? { tsType: toTypeName(name) } : { $ref: readdress($ref, target) };
  if (Object.keys(beside).every((keyword) => annotations.has(keyword))) {
    return isDefinition || Object.keys(beside).length === 0
      ? { ...beside, ...reference }
      : { ...beside, allOf: [reference] };
  }
  const arms = Array.isArray(beside["allOf"]) ? (beside["allOf"] as readonly unknown[]) : [];
  return { ...beside, allOf: [reference, ...arms] };
}

function readdress(reference: unknown, [container, name = "", ...below]: Tokens): unknown {
  return container === "$defs" ? printFragment([container, toTypeName(name), ...below]) : reference;
}

/** Takes out the root without members, and what the library says of where a type came from. */
function tidy(text: string): string {
  const block = new RegExp(`^export interface ${rootName} \\{\\n(?: .*\\n)*\\}\\n`, "m");
  return text
    .replace(block, "")
    .replace(/(?:^ \*\s*\n)?^ \* This interface was referenced by .*\n \* via the .*\n/gm, "")
    .replace(/^\/\*\*\n \*\/\n/gm, "");
}
