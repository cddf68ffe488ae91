import type { FakeTypes, Leaf, ListShape, ObjectShape, Shape } from "@a2agen/runtime/fakes";
import type { ValueRules } from "@a2agen/runtime/internal";
import type { ModelIndex } from "../../model/index-model.ts";
import { scalarLeaves, wellKnownLeaves } from "../../model/leaves.ts";
import type { FieldModel, MessageModel, UnionModel, ValueType } from "../../model/model.ts";
import type { Profile } from "../../model/profile.ts";

/** The table by which values of some types are made: these and all that can be in them. */
export function buildFakeTypes(
  typeNames: readonly string[],
  { index, profile }: { readonly index: ModelIndex; readonly profile: Profile | undefined },
): FakeTypes {
  const table = new Map<string, Shape>();
  const waiting = [...typeNames];
  const refer = (typeName: string): Shape => {
    waiting.push(typeName);
    return `#${typeName}`;
  };
  for (let typeName = waiting.pop(); typeName !== undefined; typeName = waiting.pop()) {
    if (table.has(typeName)) continue;
    const type = index.type(typeName);
    table.set(typeName, "null");
    if (type.kind === "enum") {
      const values = type.values.filter(({ unspecified, alias }) => !unspecified && !alias);
      table.set(typeName, { in: values.map(({ json }) => json) });
    } else if (type.kind === "union") table.set(typeName, unionShape(type, refer));
    else table.set(typeName, objectShape(type, refer, profile));
  }
  return Object.fromEntries([...table].sort(([one], [other]) => (one < other ? -1 : 1)));
}

type Refer = (typeName: string) => Shape;

function unionShape({ arms }: UnionModel, refer: Refer): Shape {
  const [only] = arms;
  if (only !== undefined && arms.length === 1) return typeShape(only, refer);
  return { anyOf: arms.map((arm) => typeShape(arm, refer)) };
}

function objectShape(message: MessageModel, refer: Refer, profile: Profile | undefined): ObjectShape {
  const { fields, typeName } = message;
  const required = fields.filter(({ presence }) => presence === "required");
  const mended = fields.filter(
    ({ rules: { filled, mayLack, wrapsLists, gathers } }) => filled || mayLack || (wrapsLists ?? gathers),
  );
  const oneofs = message.oneofs.map(({ members, required: isRequired, open }) => ({
    members,
    ...(isRequired && { required: true }),
    ...(open && { open }),
  }));
  const hints = (profile?.fakes ?? []).flatMap(({ type, ...hint }) => (type === typeName ? [hint] : []));
  return {
    fields: Object.fromEntries(fields.map((field) => [field.jsonName, fieldShape(field, refer)])),
    ...(required.length > 0 && { required: required.map(({ jsonName }) => jsonName) }),
    ...(mended.length > 0 && { mended: mended.map(({ jsonName }) => jsonName) }),
    ...(oneofs.length > 0 && { oneofs }),
    ...(hints.length > 0 && { hints }),
  };
}

function fieldShape({ shape, rules }: FieldModel, refer: Refer): Shape {
  const { minimum, maximum, values, pattern, value, key, nonEmpty, count = {} } = rules;
  const limits: ValueRules = {
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(pattern !== undefined && { matches: [{ pattern, says: "" }] }),
    ...value,
  };
  const inner = values === undefined ? ruled(typeShape(shape.type, refer), limits) : { in: values };
  const least = nonEmpty ? 1 : count.orNone ? undefined : count.least;
  const counts: Omit<ListShape, "list"> = {
    ...(least !== undefined && { least }),
    ...(count.most !== undefined && { most: count.most }),
  };
  switch (shape.kind) {
    case "singular":
      return inner;
    case "list":
      return { list: inner, ...counts, ...(count.unique && { unique: true }) };
    case "map": {
      const own = shape.key === "string" ? undefined : scalarLeaves[shape.key];
      const keys = key === undefined ? own : ruled(own ?? "text", key);
      return { map: inner, ...counts, ...(keys !== undefined && { key: keys }) };
    }
  }
}

function ruled(shape: Shape, rules: ValueRules): Shape {
  if (Object.keys(rules).length === 0) return shape;
  if (typeof shape === "string" && !shape.startsWith("#")) return { leaf: shape as Leaf, rules };
  return shape;
}

function typeShape(type: ValueType, refer: Refer): Shape {
  switch (type.kind) {
    case "message":
    case "enum":
    case "union":
      return refer(type.typeName);
    case "scalar":
      return scalarLeaves[type.scalar];
    case "wellKnown":
      return wellKnownLeaves[type.wellKnown];
    case "literal":
      return { in: type.values };
    case "json": {
      const arms = type.types.map((name) => jsonTypes[name]);
      return arms.length === 1 ? (arms[0] ?? "null") : { anyOf: arms };
    }
    case "list":
      return { list: typeShape(type.element, refer), ...(type.nonEmpty && { least: 1 }) };
    case "map":
      return { map: typeShape(type.value, refer) };
  }
}

const jsonTypes = {
  string: "text",
  integer: "integer",
  number: "number",
  boolean: "bool",
  null: "null",
} as const satisfies Readonly<Record<string, Leaf>>;
