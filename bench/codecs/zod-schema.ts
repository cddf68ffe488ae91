import type { DescMessage } from "@bufbuild/protobuf";
import * as z from "zod";
import { type FieldShape, listOneofs, mustBeFilled, shapeField, type ValueShape } from "./field-shape.ts";

/** The zod schema of a message, as it would be written by hand for the same rules. */
export function buildZodSchema(root: DescMessage): z.ZodType {
  const schemas = new Map<string, z.ZodType>();
  const define = (message: DescMessage): z.ZodType => {
    const schema = schemas.get(message.name) ?? buildMessage(message, define);
    schemas.set(message.name, schema);
    return schema;
  };
  return define(root);
}

type Define = (message: DescMessage) => z.ZodType;

function buildMessage(message: DescMessage, define: Define): z.ZodType {
  const object = z.object(
    Object.fromEntries(
      message.fields.map((field) => {
        const shape = shapeField(field);
        const schema = buildField(shape, mustBeFilled(field, shape), define);
        return [shape.name, shape.required ? schema : schema.optional()];
      }),
    ),
  );
  return listOneofs(message).reduce<z.ZodType>(
    (schema, names) =>
      schema.refine(
        (value) =>
          names.filter((name) => (value as Record<string, unknown>)[name] !== undefined).length === 1,
      ),
    object,
  );
}

function buildField({ form, value }: FieldShape, filled: boolean, define: Define): z.ZodType {
  const schema = buildValue(value, define);
  switch (form) {
    case "single":
      return schema;
    case "list":
      return filled ? z.array(schema).min(1) : z.array(schema);
    case "map":
      return z.record(z.string(), schema);
  }
}

function buildValue(value: ValueShape, define: Define): z.ZodType {
  switch (value.kind) {
    case "string":
      return z.string();
    case "bytes":
      return z.base64();
    case "boolean":
      return z.boolean();
    case "integer":
      return z.int32();
    case "timestamp":
      return z.iso.datetime();
    case "struct":
      return z.record(z.string(), z.json());
    case "value":
      return z.json();
    case "enum":
      return z.enum(value.names);
    case "message":
      return define(value.message);
  }
}
