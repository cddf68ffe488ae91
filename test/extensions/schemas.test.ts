import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import manifestSchema from "../../profiles/extension.schema.json" with { type: "json" };
import { type Family, listTypes, readFamilies } from "./read-families.ts";

const validateManifest = createAjv().compile(manifestSchema);

describe.each(await readFamilies())("$name", (family) => {
  const ajv = compileSchemas(family);
  const types = listTypes(family);

  test("the manifest matches its schema", () => {
    const isValid = validateManifest({ extensions: family.extensions });
    expect({ isValid, errors: validateManifest.errors }).toEqual({ isValid: true, errors: null });
  });

  test("every data has cases, and every case has a data", () => {
    expect(Object.keys(family.cases).sort()).toEqual([...types.keys()].sort());
    for (const { valid } of Object.values(family.cases)) expect(Object.keys(valid)).not.toEqual([]);
  });

  test("every definition compiles", () => {
    for (const [path, schema] of family.schemas)
      for (const name of Object.keys("$defs" in schema && schema.$defs ? schema.$defs : {}))
        expect(ajv.getSchema(`${path}#/$defs/${name}`), `${path}: ${name}`).toBeTypeOf("function");
  });

  test.each([...types])("%s", (name, type) => {
    const validate = ajv.getSchema(type);
    const cases = family.cases[name];
    if (validate === undefined || cases === undefined) throw new Error(`${type} or its cases are missing`);
    const byRule = Object.entries(cases.refusedByRule ?? {}).map(
      ([title, { value }]) => [title, value] as const,
    );
    for (const [title, value] of [...Object.entries(cases.valid), ...byRule]) {
      const isValid = validate(value);
      expect({ isValid, errors: validate.errors }, `${name}: ${title}`).toEqual({
        isValid: true,
        errors: null,
      });
    }
    for (const [title, { value, at }] of Object.entries(cases.invalid)) {
      expect(validate(value), `${name}: ${title}`).toBe(false);
      expect((validate.errors ?? []).map(placeOf), `${name}: ${title}`).toContain(at);
    }
  });
});

function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true, ownProperties: true });
  addFormats(ajv);
  return ajv;
}

function compileSchemas({ schemas }: Family): Ajv2020 {
  const ajv = createAjv();
  for (const [path, schema] of schemas) ajv.addSchema(schema, path);
  return ajv;
}

/** The JSON pointer of the value that an error is about. */
function placeOf({ instancePath, params }: ErrorObject): string {
  const member =
    params["missingProperty"] ??
    params["additionalProperty"] ??
    params["unevaluatedProperty"] ??
    params["propertyName"];
  return member === undefined
    ? instancePath
    : `${instancePath}/${String(member).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
