import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { SchemaDocument } from "./emit-schemas.ts";

/** An ajv that refuses what is doubtful in a schema, and knows the given ones by their `$id`. */
export function createAjv(schemas: Iterable<SchemaDocument>): Ajv2020 {
  // Fields may be called like what every object inherits.
  const ajv = new Ajv2020({ strict: true, allErrors: true, validateFormats: true, ownProperties: true });
  addFormats(ajv);
  for (const schema of schemas) ajv.addSchema(schema);
  return ajv;
}
