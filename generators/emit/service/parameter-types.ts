import type { ModelIndex } from "../../model/index-model.ts";
import type {
  Dialect,
  FieldModel,
  HttpRule,
  MessageModel,
  MethodModel,
  ValueType,
} from "../../model/model.ts";
import { findWellKnown } from "../jsonschema/scalar-schema.ts";

/** The JSON types that the text of a parameter is turned into. */
type ParameterType = JsonType | `${JsonType}[]`;

/** An enum where its values may be given as numbers; elsewhere it is a string. */
type JsonType = "string" | "number" | "boolean" | "enum";

/**
 * The fields of a method's request that the path or the query of one of its HTTP rules can carry:
 * JSON names joined with ".", and where the dialect takes them the proto names too. A rule whose
 * body is the whole request leaves nothing for a query.
 */
export function findParameters(
  method: MethodModel,
  { index, dialect }: { readonly index: ModelIndex; readonly dialect: Dialect },
): Readonly<Record<string, ParameterType>> {
  if (method.http.length === 0 || findWellKnown(method.input) !== undefined) return {};
  const input = index.type(method.input);
  if (input.kind !== "message") return {};
  const rules = method.http.map(toCarrier);
  const parameters = new Map<string, ParameterType>();
  const visit = (message: MessageModel, place: Place): void => {
    for (const field of message.fields) {
      const proto = `${place.proto}${field.name}`;
      const json = `${place.json}${field.jsonName}`;
      const type = parameterType(field, dialect);
      if (type !== undefined && rules.some((rule) => rule.carries(proto))) {
        parameters.set(json, type);
        if (dialect.spellings === "protojson" && !parameters.has(proto)) parameters.set(proto, type);
      }
      const inner = innerMessage(field, index);
      if (inner === undefined || place.within.has(inner.typeName)) continue;
      if (!rules.some((rule) => rule.reaches(proto))) continue;
      const within = new Set([...place.within, inner.typeName]);
      visit(inner, { proto: `${proto}.`, json: `${json}.`, within });
    }
  };
  visit(input, { proto: "", json: "", within: new Set([input.typeName]) });
  return Object.fromEntries(parameters);
}

/** Those of them that a client writes: by their JSON names, where a rule leaves fields to the query. */
export function findQueryParameters(
  method: MethodModel,
  { index, dialect }: { readonly index: ModelIndex; readonly dialect: Dialect },
): Readonly<Record<string, ParameterType>> {
  const http = method.http.filter(({ body }) => body !== "*");
  return findParameters({ ...method, http }, { index, dialect: { ...dialect, spellings: "canonical" } });
}

interface Place {
  readonly proto: string;
  readonly json: string;
  /** The messages on the way here, so that a recursive one ends. */
  readonly within: ReadonlySet<string>;
}

/** What the path and the query of a rule can hold; fields are given by their path in proto names. */
interface Carrier {
  carries(field: string): boolean;
  /** Whether it can hold something within a field that is a message. */
  reaches(field: string): boolean;
}

function toCarrier({ segments, body }: HttpRule): Carrier {
  const inPath = segments.flatMap((segment) => (segment.kind === "variable" ? [segment.field] : []));
  const inQuery = (field: string): boolean =>
    body === undefined || (body !== "*" && field !== body && !field.startsWith(`${body}.`));
  return {
    carries: (field) => inPath.includes(field) || inQuery(field),
    reaches: (field) => inQuery(field) || inPath.some((path) => path.startsWith(`${field}.`)),
  };
}

function innerMessage({ shape }: FieldModel, index: ModelIndex): MessageModel | undefined {
  return shape.kind === "singular" && shape.type.kind === "message"
    ? index.message(shape.type.typeName)
    : undefined;
}

function parameterType({ shape }: FieldModel, dialect: Dialect): ParameterType | undefined {
  if (shape.kind === "map") return undefined;
  const type = jsonType(shape.type, dialect);
  if (type === undefined) return undefined;
  return shape.kind === "list" ? `${type}[]` : type;
}

/** The JSON type of a value that is one text or number; undefined for others. */
function jsonType(type: ValueType, { spellings }: Dialect): JsonType | undefined {
  switch (type.kind) {
    case "enum":
      return spellings === "protojson" ? "enum" : "string";
    case "message":
    case "union":
    case "list":
    case "map":
      return undefined;
    case "literal":
      return type.values.every((value) => typeof value === "string") ? "string" : undefined;
    case "json":
      return type.types.every((name) => name === "integer" || name === "number") ? "number" : undefined;
    case "scalar":
      switch (type.scalar) {
        case "bool":
          return "boolean";
        case "double":
        case "float":
        case "int32":
        case "uint32":
        case "sint32":
        case "fixed32":
        case "sfixed32":
          return "number";
        case "int64":
        case "uint64":
        case "sint64":
        case "fixed64":
        case "sfixed64":
        case "string":
        case "bytes":
          return "string";
      }
      break;
    case "wellKnown":
      switch (type.wellKnown) {
        case "BoolValue":
          return "boolean";
        case "DoubleValue":
        case "FloatValue":
        case "Int32Value":
        case "UInt32Value":
          return "number";
        case "BytesValue":
        case "Duration":
        case "FieldMask":
        case "Int64Value":
        case "StringValue":
        case "Timestamp":
        case "UInt64Value":
          return "string";
        case "Any":
        case "Empty":
        case "ListValue":
        case "NullValue":
        case "Struct":
        case "Value":
          return undefined;
      }
  }
}
