import type { FieldModel, ValueType } from "../../model/model.ts";
import { zeroOutsideType } from "../shared/type-expression.ts";
import { mapKeySchema, scalarSchema, wellKnownSchema } from "./scalar-schema.ts";
import { annotate, type SchemaObject } from "./schema.ts";
import type { SchemaContext } from "./schema-context.ts";

/** The schema of a property, with what its comment and the profile say of it. */
export function fieldSchema(field: FieldModel, context: SchemaContext): SchemaObject {
  const { comment, deprecated, rules, presence } = field;
  return annotate(shapeSchema(field, context), {
    description: comment,
    deprecated,
    ...(rules.default === undefined || presence === "required" ? {} : { default: rules.default }),
  });
}

function shapeSchema({ shape, rules }: FieldModel, context: SchemaContext): SchemaObject {
  const type = valueSchema(shape.type, context);
  switch (shape.kind) {
    case "singular": {
      const { minimum, maximum, values, pattern } = rules;
      return {
        ...type,
        ...(minimum === undefined ? {} : { minimum }),
        ...(maximum === undefined ? {} : { maximum }),
        ...(values === undefined ? {} : { enum: values }),
        ...(pattern === undefined ? {} : { pattern }),
      };
    }
    case "list":
      return { type: "array", items: type, ...(rules.nonEmpty ? { minItems: 1 } : {}) };
    case "map": {
      const propertyNames = mapKeySchema(shape.key);
      return {
        type: "object",
        additionalProperties: type,
        ...(propertyNames === undefined ? {} : { propertyNames }),
      };
    }
  }
}

function valueSchema(type: ValueType, { index, mode, typeRef }: SchemaContext): SchemaObject {
  switch (type.kind) {
    case "scalar":
      return scalarSchema(type.scalar, mode);
    case "enum": {
      const reference = { $ref: typeRef(type.typeName) };
      const zero = type.withZero ? zeroOutsideType(index.enumeration(type.typeName)) : undefined;
      return zero === undefined ? reference : { anyOf: [reference, { const: zero }] };
    }
    case "message":
      return { $ref: typeRef(type.typeName) };
    case "wellKnown":
      return wellKnownSchema(type.wellKnown, mode);
  }
}
