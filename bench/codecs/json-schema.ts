import type { DescMessage } from "@bufbuild/protobuf";
import { type FieldShape, listOneofs, mustBeFilled, shapeField, type ValueShape } from "./field-shape.ts";

type Schema = Record<string, unknown>;

/** JSON Schema 2020-12 of a message, with our codecs' rules, where the language can express them. */
export function buildJsonSchema(root: DescMessage): Schema {
  const definitions = new Map<string, Schema>();
  const define = (message: DescMessage): Schema => {
    if (!definitions.has(message.name)) {
      definitions.set(message.name, {});
      definitions.set(message.name, buildMessage(message, define));
    }
    return { $ref: `#/$defs/${message.name}` };
  };
  return { ...define(root), $defs: Object.fromEntries(definitions) };
}

type Define = (message: DescMessage) => Schema;

function buildMessage(message: DescMessage, define: Define): Schema {
  const fields = message.fields.map((field) => ({ field, shape: shapeField(field) }));
  const oneofs = listOneofs(message).map((names) => ({ oneOf: names.map((name) => ({ required: [name] })) }));
  return {
    type: "object",
    properties: Object.fromEntries(
      fields.map(({ field, shape }) => [shape.name, buildField(shape, mustBeFilled(field, shape), define)]),
    ),
    required: fields.filter(({ shape }) => shape.required).map(({ shape }) => shape.name),
    ...(oneofs.length === 0 ? {} : { allOf: oneofs }),
  };
}

function buildField({ form, value }: FieldShape, filled: boolean, define: Define): Schema {
  const schema = buildValue(value, define);
  switch (form) {
    case "single":
      return schema;
    case "list":
      return { type: "array", items: schema, ...(filled ? { minItems: 1 } : {}) };
    case "map":
      return { type: "object", additionalProperties: schema };
  }
}

function buildValue(value: ValueShape, define: Define): Schema {
  switch (value.kind) {
    case "string":
      return { type: "string" };
    case "bytes":
      return { type: "string", contentEncoding: "base64" };
    case "boolean":
      return { type: "boolean" };
    case "integer":
      return { type: "integer" };
    case "timestamp":
      return { type: "string", format: "date-time" };
    case "struct":
      return { type: "object" };
    case "value":
      return {};
    case "enum":
      return { type: "string", enum: value.names };
    case "message":
      return define(value.message);
  }
}
