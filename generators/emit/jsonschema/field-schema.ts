import { defined } from "@a2agen/runtime/internal";
import type { FieldModel, UnionModel, ValueType } from "../../model/model.ts";
import { zeroOutsideType } from "../shared/type-expression.ts";
import { countedSchema, ruledSchema } from "./ruled-schema.ts";
import { keyTextOf, mapKeySchema, scalarSchema, textOf, wellKnownSchema } from "./scalar-schema.ts";
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
  const type = ruledSchema(valueSchema(shape.type, context), rules.value, textOf(shape.type));
  switch (shape.kind) {
    case "singular": {
      const { minimum, maximum, values, pattern } = rules;
      return { ...type, ...defined({ minimum, maximum, enum: values, pattern }) };
    }
    case "list":
      return countedSchema(listSchema(type, rules.nonEmpty === true), rules.count, ["minItems", "maxItems"]);
    case "map": {
      const key = mapKeySchema(shape.key);
      const propertyNames =
        rules.key === undefined
          ? key
          : ruledSchema({ type: "string", ...key }, rules.key, keyTextOf(shape.key));
      const schema = { type: "object", additionalProperties: type, ...defined({ propertyNames }) };
      return countedSchema(schema, rules.count, ["minProperties", "maxProperties"]);
    }
  }
}

function listSchema(items: SchemaObject, nonEmpty: boolean): SchemaObject {
  return { type: "array", items, ...(nonEmpty ? { minItems: 1 } : {}) };
}

/** The schema of one value: of a singular field, a list's element, a map's value, an arm of a union. */
export function valueSchema(type: ValueType, context: SchemaContext): SchemaObject {
  const { index, mode, typeRef } = context;
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
    case "union": {
      const union = index.union(type.typeName);
      return union.inner ? unionSchema(union, context) : { $ref: typeRef(type.typeName) };
    }
    case "literal":
      return type.constant ? { const: type.values[0] } : { enum: type.values };
    case "json":
      return { type: type.types.length === 1 ? type.types[0] : type.types };
    case "list":
      return listSchema(valueSchema(type.element, context), type.nonEmpty);
    case "map":
      return { type: "object", additionalProperties: valueSchema(type.value, context) };
  }
}

/** One of the arms; that alone, where a union is another name for a type. */
export function unionSchema({ arms }: UnionModel, context: SchemaContext): SchemaObject {
  const schemas = arms.map((arm) => valueSchema(arm, context));
  const [only] = schemas;
  return only !== undefined && schemas.length === 1 ? only : { anyOf: schemas };
}
