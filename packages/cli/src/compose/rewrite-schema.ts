import { parsePointer, printFragment, type Tokens } from "@a2agen/generators/json-schema/json-pointer.ts";
import { mapSubschemas } from "@a2agen/generators/json-schema/keywords.ts";
import type { Schema } from "@a2agen/generators/json-schema/schema.ts";
import { isObject } from "@a2agen/runtime/internal";
import { isKnown } from "./check-schema.ts";
import type { DefinitionNames } from "./definition-names.ts";
import type { ReferenceTable } from "./reference-table.ts";
import type { SchemaFile } from "./schema-file.ts";

export interface RewriteContext {
  readonly references: ReferenceTable;
  readonly names: DefinitionNames;
}

/**
 * A schema of a file as it stands in the composed document: with its references, and without what JSON Schema
 * does not know.
 */
export function rewriteSchema(
  schema: Schema,
  {
    file,
    tokens,
    context,
  }: { readonly file: SchemaFile; readonly tokens: Tokens; readonly context: RewriteContext },
): Schema {
  if (!isObject(schema)) return schema;
  const { references, names } = context;
  const kept: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === "example" && !Object.hasOwn(schema, "examples")) kept["examples"] = [value];
    else if (keyword === "$ref") {
      const target = references.targetOf(file, tokens);
      // Without a target there was an error.
      kept["$ref"] =
        target === undefined ? value : printFragment(parsePointer(names.pointerOf(target)) ?? []);
    } else if (isKnown(keyword) && (tokens.length > 0 || !isOfRoot(keyword))) kept[keyword] = value;
  }
  return mapSubschemas(kept, ({ schema: inner, path }) =>
    rewriteSchema(inner, { file, tokens: [...tokens, ...path], context }),
  );
}

function isOfRoot(keyword: string): boolean {
  return ["$id", "$schema", "$defs", "definitions"].includes(keyword);
}
