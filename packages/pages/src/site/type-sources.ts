import { emitJsonSchema } from "@a2agen/generators/emit/jsonschema/emit-jsonschema.ts";
import { definitionPath, namePackage } from "@a2agen/generators/emit/jsonschema/package-names.ts";
import { modulePath } from "@a2agen/generators/emit/shared/module-path.ts";
import { emitTypes } from "@a2agen/generators/emit/types/emit-types.ts";
import type { Diagnostics } from "@a2agen/generators/model/diagnostics.ts";
import type { TypeModel } from "@a2agen/generators/model/index-model.ts";
import type { FileModel, Model } from "@a2agen/generators/model/model.ts";
import { readStatements } from "@a2agen/generators/print/statements.ts";

/** What the generators make of a type. */
export interface TypeSources {
  readonly schema: string;
  readonly typescript: string;
}

/** Emits the JSON Schemas and the TypeScript types of a model and finds those of a type in them. */
export function createTypeSources(
  model: Model,
  { diagnostics, generator }: { readonly diagnostics: Diagnostics; readonly generator: string },
): (type: TypeModel, file: FileModel) => TypeSources {
  const schemas = new Map(
    emitJsonSchema(model, { diagnostics, generator }).map(({ path, text }) => [path, text]),
  );
  const statements = new Map(
    emitTypes(model, diagnostics).map((file) => [
      file.path,
      readStatements(file.toText({ header: "", importExtension: "js" })).statements,
    ]),
  );
  return (type, file) => {
    const profile = model.profiles[file.profile];
    if (profile === undefined) return { schema: "", typescript: "" };
    const files = model.files.filter((other) => other.package === file.package);
    const names = namePackage(file.package, { profile, files });
    const path = definitionPath(names, { name: names.definitionOf(type.typeName), mode: "open" });
    const own = (statements.get(modulePath(file.name, "types")) ?? [])
      .map(({ code }) => code)
      .filter((code) =>
        new RegExp(`^export (?:interface|type|const) ${escapeName(type.identifier)}\\b(?!\\$)`).test(code),
      );
    return {
      schema: withoutComment(schemas.get(path) ?? schemas.get(`${profile.name}/${path}`)),
      typescript: own.map((code) => `${code.replace(/^[ \t]*\/\*\*[\s\S]*?\*\/\n/gm, "")}\n`).join("\n"),
    };
  };
}

function escapeName(identifier: string): string {
  return identifier.replaceAll("$", "\\$");
}

/** The schema without the line that says what made it. */
function withoutComment(text: string | undefined): string {
  if (text === undefined) return "";
  const { $comment: _, ...schema } = JSON.parse(text) as Readonly<Record<string, unknown>>;
  return JSON.stringify(schema, undefined, 2);
}
