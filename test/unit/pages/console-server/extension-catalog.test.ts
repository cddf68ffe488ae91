import type { ExtensionManifest } from "@a2agen/generators/model/extension-manifest.ts";
import { expect, test } from "vitest";
import { ExtensionCatalog } from "../../../../packages/pages/src/console-server/extension-catalog.ts";
import { knownManifests } from "../../../../packages/pages/src/console-server/known-manifests.ts";

const timestamp = "https://github.com/a2aproject/a2a-samples/samples/extensions/timestamp/v1";
const json = { $defs: { Price: { type: "object", properties: { eur: { type: "number", minimum: 0 } } } } };

/** A manifest with one kind of data. */
function manifestOf(uri: string, type = "prices.json#/$defs/Price"): (typeof knownManifests)[number] {
  const manifest: ExtensionManifest = {
    extensions: [
      {
        name: "Prices",
        uri,
        kind: "state-machine",
        data: [{ name: "price", type, on: ["Message"], at: "uri-field" }],
        states: { data: "price", field: "step.name", moves: [{ from: "asked", to: ["paid"] }] },
      },
    ],
  };
  return { path: "extension.yaml", manifest, schemas: [{ path: "prices.json", json }] };
}

test("a manifest counts in the place of an earlier one of the URI", () => {
  const { facts, check } = new ExtensionCatalog([...knownManifests, manifestOf(timestamp)]);
  expect(facts.filter(({ uris }) => uris[0] === timestamp)).toEqual([
    {
      name: "Prices",
      uris: [timestamp],
      description: "",
      data: [
        {
          id: `${timestamp} price`,
          name: "price",
          description: "",
          on: ["Message"],
          from: "either",
          place: { kind: "fields", fields: ["eur"] },
          schema: {
            $schema: "https://json-schema.org/draft/2020-12/schema",
            $ref: "#/$defs/Price",
            $defs: json.$defs,
          },
          state: ["step", "name"],
        },
      ],
    },
  ]);
  expect(check({ ids: [`${timestamp} price`], value: { eur: -1 } })).toEqual([
    [{ path: "eur", message: "expected at least 0, got -1" }],
  ]);
});

test("a manifest whose schema is not there is refused", () => {
  expect(() => new ExtensionCatalog([manifestOf("https://a.example/v1", "prices.json#/$defs/None")])).toThrow(
    "https://a.example/v1: error: expected a schema at prices.json#/$defs/None; found none",
  );
});
