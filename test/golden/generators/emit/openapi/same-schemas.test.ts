import { expect, test } from "vitest";
import { createAjv } from "../../../../shared/jsonschema/create-ajv.ts";
import { emitSchemas, schemaAt } from "../../../../shared/jsonschema/emit-schemas.ts";
import { compileProtos } from "../../../../shared/process/compile-protos.ts";
import { buildDocument, readLibraryProtos, subjects } from "./documents.ts";

const bundles = {
  "a2a-1.0-draft": "a2a.schema.json",
  "a2a-1.0": "a2a.schema.json",
  library: "library.v1.schema.json",
};

/** What a schema says of values: without texts for people, and with references in one form. */
function essence(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(essence);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).flatMap(([key, item]): readonly (readonly [string, unknown])[] => {
    if (key === "description" || key === "default" || key === "examples" || key === "minProperties")
      return [];
    // Linters of OpenAPI refuse an `allOf` with nothing in it.
    if (key === "allOf" && JSON.stringify(item) === "[{}]") return [];
    if (key === "$ref") return [[key, String(item).replace(/^.*[/.]/, "")]];
    return [[key, essence(item)]];
  });
  const schema = Object.fromEntries(entries);
  // A reference with a description stands in an `allOf`; without texts it is the reference itself.
  const { allOf, ...rest } = schema;
  const [only, ...further] = Array.isArray(allOf) ? (allOf as readonly unknown[]) : [];
  return only !== undefined && further.length === 0 && Object.keys(rest).length === 0 ? only : schema;
}

test.each(["a2a-1.0-draft", "a2a-1.0", "library"] as const)(
  "the schemas of %s are those of its JSON Schema, by the same names",
  async (subject) => {
    const path = subjects[subject];
    const files = await compileProtos(subject === "library" ? await readLibraryProtos() : {}, [path]);
    const bundle = schemaAt(emitSchemas(files, { requested: [path] }), bundles[subject]);
    const { document } = await buildDocument(subject, "3.2");
    const schemas = Object.entries(document.components?.schemas ?? {});
    const shared = schemas.filter(([name]) => bundle.$defs?.[name] !== undefined);
    for (const [name, schema] of shared) {
      expect({ name, schema: essence(schema) }).toEqual({ name, schema: essence(bundle.$defs?.[name]) });
    }
    const own = schemas.map(([name]) => name).filter((name) => bundle.$defs?.[name] === undefined);
    expect(own.filter((name) => !/(?:Body|^ErrorDetail)$/.test(name))).toEqual(
      // Types of other packages have bundles of their own.
      subject === "library" ? ["Money", "library.common.Shelf"] : [],
    );
  },
);

interface Value {
  readonly name: string;
  readonly type: string;
  readonly value: unknown;
  readonly valid: boolean;
}

const values: readonly Value[] = [
  { name: "one member of a oneof", type: "Part", value: { text: "a", metadata: { k: null } }, valid: true },
  { name: "two members of a oneof", type: "Part", value: { text: "a", raw: "" }, valid: false },
  { name: "no member of a oneof", type: "Part", value: { filename: "a" }, valid: false },
  { name: "an unknown property", type: "Part", value: { text: "a", later: 1 }, valid: true },
  {
    name: "a required list without element",
    type: "Artifact",
    value: { artifactId: "a", parts: [] },
    valid: false,
  },
  {
    name: "the body of an error",
    type: "TaskNotFoundErrorBody",
    value: {
      error: {
        code: 404,
        status: "NOT_FOUND",
        message: "no such task",
        details: [
          {
            "@type": "type.googleapis.com/google.rpc.ErrorInfo",
            reason: "TASK_NOT_FOUND",
            domain: "a2a-protocol.org",
          },
        ],
      },
    },
    valid: true,
  },
  {
    name: "the body of an error with the reason of another",
    type: "TaskNotFoundErrorBody",
    value: {
      error: {
        code: 404,
        status: "NOT_FOUND",
        message: "no such task",
        details: [
          {
            "@type": "type.googleapis.com/google.rpc.ErrorInfo",
            reason: "OTHER",
            domain: "a2a-protocol.org",
          },
        ],
      },
    },
    valid: false,
  },
];

test.each(["3.1", "3.2"] as const)("the schemas of %s accept and refuse the same values", async (version) => {
  const { document } = await buildDocument("a2a-1.0", version);
  const local = JSON.stringify(document.components?.schemas).replaceAll("#/components/schemas/", "#/$defs/");
  const $defs = JSON.parse(local) as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  const ajv = createAjv([{ $id: "document", $comment: "", $defs }]);
  for (const { name, type, value, valid } of values) {
    expect({ name, valid: ajv.validate({ $ref: `document#/$defs/${type}` }, value) }).toEqual({
      name,
      valid,
    });
  }
});
