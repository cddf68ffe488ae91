import {
  parsePointer,
  printFragment,
  printPointer,
  type Tokens,
} from "@a2agen/generators/json-schema/json-pointer.ts";
import { listSubschemas, mapSubschemas } from "@a2agen/generators/json-schema/keywords.ts";
import type { Schema, SchemaObject } from "@a2agen/generators/json-schema/schema.ts";
import { isObject } from "@a2agen/runtime/internal";
import type { ComposedExtension, Composition } from "@a2agen/runtime/negotiation";
import type { ProblemList } from "./compose-problem.ts";
import { listReferred, type Universe } from "./universe.ts";

/**
 * Makes objects take unknown fields. What was valid stays valid: alternatives of which exactly one may
 * fit become alternatives of which one must, where opening could make a second one fit.
 */
export function openComposition(
  composition: Composition,
  universe: Universe,
  context: TwinContext,
): Composition {
  const isChanged = findChanged(composition, universe);
  const warned = new Set<string>();
  const open = (schema: Schema, tokens: Tokens): Schema => {
    const inner = mapSubschemas(schema, ({ schema: sub, path }) => open(sub, [...tokens, ...path]));
    if (!isObject(schema) || !isObject(inner)) return inner;
    const result: Record<string, unknown> = { ...inner };
    for (const keyword of ["additionalProperties", "unevaluatedProperties"]) {
      if (result[keyword] === false) Reflect.deleteProperty(result, keyword);
    }
    const changed = (keyword: string): boolean =>
      listSubschemas(schema).some(
        (sub) => sub.keyword === keyword && isChanged(sub.schema, [...tokens, ...sub.path]),
      );
    const drop = (keyword: string, also: readonly string[] = []): void => {
      for (const name of [keyword, ...also]) Reflect.deleteProperty(result, name);
      const pointer = printFragment([...tokens, keyword]);
      if (warned.has(pointer)) return;
      warned.add(pointer);
      const message = `the open schema leaves ${keyword} out: with objects open it would refuse values that are valid now`;
      context.problems.warn({ code: "twin-weaker", file: context.file, pointer, message });
    };
    if (changed("oneOf")) {
      const { oneOf: arms } = result;
      Reflect.deleteProperty(result, "oneOf");
      if (result["anyOf"] === undefined) result["anyOf"] = arms;
      else result["allOf"] = [...((result["allOf"] as readonly Schema[] | undefined) ?? []), { anyOf: arms }];
    }
    if (changed("not")) drop("not");
    if (changed("if")) drop("if", ["then", "else"]);
    if (result["maxContains"] !== undefined && changed("contains")) drop("maxContains");
    return result;
  };
  return {
    ...composition,
    base: open(composition.base, []) as SchemaObject,
    extensions: composition.extensions.map(
      (extension): ComposedExtension => ({
        ...extension,
        definitions: Object.fromEntries(
          Object.entries(extension.definitions).map(([name, schema]) => [
            name,
            open(schema, ["$defs", name]),
          ]),
        ),
        fields: extension.fields.map((field) => ({
          ...field,
          schema: open(field.schema, [...(parsePointer(field.object) ?? []), "properties", field.name]),
        })),
      }),
    ),
  };
}

/** Decides whether opening, or values added to an enum, make a schema accept more than in the base. */
function findChanged(
  composition: Composition,
  universe: Universe,
): (schema: Schema, tokens: Tokens) => boolean {
  const widened = new Set(composition.extensions.flatMap(({ values }) => values.map(({ schema }) => schema)));
  const extended = new Set(
    composition.extensions.flatMap(({ fields }) => fields.map(({ object }) => object)),
  );
  const { $defs: definitions, ...root } = universe.document;
  const roots = new Map<string, { readonly schema: Schema; readonly tokens: Tokens }>([
    ["", { schema: root, tokens: [] }],
    ...Object.entries((definitions ?? {}) as Readonly<Record<string, Schema>>).map(
      ([name, schema]) => [name, { schema, tokens: ["$defs", name] }] as const,
    ),
  ]);
  const changedByItself = (schema: Schema, tokens: Tokens): boolean => {
    const pointer = printPointer(tokens);
    if (widened.has(pointer) || extended.has(pointer)) return true;
    if (
      isObject(schema) &&
      (schema["additionalProperties"] === false || schema["unevaluatedProperties"] === false)
    ) {
      return true;
    }
    return listSubschemas(schema).some(({ path, schema: inner }) =>
      changedByItself(inner, [...tokens, ...path]),
    );
  };
  const changed = new Set(
    [...roots].filter(([, { schema, tokens }]) => changedByItself(schema, tokens)).map(([name]) => name),
  );
  const users = new Map<string, string[]>();
  for (const [name, { schema }] of roots) {
    for (const used of listReferred(schema)) users.set(used, [...(users.get(used) ?? []), name]);
  }
  // A Set grows while it is walked through.
  for (const name of changed) for (const user of users.get(name) ?? []) changed.add(user);
  return (schema, tokens) =>
    changedByItself(schema, tokens) || [...listReferred(schema)].some((name) => changed.has(name));
}

export interface TwinContext {
  readonly problems: ProblemList;
  /** Path of the base, for messages. */
  readonly file: string;
}
