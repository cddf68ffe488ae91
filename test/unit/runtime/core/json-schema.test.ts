import { type Message, MessageCodec, type Task, TaskCodec } from "@a2agen/a2a-1.0";
import { type Codec, withJsonSchema } from "@a2agen/runtime";
import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import bundle from "../../../../generated/a2a-1.0/schemas/a2a.schema.json" with { type: "json" };

const message = { messageId: "a", role: "ROLE_USER", parts: [{ text: "b" }] };

describe("a codec with a JSON Schema", () => {
  const schema = withJsonSchema(MessageCodec, bundle);

  test("is a Standard Schema and a Standard JSON Schema of its type", () => {
    const both: StandardJSONSchemaV1<Message> & StandardSchemaV1<Message> = schema;
    expect(both["~standard"].validate(message)).toEqual({ value: message });
    expect(schema.is(message)).toBe(true);
  });

  test.each([
    { target: "draft-2020-12", ajv: new Ajv2020({ strict: false }) },
    { target: "draft-07", ajv: new Ajv({ strict: false }) },
  ])("has a schema in $target that agrees with it", ({ target, ajv }) => {
    const { input, output } = schema["~standard"].jsonSchema;
    expect(output({ target })).toEqual(input({ target }));
    const validate = ajv.compile(input({ target }));
    for (const value of [
      message,
      { ...message, role: "user" },
      { ...message, parts: [{ text: "b", url: "c" }] },
      { ...message, parts: [] },
    ]) {
      expect(validate(value)).toBe(MessageCodec.is(value));
    }
  });

  test("has the object at its root, and no definition beside those it needs", () => {
    const written = schema["~standard"].jsonSchema.input({ target: "draft-07" });
    const { $schema, type, required, definitions, ...rest } = written;
    expect({ $schema, type, required, names: Object.keys(definitions as object) }).toEqual({
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      required: ["messageId", "role", "parts"],
      names: ["Part", "Role"],
    });
    expect(Object.keys(rest).toSorted()).toEqual(["description", "properties"]);
    expect(JSON.stringify(written)).not.toContain("$defs");
  });

  test("refuses a dialect that it does not know", () => {
    expect(() => schema["~standard"].jsonSchema.input({ target: "openapi-3.0" })).toThrow(
      'target: expected draft-2020-12 or draft-07, got "openapi-3.0"',
    );
  });
});

describe("the schemas of packages that import one another", () => {
  const orders = {
    $id: "https://acme.example/orders.schema.json",
    $defs: {
      Order_Line: {
        type: "object",
        properties: {
          parent: { $ref: "#/$defs/Order_Line" },
          item: { $ref: "#/$defs/Item" },
          $ref: { type: "string" },
        },
      },
      Item: { type: "object", properties: { item: { $ref: "goods.schema.json#/$defs/Item" } } },
    },
  };
  const goods = {
    $id: "https://acme.example/goods.schema.json",
    $defs: { Item: { type: "string" } },
  };
  const codec: Codec<Task> = { ...TaskCodec, typeName: "acme.orders.v1.Order.Line" };

  test("become one, in which names that are the same stay apart", () => {
    expect(
      withJsonSchema(codec, orders, goods)["~standard"].jsonSchema.input({ target: "draft-2020-12" }),
    ).toEqual({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      properties: {
        parent: { $ref: "#/$defs/Order_Line" },
        item: { $ref: "#/$defs/Item" },
        $ref: { type: "string" },
      },
      $defs: {
        Order_Line: {
          type: "object",
          properties: {
            parent: { $ref: "#/$defs/Order_Line" },
            item: { $ref: "#/$defs/Item" },
            $ref: { type: "string" },
          },
        },
        Item: { type: "object", properties: { item: { $ref: "#/$defs/Item_" } } },
        Item_: { type: "string" },
      },
    });
  });

  test("are all needed", () => {
    expect(() => withJsonSchema(codec, orders)).toThrow(
      "https://acme.example/orders.schema.json refers to https://acme.example/goods.schema.json#/$defs/Item: pass that schema to withJsonSchema as well",
    );
    expect(() => withJsonSchema(codec, goods)).toThrow(
      "expected a bundle with a JSON Schema of acme.orders.v1.Order.Line; found none in https://acme.example/goods.schema.json: pass the PACKAGE.schema.json that was generated with it",
    );
  });
});
