import type { SchemaDocument } from "../../../../shared/jsonschema/emit-schemas.ts";

interface SchemaCompiler {
  compile(schema: object, name: string, options: object): Promise<string>;
}

// Through a variable: the declarations of a package under it do not pass exactOptionalPropertyTypes.
const compilerPackage: string = "json-schema-to-typescript";

/** What json-schema-to-typescript makes of a bundle, every definition of it. */
export async function compileSchemaTypes(bundle: SchemaDocument, options: object = {}): Promise<string> {
  const { compile } = (await import(compilerPackage)) as SchemaCompiler;
  // It changes the schema that it is given.
  return compile(structuredClone(bundle), "Bundle", { unreachableDefinitions: true, ...options });
}

/** The names of the types that a text exports. */
export function exportedTypes(text: string): readonly string[] {
  return [...text.matchAll(/^export (?:type|interface) (\w+)/gm)].flatMap(([, name]) => name ?? []);
}
