import { isNamed, type ModelIndex } from "../model/index-model.ts";
import type { FieldShape, HttpRule, ValueType } from "../model/model.ts";

/** How names of types are written: as they are, or without the package where it is another one. */
export interface Naming {
  readonly index: ModelIndex;
  readonly nameOf: (typeName: string) => string;
}

/** A type as protos write it: "repeated a.v1.Part". */
export function describeShape(shape: FieldShape, naming: Naming): string {
  const type = describeType(shape.type, naming);
  switch (shape.kind) {
    case "singular":
      return type;
    case "list":
      return `repeated ${type}`;
    case "map":
      return `map<${shape.key}, ${type}>`;
  }
}

export function describeType(type: ValueType, naming: Naming): string {
  switch (type.kind) {
    case "scalar":
      return type.scalar;
    case "enum":
      return naming.nameOf(type.typeName);
    case "message":
      return `${naming.nameOf(type.typeName)}${type.delimited ? " (delimited)" : ""}`;
    case "wellKnown":
      return `google.protobuf.${type.wellKnown}`;
    case "union": {
      const union = naming.index.union(type.typeName);
      return isNamed(union)
        ? naming.nameOf(type.typeName)
        : union.arms.map((arm) => describeType(arm, naming)).join(" or ");
    }
    case "literal":
      return type.values.map((value) => JSON.stringify(value)).join(" or ");
    case "json":
      return type.types.join(" or ");
    case "list":
      return `repeated ${describeType(type.element, naming)}`;
    case "map":
      return `map<string, ${describeType(type.value, naming)}>`;
  }
}

/** The JSON of a type, in which names of types are written with `nameOf`: the same where JSON is. */
export function describeJson(shape: FieldShape, naming: Naming): string {
  const type = jsonOf(shape.type, naming);
  switch (shape.kind) {
    case "singular":
      return type;
    case "list":
      return `[${type}]`;
    case "map":
      return `{${type}}`;
  }
}

function jsonOf(type: ValueType, naming: Naming): string {
  switch (type.kind) {
    case "scalar":
      return scalarJson[type.scalar];
    case "enum":
    case "message":
      return naming.nameOf(type.typeName);
    case "wellKnown":
      return type.wellKnown === "Struct" ? "{any}" : type.wellKnown === "Value" ? "any" : type.wellKnown;
    case "union": {
      const union = naming.index.union(type.typeName);
      return isNamed(union)
        ? naming.nameOf(type.typeName)
        : union.arms.map((arm) => jsonOf(arm, naming)).join("|");
    }
    case "literal":
      return type.values.every((value) => typeof value === "string") ? "string" : JSON.stringify(type.values);
    case "json":
      return type.types.length === 5
        ? "any"
        : type.types.map((name) => (name === "number" ? "double" : name)).join("|");
    case "list":
      return `[${jsonOf(type.element, naming)}]`;
    case "map":
      return `{${jsonOf(type.value, naming)}}`;
  }
}

const scalarJson = {
  double: "double",
  float: "double",
  int32: "integer",
  uint32: "integer",
  sint32: "integer",
  fixed32: "integer",
  sfixed32: "integer",
  int64: "decimal",
  uint64: "decimal",
  sint64: "decimal",
  fixed64: "decimal",
  sfixed64: "decimal",
  bool: "boolean",
  string: "string",
  bytes: "base64",
} as const;

export function describeRule({ verb, template, body, responseBody }: HttpRule): string {
  const parts = [
    ...(body === undefined ? [] : [`body ${body}`]),
    ...(responseBody === undefined ? [] : [`response body ${responseBody}`]),
  ];
  return `${verb} ${template}${parts.length === 0 ? "" : ` (${parts.join(", ")})`}`;
}
