import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { composeAll, composeSchemas } from "../../../../packages/cli/src/compose/compose-schemas.ts";
import { acceptExtensions, activateExtensions } from "../../../../packages/runtime/src/negotiation/index.ts";
import { problemsOf } from "../../../shared/cli/compose.ts";

const directory = join(import.meta.dirname, "../../../../examples/acp-discount");

interface Example {
  readonly id: string;
  readonly json: unknown;
}

async function source(name: string): Promise<{ readonly path: string; readonly text: string }> {
  return { path: name, text: await readFile(join(directory, "schemas", name), "utf8") };
}

const examples = JSON.parse(
  await readFile(join(import.meta.dirname, "acp-examples.json"), "utf8"),
) as readonly Example[];
const { composition, open, strict, warnings } = composeSchemas({
  base: await source("checkout.json"),
  extensions: [await source("discount.json")],
  manifest: await source("compose.json"),
  Ajv2020,
});

/** The definition that each example of the framework is of. */
const types: Readonly<Record<string, string>> = {
  "s004-L76": "CheckoutSession",
  "s004-L96": "CheckoutRequest",
  "s004-L132": "Extension",
  "s004-L152": "ResponseCapabilities",
  "s004-L258": "CheckoutSession",
};

/** Those that are not valid, with the reason. */
const invalid: Readonly<Record<string, { readonly reason: string; readonly missing: readonly string[] }>> = {
  "s004-L258": {
    reason: "a fragment of a session: only its capabilities are shown",
    missing: ["id", "status"],
  },
};

/** Those that are no values. */
const schemas: Readonly<Record<string, string>> = {
  "s004-L210": "a fragment of a schema: the definition that it refers to is left out",
};

test("every example is accounted for, and the schemas of the worked example are without warnings", () => {
  expect(examples.map(({ id }) => id).toSorted()).toEqual(
    [...Object.keys(types), ...Object.keys(schemas)].toSorted(),
  );
  expect(warnings).toEqual([]);
});

for (const [kind, document] of Object.entries({
  composed: composeAll(composition),
  open: composeAll(open),
  strict: composeAll(strict),
})) {
  test(`the examples of the framework are valid by the ${kind} schema, but for those with a reason`, () => {
    const ajv = new Ajv2020({ strict: true, allErrors: true });
    addFormats(ajv);
    ajv.addSchema(document, "https://composed.example/");
    for (const { id, json } of examples.filter((example) => Object.hasOwn(types, example.id))) {
      const validate = ajv.getSchema(`https://composed.example/#/$defs/${types[id]}`);
      expect(validate?.(json)).toBe(!Object.hasOwn(invalid, id));
      const missing = (validate?.errors ?? []).map(({ params }) => String(params["missingProperty"]));
      expect([id, missing]).toEqual([id, invalid[id]?.missing ?? []]);
    }
  });
}

test("the fragment of a schema lacks what it refers to, and is composed when it has it", () => {
  const fragment = examples.find(({ id }) => id === "s004-L210")?.json as { readonly $defs: object };
  const base = { $defs: { Session: { type: "object", properties: {}, additionalProperties: false } } };
  const manifest = {
    targets: { "checkout.response": ["#/$defs/Session"] },
    extensions: [
      { file: "discount.json", fields: { "checkout.response": { discounts: "#/$defs/discounts_object" } } },
    ],
  };
  expect(problemsOf({ base, manifest, extensions: { "discount.json": fragment } })).toEqual([
    'discount.json#/$defs/discounts_object/properties/applied/items/$ref: error: expected a reference to a schema; found "#/$defs/applied_discount", and in discount.json nothing there; correct the pointer [reference]',
  ]);
  const whole = { $defs: { ...fragment.$defs, applied_discount: { type: "object" } } };
  expect(problemsOf({ base, manifest, extensions: { "discount.json": whole } })).toEqual([]);
});

test("the lists of the examples are negotiated", () => {
  const at = (id: string): { readonly capabilities: { readonly extensions: readonly unknown[] } } =>
    examples.find((example) => example.id === id)?.json as never;
  const known = composition.extensions;
  expect(activateExtensions(at("s004-L96").capabilities.extensions, known)).toMatchObject({
    // With the version, which the example leaves out: each side may know another latest one (6.2).
    extensions: [{ name: "discount@2026-01-27", extends: ["checkout.request", "checkout.response"] }],
    findings: [{ code: "unknown", index: 1 }],
  });
  for (const id of ["s004-L76", "s004-L258"]) {
    const { targets } = composition;
    expect(
      acceptExtensions(at(id).capabilities.extensions, { requested: ["discount"], known, targets }),
    ).toEqual({
      active: ["discount@2026-01-27"],
      offered: [],
      findings: [],
    });
  }
});
