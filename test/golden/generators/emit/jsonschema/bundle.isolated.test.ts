import { FetchingJSONSchemaStore, InputData, JSONSchemaInput, quicktype } from "quicktype-core";
import { beforeAll, describe, expect, test } from "vitest";
import { createAjv } from "../../../../shared/jsonschema/create-ajv.ts";
import type { SchemaDocument } from "../../../../shared/jsonschema/emit-schemas.ts";
import { compileProtos } from "../../../../shared/process/compile-protos.ts";
import { runPlugin } from "../../../../shared/process/run-plugin.ts";

const protos = {
  "acme/orders/v1/orders.proto": `syntax = "proto3";
package acme.orders.v1;
import "acme/money/v1/money.proto";
import "google/protobuf/timestamp.proto";
import "google/protobuf/struct.proto";
// An order.
message Order {
  string id = 1;
  acme.money.v1.Money price = 2;
  oneof how { Card card = 3; Money cash = 4; }
  repeated Order parts = 5;
  google.protobuf.Timestamp made = 6;
  map<string, State> states = 7;
  google.protobuf.Struct more = 8;
}
message Card { string number = 1; }
message Money { int32 coins = 1; }
enum State { STATE_UNSPECIFIED = 0; STATE_PAID = 1; }
`,
  "acme/money/v1/money.proto": `syntax = "proto3";
package acme.money.v1;
message Money { int64 units = 1; Currency currency = 2; }
enum Currency { CURRENCY_UNSPECIFIED = 0; CURRENCY_EUR = 1; }
`,
};

const orders = "acme/orders/v1/orders.proto";
const a2a = "lf/a2a/v1/a2a.proto";
/** What is called of zod, whose declarations TypeScript 7 finds empty. */
type FromJsonSchema = (schema: object) => { safeParse(value: unknown): { readonly success: boolean } };

let fromJSONSchema: FromJsonSchema;
let documents: Readonly<Record<string, SchemaDocument>>;

beforeAll(async () => {
  const zod: object = await import("zod");
  fromJSONSchema = Reflect.get(zod, "fromJSONSchema") as FromJsonSchema;
  const files = await compileProtos(protos, [orders, a2a]);
  const parameter = "targets=jsonschema+schema-bundle";
  const result = await runPlugin({ files, generate: [orders, "acme/money/v1/money.proto", a2a], parameter });
  documents = Object.fromEntries(
    Object.entries(result.files).map(([path, text]) => [path, JSON.parse(text) as SchemaDocument]),
  );
});

const bundles = ["acme.orders.v1.schema.bundle.json", "a2a.schema.bundle.json"] as const;

function documentAt(path: string): SchemaDocument {
  const document = documents[path];
  if (document === undefined) throw new Error(`no ${path} in ${Object.keys(documents).join(", ")}`);
  return document;
}

function hasDefinition(path: string, name: string): boolean {
  return Object.hasOwn(documentAt(path).$defs ?? {}, name);
}

/** A document whose root is one of its definitions. */
function rootedAt(path: string, name: string): Record<string, unknown> {
  return { ...documentAt(path), title: name, $ref: `#/$defs/${name}` };
}

const right = {
  id: "o",
  price: { units: "5", currency: "CURRENCY_EUR" },
  cash: { coins: 1 },
  parts: [{ id: "p" }],
};
const wrong: readonly object[] = [
  { card: {}, cash: {} },
  { price: { units: "x" } },
  { parts: [{ id: 1 }] },
  { states: { a: true } },
];

describe.each(bundles)("%s", (path) => {
  test("refers to nothing outside of it, and has no schema that is false", () => {
    const references = new Set<unknown>();
    const visit = (value: unknown, key: string): void => {
      if (key === "$ref") references.add(value);
      if (value === false && !["additionalProperties", "default"].includes(key)) {
        throw new Error(`${key} is false`);
      }
      if (typeof value !== "object" || value === null) return;
      for (const [name, each] of Object.entries(value)) visit(each, name);
    };
    const document = documentAt(path);
    visit(document, "");
    const known = new Set<unknown>(Object.keys(document.$defs ?? {}).map((name) => `#/$defs/${name}`));
    expect([...references].filter((reference) => !known.has(reference))).toEqual([]);
  });

  test("quicktype reads it, and writes types", async () => {
    const schema = new JSONSchemaInput(new FetchingJSONSchemaStore());
    const names = ["Order", "AgentCard", "SendMessageRequest", "StreamResponse"].filter((name) =>
      hasDefinition(path, name),
    );
    expect(names).not.toEqual([]);
    for (const name of names) await schema.addSource({ name, schema: JSON.stringify(rootedAt(path, name)) });
    const inputData = new InputData();
    inputData.addInput(schema);
    const { lines } = await quicktype({ inputData, lang: "typescript" });
    expect(lines.join("\n")).toMatch(/^ +(?:cash\?: +null \| Cash|statusUpdate\?: +null \| \w+);$/m);
  });

  test("zod reads every definition but those with a keyword that it lacks", () => {
    const names = Object.keys(documentAt(path).$defs ?? {});
    const refused = names.flatMap((name) => {
      try {
        fromJSONSchema(rootedAt(path, name));
        return [];
      } catch (error) {
        return [`${name}: ${String(error)}`];
      }
    });
    const lacks = "Error: not is not supported in Zod (except { not: {} } for never)";
    expect(refused.filter((text) => !/JsonRpc\w*: /.test(text) || !text.endsWith(lacks))).toEqual([]);
    expect(names.length - refused.length).toBeGreaterThan(5);
  });
});

test("types of other packages are in it, under a name of their own where it is taken", () => {
  expect(Object.keys(documentAt(bundles[0]).$defs ?? {})).toEqual([
    "Card",
    "Currency",
    "Money",
    "Never",
    "Order",
    "State",
    "acme_money_v1_Money",
  ]);
});

test("it takes and refuses what the schemas of the packages take and refuse, by ajv and by zod", () => {
  const ajv = createAjv(
    ["acme.orders.v1.schema.json", "acme.money.v1.schema.json", bundles[0]].map(documentAt),
  );
  const verdicts = (path: string): readonly unknown[] =>
    [right, ...wrong].map((value) => ajv.validate(`${documentAt(path).$id}#/$defs/Order`, value));
  const order = fromJSONSchema(rootedAt(bundles[0], "Order"));
  const byZod = [right, ...wrong].map((value) => order.safeParse(value).success);
  const want = [true, ...wrong.map(() => false)];
  expect([verdicts("acme.orders.v1.schema.json"), verdicts(bundles[0]), byZod]).toEqual([want, want, want]);
});
