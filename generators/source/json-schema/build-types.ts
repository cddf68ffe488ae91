import { defined } from "@a2agen/runtime/internal";
import type {
  EnumModel,
  FieldModel,
  FieldShape,
  ObjectChoice,
  Position,
  UnionChoice,
  ValueType,
} from "../../model/model.ts";
import type { Profile } from "../../model/profile.ts";
import type { MessageDraft, UnionDraft } from "../../model/reachability.ts";
import { toPascalWords } from "../../naming/casing.ts";
import {
  type Body,
  type Definition,
  type Definitions,
  definitionOf,
  type Node,
  type Property,
} from "./definition.ts";
import type { ObjectPlan, UnionPlan } from "./union-plan.ts";

/** What the builders of the types share. */
export interface BuildContext {
  readonly definitions: Definitions;
  readonly unions: ReadonlyMap<string, UnionPlan>;
  /** What full names begin with, "a2a-0.3". */
  readonly namespace: string;
  readonly source: string;
  /** What the profile says of fields, by their full names. */
  readonly limits: Profile["fields"];
}

interface Types {
  readonly messages: readonly MessageDraft[];
  readonly enums: readonly EnumModel[];
  readonly unions: readonly UnionDraft[];
}

/** Builds the types of all definitions. */
export function buildTypes(context: BuildContext): Types {
  const messages: MessageDraft[] = [];
  const enums: EnumModel[] = [];
  const unions: UnionDraft[] = [];
  for (const definition of context.definitions.values()) {
    const { body } = definition;
    const declared = declare(definition, context);
    const inner = definition.hidden ? ({ inner: true } as const) : {};
    switch (body.kind) {
      case "object":
        messages.push({
          kind: "message",
          ...declared,
          fields: body.properties.map((property, i) => buildField(property, { ...context, definition, i })),
          oneofs: [],
          ...inner,
        });
        break;
      case "enum":
        enums.push({ kind: "enum", ...declared, closed: true, values: body.values.map(buildEnumValue) });
        break;
      case "union":
      case "alias":
        unions.push({
          kind: "union",
          ...declared,
          arms: (body.kind === "union" ? body.arms : [body.node]).map((arm) => toValueType(arm, context)),
          choice: buildChoice(definition.name, body, context),
          ...inner,
        });
    }
  }
  return { messages, enums, unions };
}

interface Declared {
  readonly typeName: string;
  readonly identifier: string;
  readonly comment: string;
  readonly deprecated: boolean;
  readonly position: Position;
}

function declare({ name, doc, deprecated, pointer }: Definition, context: BuildContext): Declared {
  return {
    typeName: fullName(name, context),
    identifier: name,
    comment: doc,
    deprecated,
    position: { file: context.source, line: 1, column: 1, pointer },
  };
}

/** "a2a-0.3.Task". */
export function fullName(name: string, { namespace }: Pick<BuildContext, "namespace">): string {
  return `${namespace}.${name}`;
}

function buildField(
  { name, required, node, doc, deprecated, default: absent }: Property,
  { definition, i, ...context }: BuildContext & { readonly definition: Definition; readonly i: number },
): FieldModel {
  const declared = declare(definition, context);
  const {
    filled,
    wrapsLists,
    formerly,
    gathers,
    mended,
    default: usual = absent,
  } = context.limits[`${declared.typeName}.${name}`] ?? {};
  return {
    name,
    number: i + 1,
    jsonName: name,
    shape: toShape(node, context),
    presence: required ? "required" : "optional",
    explicit: true,
    rules: {
      ...(node.kind === "list" && node.least > 0 ? { nonEmpty: true } : {}),
      ...(usual === undefined ? {} : required ? { usual } : { default: usual }),
      ...defined({ filled, wrapsLists, formerly, gathers, mended }),
    },
    comment: doc,
    deprecated,
    position: declared.position,
  };
}

function toShape(node: Node, context: BuildContext): FieldShape {
  switch (node.kind) {
    case "list":
      return { kind: "list", type: toValueType(node.element, context), packed: false };
    case "map":
      return { kind: "map", key: "string", type: toValueType(node.value, context) };
    default:
      return { kind: "singular", type: toValueType(node, context) };
  }
}

function toValueType(node: Node, context: BuildContext): ValueType {
  switch (node.kind) {
    case "any":
      return { kind: "wellKnown", wellKnown: "Value" };
    case "record":
      return { kind: "wellKnown", wellKnown: "Struct" };
    case "scalar":
      return toScalarType(node.types);
    case "literals":
      return { kind: "literal", values: node.values, constant: node.isConstant };
    case "list":
      return { kind: "list", element: toValueType(node.element, context), nonEmpty: node.least > 0 };
    case "map":
      return { kind: "map", value: toValueType(node.value, context) };
    case "ref": {
      const typeName = fullName(node.name, context);
      switch (definitionOf(node.name, context.definitions).body.kind) {
        case "object":
          return { kind: "message", typeName, delimited: false };
        case "enum":
          return { kind: "enum", typeName, withZero: false };
        case "union":
        case "alias":
          return { kind: "union", typeName };
      }
    }
  }
}

function toScalarType(types: Extract<Node, { kind: "scalar" }>["types"]): ValueType {
  const [only] = types;
  if (types.length === 1 && only === "string") return { kind: "scalar", scalar: "string" };
  if (types.length === 1 && only === "boolean") return { kind: "scalar", scalar: "bool" };
  if (types.length === 1 && only === "null") return { kind: "wellKnown", wellKnown: "NullValue" };
  return { kind: "json", types };
}

function buildEnumValue(value: string, i: number): EnumModel["values"][number] {
  return {
    name: value,
    number: i + 1,
    json: value,
    key: toPascalWords(value),
    unspecified: false,
    alias: false,
    comment: "",
    deprecated: false,
  };
}

function buildChoice(
  name: string,
  body: Extract<Body, { kind: "union" | "alias" }>,
  context: BuildContext,
): UnionChoice {
  if (body.kind === "alias") return { by: "alias", type: toValueType(body.node, context) };
  const plan = context.unions.get(name);
  if (plan === undefined) throw new Error(`no plan for the union ${name}`);
  const { scalar, list, object } = plan;
  return {
    by: "json-type",
    ...defined({
      scalar: scalar && toValueType(scalar, context),
      list: list && toValueType(list, context),
      object: object && buildObjectChoice(object, context),
    }),
  };
}

function buildObjectChoice(plan: ObjectPlan, context: BuildContext): ObjectChoice {
  const typeNameOf = (name: string): string => fullName(name, context);
  switch (plan.by) {
    case "definition":
      return { by: "type", type: toValueType({ kind: "ref", name: plan.name }, context) };
    case "node":
      return { by: "type", type: toValueType(plan.node, context) };
    case "tag":
      return {
        by: "tag",
        tag: plan.tag,
        cases: plan.cases.map(({ value, name }) => ({ value, typeName: typeNameOf(name) })),
        ...defined({ other: plan.other && typeNameOf(plan.other) }),
      };
    case "member":
      return {
        by: "member",
        cases: plan.cases.map(({ member, name }) => ({ member, typeName: typeNameOf(name) })),
        nullable: plan.nullable,
      };
  }
}
