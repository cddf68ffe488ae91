import { printPointer, type Tokens } from "@a2agen/generators/json-schema/json-pointer.ts";
import { listSubschemas } from "@a2agen/generators/json-schema/keywords.ts";
import type { Schema } from "@a2agen/generators/json-schema/schema.ts";
import { isObject } from "@a2agen/runtime/internal";
import type { ProblemList } from "./compose-problem.ts";
import type { FileIndex, Target } from "./file-index.ts";
import type { SchemaFile } from "./schema-file.ts";

/** Every reference of the files, followed once. */
export interface ReferenceTable {
  /**
   * Where the `$ref` of the schema at a place leads; undefined without one, and for one that leads nowhere.
   */
  targetOf(file: SchemaFile, schema: Tokens): Target | undefined;
  /** Whether something refers to a place of a file, or to what is below it. */
  isReferred(file: SchemaFile, tokens: Tokens): boolean;
}

/**
 * Follows the references of all files, and reports those that lead nowhere or from the base to an extension.
 */
export function createReferenceTable(index: FileIndex, problems: ProblemList): ReferenceTable {
  const targets = new Map<SchemaFile, Map<string, Target>>();
  const referred = new Map<SchemaFile, Set<string>>(index.files.map((file) => [file, new Set()]));
  for (const file of index.files) {
    const own = new Map<string, Target>();
    targets.set(file, own);
    const visit = (schema: Schema, tokens: Tokens): void => {
      const reference = isObject(schema) ? schema["$ref"] : undefined;
      if (typeof reference === "string") {
        const target = index.resolve(reference, file, [...tokens, "$ref"]);
        if (target !== undefined) {
          own.set(printPointer(tokens), target);
          for (let i = 0; i <= target.tokens.length; i++) {
            // Of a definition the whole is referred to, of the root only itself.
            if (i === 0 && target.tokens.length > 0) continue;
            referred.get(target.file)?.add(printPointer(target.tokens.slice(0, i)));
          }
          refuseDirection(file, { target, tokens, problems });
        }
      }
      for (const { path, schema: inner } of listSubschemas(schema)) visit(inner, [...tokens, ...path]);
    };
    visit(file.content, []);
  }
  return {
    targetOf: (file, tokens) => targets.get(file)?.get(printPointer(tokens)),
    isReferred: (file, tokens) => referred.get(file)?.has(printPointer(tokens)) === true,
  };
}

function refuseDirection(
  from: SchemaFile,
  {
    target,
    tokens,
    problems,
  }: { readonly target: Target; readonly tokens: Tokens; readonly problems: ProblemList },
): void {
  if (from.role === "extension" || target.file.role !== "extension") return;
  const message = `expected a reference to the base or to a file of --reference; found one to the extension ${target.file.path}, without which the base has to be whole`;
  const pointer = `#${printPointer([...tokens, "$ref"])}`;
  problems.error({ code: "reference-direction", file: from.path, pointer, message });
}
