import { errorMessage, isObject } from "@a2agen/runtime/internal";
import { objectAt, objectIn, type PackageFile } from "../package/package-file.ts";

/**
 * Compiles the JSON Schemas of a package with all references of all types, and lists the problems. They may
 * refer to `others`, the schemas of its dependencies.
 */
export async function compileSchemas(
  files: readonly PackageFile[],
  others: readonly PackageFile[] = [],
): Promise<readonly string[]> {
  const schemas = files.filter(({ path }) => /^schemas\/.*\.json$/.test(path));
  if (schemas.length === 0) return [];
  const { Ajv2020 } = await import("ajv/dist/2020.js");
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
  const own = new Set(schemas.map((file) => objectIn(file)?.["$id"]));
  for (const file of others) {
    const schema = objectIn(file);
    const id = schema?.["$id"];
    // Its problems are reported for its own package.
    if (schema === undefined || typeof id !== "string" || own.has(id) || Object.hasOwn(ajv.schemas, id))
      continue;
    ajv.addSchema(schema, id);
  }
  const problems: string[] = [];
  const added: (readonly [path: string, references: readonly string[]])[] = [];
  for (const file of schemas) {
    const schema = objectIn(file);
    const id = schema?.["$id"];
    if (schema === undefined || typeof id !== "string") {
      problems.push(`${file.path}: expected a JSON Schema with an $id; found something else`);
      continue;
    }
    try {
      ajv.addSchema(schema);
    } catch (error) {
      problems.push(`${file.path}: expected a JSON Schema; ${errorMessage(error)}`);
      continue;
    }
    const definitions = Object.keys(objectAt(schema, "$defs"));
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
      const missing = isObject(error) ? error["missingRef"] : undefined;
      const remedy = typeof missing === "string" ? ": install the dependencies of the package" : "";
      return `${errorMessage(error)}${remedy}`;
    }
  }
}
