import type { Definition, Definitions, Node, Property } from "../source/json-schema/definition.ts";
import { definitionOf } from "../source/json-schema/definition.ts";
import type { Profile } from "../source/profile/profile.ts";
import type { Field, NamedShape, Shape, Version, VersionType } from "./version.ts";

export interface SchemaVersionInit {
  readonly definitions: Definitions;
  readonly profile: Profile;
  readonly module: string;
}

/** Reads a version that a JSON Schema defines. */
export function readSchemaVersion({ definitions, profile, module }: SchemaVersionInit): Version {
  const { schema } = profile;
  if (schema === undefined) throw new Error(`the profile ${profile.name} is not of a JSON Schema`);
  const methods = Object.entries(schema.service.methods);
  const { types } = schema;
  return {
    name: profile.name,
    title: profile.title,
    protocolVersion: profile.protocolVersion ?? "",
    module,
    namespace: profile.name,
    types: readTypes(definitions),
    service: schema.service.name,
    methods: methods.map(([key, { request, response, params }]) => ({
      key,
      name: constantOf(request, "method", definitions),
      request:
        params === undefined ? memberOf(request, "params") : { name: params, shape: { kind: "empty" } },
      response: memberOf(response, "result"),
    })),
    errors: profile.errors.map(({ name }) => name),
    restingStates: [...(profile.tasks?.terminalStates ?? []), ...(profile.tasks?.interruptedStates ?? [])],
    resourceNames: [],
    card: profile.card?.message.slice(profile.name.length + 1) ?? "",
  };

  function memberOf(definition: string, member: string): NamedShape {
    const property = propertyOf(definition, member, definitions);
    const place = `${definition}.${member}`;
    const named = Object.entries(types).find(([, { of }]) => of === place)?.[0];
    const name = named ?? (property.node.kind === "ref" ? property.node.name : place);
    return { name, shape: toShape(property.node, { definitions, name }) };
  }
}

function propertyOf(name: string, member: string, definitions: Definitions) {
  const { body } = definitionOf(name, definitions);
  const found = body.kind === "object" ? body.properties.find((one) => one.name === member) : undefined;
  if (found === undefined) throw new Error(`no property ${name}.${member}`);
  return found;
}

function constantOf(name: string, member: string, definitions: Definitions): string {
  const { node } = propertyOf(name, member, definitions);
  return node.kind === "literals" ? String(node.values[0]) : "";
}

function readTypes(definitions: Definitions): ReadonlyMap<string, VersionType> {
  const types = new Map<string, VersionType>();
  for (const definition of definitions.values()) {
    const type = toType(definition, definitions);
    if (type !== undefined) types.set(definition.name, type);
  }
  return types;
}

function toType({ name, hidden, body }: Definition, definitions: Definitions): VersionType | undefined {
  switch (body.kind) {
    case "object":
      return {
        kind: "object",
        name,
        fields: body.properties.map(({ name: property, required, node }): Field => {
          const constant =
            node.kind === "literals" && node.isConstant && typeof node.values[0] === "string"
              ? { constant: node.values[0] }
              : {};
          const shape = toShape(node, { definitions, name: `${name}.${property}` });
          return { name: property, shape, required, hasDefault: false, ...constant };
        }),
        oneofs: [],
      };
    case "union": {
      const arms = body.arms.flatMap((arm) => (arm.kind === "ref" ? [arm.name] : []));
      if (arms.length < body.arms.length) return undefined;
      return { kind: "union", name, hidden, arms: withoutNarrower(arms, definitions) };
    }
    case "enum":
    case "alias":
      return undefined;
  }
}

/** The arms without those that another one takes as well: with the same properties and more that are optional. */
function withoutNarrower(arms: readonly string[], definitions: Definitions): readonly string[] {
  const propertiesOf = (name: string): readonly Property[] => {
    const { body } = definitionOf(name, definitions);
    return body.kind === "object" ? body.properties : [];
  };
  return arms.filter((arm) => {
    const own = propertiesOf(arm);
    return !arms.some((other) => {
      const wider = propertiesOf(other);
      const isOptional = wider.every(
        ({ name, required }) => !required || own.some((one) => one.name === name),
      );
      const hasAll = own.every((one) =>
        wider.some(
          ({ name, node }) => name === one.name && JSON.stringify(node) === JSON.stringify(one.node),
        ),
      );
      return other !== arm && wider.length > own.length && isOptional && hasAll;
    });
  });
}

interface ShapeContext {
  readonly definitions: Definitions;
  /** Names what has no name itself. */
  readonly name: string;
}

function toShape(node: Node, context: ShapeContext): Shape {
  const { definitions, name } = context;
  switch (node.kind) {
    case "any":
      return { kind: "value" };
    case "record":
      return { kind: "object" };
    case "scalar": {
      const [type] = node.types;
      if (type === undefined || node.types.length > 1) return { kind: "value" };
      if (type === "string") return { kind: "text", form: "plain" };
      if (type === "boolean" || type === "null") return { kind: type };
      return { kind: "integer", minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
    }
    case "literals":
      return toChoice(name, node.values.map(String));
    case "list":
      return { kind: "list", element: toShape(node.element, context), filled: node.least > 0 };
    case "map":
      return { kind: "map", value: toShape(node.value, context) };
    case "ref": {
      const { body } = definitionOf(node.name, definitions);
      if (body.kind === "enum") return toChoice(node.name, body.values);
      if (body.kind === "alias") return toShape(body.node, context);
      if (body.kind === "union") {
        const type = toType(definitionOf(node.name, definitions), definitions);
        const [only] = type?.kind === "union" && type.arms.length === 1 ? type.arms : [];
        if (only !== undefined) return { kind: "type", name: only };
      }
      return { kind: "type", name: node.name };
    }
  }
}

function toChoice(name: string, values: readonly string[]): Shape {
  return { kind: "choice", name, values: values.map((json) => ({ json, plain: json })) };
}
