import { isJsonObject, parseObject } from "./json.ts";
import { type PackageFile, textOf } from "./package-file.ts";

/** What is wrong with the JSON Schemas of a package: whether they compile, all references of all types included. */
export async function compileSchemas(files: readonly PackageFile[]): Promise<readonly string[]> {
  const schemas = files.filter(({ path }) => /^schemas\/.*\.json$/.test(path));
  if (schemas.length === 0) return [];
  const { Ajv2020 } = await import("ajv/dist/2020.js");
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
  const problems: string[] = [];
  const added: (readonly [path: string, references: readonly string[]])[] = [];
  for (const file of schemas) {
    const schema = parseObject(textOf(file));
    const id = schema?.["$id"];
    if (schema === undefined || typeof id !== "string") {
      problems.push(`${file.path}: expected a JSON Schema with an $id; it is none`);
      continue;
    }
    try {
      ajv.addSchema(schema);
    } catch (error) {
      problems.push(`${file.path}: expected a JSON Schema; ${messageOf(error)}`);
      continue;
    }
    const definitions = isJsonObject(schema["$defs"]) ? Object.keys(schema["$defs"]) : [];
    added.push([file.path, [id, ...definitions.map((name) => `${id}#/$defs/${encodeURIComponent(name)}`)]]);
  }
  for (const [path, references] of added) {
    const problem = references.map((reference) => compile(reference)).find((each) => each !== undefined);
    if (problem !== undefined) problems.push(`${path}: expected a schema that compiles; ${problem}`);
  }
  return problems;

  function compile(reference: string): string | undefined {
    try {
      return ajv.getSchema(reference) === undefined ? `there is no ${reference}` : undefined;
    } catch (error) {
      return messageOf(error);
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
