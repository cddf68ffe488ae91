import {
  parsePointer,
  printFragment,
  printPointer,
  type Tokens,
  valueAt,
} from "@a2agen/generators/json-schema/json-pointer.ts";
import type { Schema } from "@a2agen/generators/json-schema/schema.ts";
import { isObject } from "@a2agen/runtime/internal";
import { definitionsOf } from "./definition-names.ts";
import type { ExtensionSource } from "./extension-source.ts";
import { parseJsonPath } from "./json-path.ts";
import { type OverlayContext, readField } from "./read-overlay.ts";
import { type RewriteContext, rewriteSchema } from "./rewrite-schema.ts";
import type { SchemaFile } from "./schema-file.ts";
import type { Located, Universe } from "./universe.ts";

/** What an extension says it extends by a path: "$.CheckoutSession.discounts" (ACP extensions, 3.4). */
export interface ExtendedPlace {
  readonly extension: ExtensionSource;
  readonly path: string;
  /** The object of the composed document. */
  readonly object: Located;
  /** The field that is added; absent for a path to the object as a whole. */
  readonly field?: string;
}

/** The base as paths are looked up in it. */
export interface PathScope {
  readonly base: SchemaFile;
  readonly universe: Universe;
  /** The place of a definition of the base in the composed document. */
  readonly locate: (tokens: Tokens) => Located;
}

/** Whether what is extended is a path, and not a part of the API that the manifest names. */
export function isPath(target: string): boolean {
  return target.startsWith("$");
}

/** The object that a path leads to, from a definition by fields; otherwise what came instead of one. */
export function findObject(path: string, scope: PathScope): Located | string {
  const parsed = readPath(path);
  return typeof parsed === "string" ? parsed : follow(parsed, scope);
}

function readPath(path: string): readonly string[] | string {
  const parsed = parseJsonPath(path);
  if ("names" in parsed) return parsed.names;
  const shown = JSON.stringify(path.length > 100 ? `${path.slice(0, 100)}...` : path);
  return `${parsed.problem.found}, at character ${parsed.problem.at} of ${shown}`;
}

function follow([name = "", ...fields]: readonly string[], scope: PathScope): Located | string {
  const { base, universe, locate } = scope;
  const definition = definitionsOf(base).find((one) => one.name === name);
  if (definition === undefined)
    return `${JSON.stringify(name)}, a definition that ${base.path} does not have`;
  let object = universe.follow(locate(definition.tokens));
  for (const field of fields) {
    const place = findField(object, field, universe);
    if (place === undefined) {
      return `${JSON.stringify(field)}, a field that ${printFragment(object.tokens)} does not have`;
    }
    object = universe.follow(place);
  }
  return object;
}

function findField(object: Located, name: string, universe: Universe): Located | undefined {
  for (const { tokens, schema } of universe.listParts(object)) {
    const properties = isObject(schema) ? schema["properties"] : undefined;
    if (!isObject(properties) || !Object.hasOwn(properties, name)) continue;
    return { tokens: [...tokens, "properties", name], schema: properties[name] as Schema };
  }
  return undefined;
}

/**
 * Reads the paths of an extension: adds the fields whose schemas its file has under their names, and reports
 * what is no path, leads nowhere, or to a field that is not there once the extension is composed.
 */
export function readExtends(
  { manifest, context }: { readonly manifest: string; readonly context: RewriteContext },
  overlay: OverlayContext,
  scope: PathScope,
): readonly ExtendedPlace[] {
  const { extension, universe, problems, fields } = overlay;
  const { file, entry } = extension;
  const schemaOf = (tokens: Tokens): Schema =>
    tokens[0] === "properties"
      ? rewriteSchema(valueAt(file.content, tokens) as Schema, {
          file,
          tokens,
          context,
        })
      : { $ref: printFragment(parsePointer(context.names.pointerOf({ file, tokens })) ?? []) };
  return (entry?.extends ?? []).flatMap((path, i): readonly ExtendedPlace[] => {
    if (!isPath(path)) return [];
    const report = (message: string): readonly ExtendedPlace[] => {
      const pointer = printFragment([...(entry?.at ?? []), "extends", String(i)]);
      problems.error({ code: "extends", file: manifest, pointer, message, section: "3.4" });
      return [];
    };
    const parsed = readPath(path);
    const objects = typeof parsed === "string" || parsed.length < 2 ? parsed : parsed.slice(0, -1);
    const object = typeof objects === "string" ? objects : follow(objects, scope);
    if (typeof object === "string") {
      return report(`expected a JSONPath such as "$.CheckoutSession.discounts"; found ${object}`);
    }
    const field = parsed.length < 2 ? undefined : parsed.at(-1);
    if (field === undefined) return [{ extension, path, object }];
    const isThere =
      findField(object, field, universe) !== undefined ||
      fields.some(({ origin, object: place, name }) => {
        return origin.extension === extension && name === field && isPartOf(place, object, universe);
      });
    if (!isThere) {
      const tokens = findSchema(file, field);
      if (tokens === undefined) {
        return report(
          `expected the field ${JSON.stringify(field)} in ${printFragment(object.tokens)} once the extension is composed; found nothing that adds it: no definition of ${file.path} that is allOf of a reference to it and the field, none called ${JSON.stringify(field)} or ${JSON.stringify(`${field}_object`)}, no property of its root, and none in fields of the manifest`,
        );
      }
      readField(field, { schema: schemaOf(tokens), at: tokens, base: object }, overlay);
    }
    return [{ extension, path, object, field }];
  });
}

/** Whether a place is one of the schemas that make an object. */
export function isPartOf(place: Tokens, object: Located, universe: Universe): boolean {
  const pointer = printPointer(place);
  return universe.listParts(object).some(({ tokens }) => printPointer(tokens) === pointer);
}

/** The schema of a field, where the file of an extension has one under its name. */
function findSchema(file: SchemaFile, field: string): Tokens | undefined {
  const definitions = ["$defs", "definitions"].flatMap((key) => [
    [key, field],
    [key, `${field}_object`],
  ]);
  return [["properties", field], ...definitions].find(
    (tokens) => valueAt(file.content, tokens) !== undefined,
  );
}
