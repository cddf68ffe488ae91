import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { definitionNames, schema } from "../../../shared/a2a-0.3/codecs.ts";
import { mutatedValue, validValue } from "../../../shared/a2a-0.3/values.ts";
import { chooseSeed } from "../../../shared/random/seed.ts";
import { runs } from "../../../shared/runs.ts";

const seed = Number(chooseSeed());
const folder = join(import.meta.dirname, "../../../../generated/a2a-0.3");
const options = { strict: true, allowUnionTypes: true };

const original = new Ajv({ ...options, schemas: [{ ...schema, $id: "original" }] });
const fitsOriginal = (name: string, value: unknown): boolean =>
  original.getSchema(`original#/definitions/${name}`)?.(value) === true;

async function readBundle(name: string): Promise<(definition: string, value: unknown) => boolean> {
  const bundle = JSON.parse(await readFile(join(folder, "schemas", name), "utf8")) as {
    readonly $id: string;
  };
  const ajv = new Ajv2020({ ...options, schemas: [bundle] });
  return (definition, value) => ajv.getSchema(`${bundle.$id}#/$defs/${definition}`)?.(value) === true;
}

describe("the JSON Schemas made from the model of 0.3", async () => {
  const fitsOpen = await readBundle("a2a.schema.json");
  const fitsStrict = await readBundle("a2a.schema.strict.json");

  test.each(definitionNames)(
    "allow what the protocol's own schema allows, and nothing else: %s",
    { tags: "thorough" },
    (name) => {
      fc.assert(
        fc.property(fc.oneof(validValue(name), mutatedValue(name)), (value) => {
          expect(fitsOpen(name, value)).toBe(fitsOriginal(name, value));
        }),
        { seed, numRuns: runs(20) },
      );
    },
  );

  test("are closed in the strict form", () => {
    const part = { kind: "text", text: "Hello" };
    expect(fitsStrict("Part", part)).toBe(true);
    expect(fitsStrict("Part", { ...part, more: 1 })).toBe(false);
    expect(fitsOpen("Part", { ...part, more: 1 })).toBe(true);
  });
});

test("the OpenRPC document has every method, and a schema for everything that it refers to", async () => {
  const text = await readFile(join(folder, "openapi/a2a.openrpc.json"), "utf8");
  const { methods, components } = JSON.parse(text) as {
    readonly methods: readonly {
      readonly name: string;
      readonly params: readonly { readonly name: string }[];
    }[];
    readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
  };
  const paramsOf = new Map(methods.map(({ name, params }) => [name, params.map((param) => param.name)]));
  expect([...paramsOf.keys()].sort()).toEqual(
    Object.values(schema.definitions)
      .flatMap((definition) =>
        "properties" in definition &&
        "method" in definition.properties &&
        "const" in definition.properties.method
          ? [definition.properties.method.const]
          : [],
      )
      .sort(),
  );
  // Of a union the parameters of all its objects.
  expect(paramsOf.get("tasks/pushNotificationConfig/get")).toEqual([
    "id",
    "metadata",
    "pushNotificationConfigId",
  ]);
  const references = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name = ""]) => name);
  expect(Object.keys(components.schemas).sort()).toEqual([...new Set(references)].sort());
});
