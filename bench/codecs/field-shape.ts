import {
  type DescEnum,
  type DescField,
  type DescMessage,
  getOption,
  hasOption,
  ScalarType,
} from "@bufbuild/protobuf";
import { FieldBehavior, field_behavior } from "#generated/protobuf-es/google/api/field_behavior_pb";

/** What a schema language has to know of a value; only what the measured messages hold. */
export type ValueShape =
  | { readonly kind: "string" | "bytes" | "boolean" | "integer" | "timestamp" | "struct" | "value" }
  | { readonly kind: "enum"; readonly names: readonly [string, ...string[]] }
  | { readonly kind: "message"; readonly message: DescMessage };

export interface FieldShape {
  readonly name: string;
  readonly required: boolean;
  readonly form: "single" | "list" | "map";
  readonly value: ValueShape;
}

/** A list that an A2A message may have empty although it is REQUIRED. */
const mayBeEmpty = ["AgentCard.skills", "ListTasksResponse.tasks"];

export function shapeField(field: DescField): FieldShape {
  return {
    name: field.jsonName,
    required:
      hasOption(field, field_behavior) && getOption(field, field_behavior).includes(FieldBehavior.REQUIRED),
    form: field.fieldKind === "list" || field.fieldKind === "map" ? field.fieldKind : "single",
    value: shapeValue(field),
  };
}

/** Whether a list or map must have an element. */
export function mustBeFilled(field: DescField, { required, form }: FieldShape): boolean {
  return required && form === "list" && !mayBeEmpty.includes(`${field.parent.name}.${field.jsonName}`);
}

/** The names of the members of each oneof; exactly one must be set. */
export function listOneofs(message: DescMessage): readonly (readonly string[])[] {
  return message.oneofs.map((oneof) => oneof.fields.map((field) => field.jsonName));
}

function shapeValue(field: DescField): ValueShape {
  if (field.message !== undefined) return shapeMessage(field.message);
  if (field.enum !== undefined) return shapeEnum(field.enum);
  switch (field.scalar) {
    case ScalarType.STRING:
      return { kind: "string" };
    case ScalarType.BYTES:
      return { kind: "bytes" };
    case ScalarType.BOOL:
      return { kind: "boolean" };
    default:
      return { kind: "integer" };
  }
}

function shapeMessage(message: DescMessage): ValueShape {
  switch (message.typeName) {
    case "google.protobuf.Timestamp":
      return { kind: "timestamp" };
    case "google.protobuf.Struct":
      return { kind: "struct" };
    case "google.protobuf.Value":
      return { kind: "value" };
    default:
      return { kind: "message", message };
  }
}

function shapeEnum({ values, typeName }: DescEnum): ValueShape {
  const [first, ...others] = values.filter(({ number }) => number !== 0).map(({ name }) => name);
  if (first === undefined) throw new Error(`${typeName}: expected a value other than zero`);
  return { kind: "enum", names: [first, ...others] };
}
