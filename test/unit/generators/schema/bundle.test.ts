import { createDiagnostics } from "@a2agen/generators/model/diagnostics.ts";
import { bundleSchema } from "@a2agen/generators/schema/bundle-schema.ts";
import { readSchemas } from "@a2agen/generators/schema/read-schemas.ts";
import { expect, test } from "vitest";
import { compileSchemas } from "../../../shared/schema/compile-schemas.ts";
import { ajvVerdict } from "../../../shared/schema/other-validators.ts";

const documents = [
  {
    path: "old.json",
    json: {
      $schema: "http://json-schema.org/draft-07/schema#",
      definitions: {
        pair: {
          description: "A pair.",
          "x-own": 1,
          items: [{ $ref: "new.json#/$defs/name", minLength: 9 }, { $ref: "#/definitions/pair" }],
          additionalItems: false,
          dependencies: { a: ["b"], c: { required: ["d"] } },
        },
      },
    },
  },
  {
    path: "new.json",
    json: {
      $id: "https://example.com/new.json",
      $defs: {
        name: { $anchor: "n", $ref: "#/$defs/text", minLength: 2 },
        text: { type: "string", const: "ab" },
      },
    },
  },
];

test("a bundle is one document of 2020-12 that says the same", () => {
  const bundle = bundleSchema(readSchemas(documents, createDiagnostics()), "old.json#/definitions/pair");
  expect(bundle).toEqual({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $ref: "#/$defs/pair",
    $defs: {
      pair: {
        description: "A pair.",
        "x-own": 1,
        prefixItems: [{ $ref: "#/$defs/name" }, { $ref: "#/$defs/pair" }],
        items: false,
        dependentRequired: { a: ["b"] },
        dependentSchemas: { c: { required: ["d"] } },
      },
      name: { $ref: "#/$defs/text", minLength: 2 },
      text: { type: "string", const: "ab" },
    },
  });
  const { codecs } = compileSchemas(documents, [{ ref: "old.json#/definitions/pair", name: "Pair" }]);
  const verdict = ajvVerdict(bundle, "2020-12");
  for (const value of [["ab"], ["ab", ["ab", []]], ["a"], ["ab", ["abc"]], [1], { a: 1 }, { c: 1, d: 2 }]) {
    expect(codecs["PairCodec"]?.is(value)).toBe(verdict(value));
  }
});

test("there is no bundle of a place that no file has", () => {
  expect(
    bundleSchema(readSchemas(documents, createDiagnostics()), "old.json#/definitions/none"),
  ).toBeUndefined();
});
