import { indexModel, typesOf } from "@a2agen/generators/model/index-model.ts";
import type { FieldModel, ValueType } from "@a2agen/generators/model/model.ts";
import { legacyModel } from "@a2agen/protos/legacy-model.ts";

/** A type of 0.3. A union is a list of such types, with the types of unions inside of it. */
export type LegacyType =
  | { readonly kind: "message"; readonly name: string }
  | { readonly kind: "enum"; readonly name?: string; readonly values: readonly string[] }
  | { readonly kind: "list"; readonly elements: readonly LegacyType[] }
  | { readonly kind: "map"; readonly values: readonly LegacyType[] }
  | { readonly kind: "other" };

export interface Discriminator {
  readonly field: string;
  readonly value: string;
}

const index = indexModel(legacyModel);

/** The definitions of the schema; the model names some of their parts too. */
const definitions = new Map(
  legacyModel.files
    .flatMap(typesOf)
    .filter(({ identifier, position }) => position.pointer === `#/definitions/${identifier}`)
    .map((type) => [type.identifier, type]),
);

/**
 * The definition of a type of 0.3. Code generated from the schema has `Message1` and `Message2` beside
 * `Message`; all of them are one definition.
 */
export function findDefinition(typeName: string): string | undefined {
  return [typeName, typeName.replace(/\d+$/, "")].find((name) => definitions.has(name));
}

/** The types of a definition, several for a union. */
export function resolveDefinition(definition: string): readonly LegacyType[] {
  const type = definitions.get(definition);
  return type === undefined ? [] : resolveName(type.typeName);
}

export function fieldsOf(definition: string): readonly FieldModel[] {
  const type = definitions.get(definition);
  return type?.kind === "message" ? type.fields : [];
}

export function hasField(definition: string, field: string): boolean {
  return fieldsOf(definition).some(({ name }) => name === field);
}

/** The types of a field; none for an unknown field. */
export function resolveField(definition: string, field: string): readonly LegacyType[] {
  const { shape } = fieldsOf(definition).find(({ name }) => name === field) ?? {};
  if (shape === undefined) return [];
  const types = resolveValue(shape.type);
  switch (shape.kind) {
    case "singular":
      return types;
    case "list":
      return [{ kind: "list", elements: types }];
    case "map":
      return [{ kind: "map", values: types }];
  }
}

function resolveValue(type: ValueType): readonly LegacyType[] {
  switch (type.kind) {
    case "message":
    case "enum":
    case "union":
      return resolveName(type.typeName);
    case "literal":
      return type.constant ? [{ kind: "other" }] : [{ kind: "enum", values: type.values.map(String) }];
    case "list":
      return [{ kind: "list", elements: resolveValue(type.element) }];
    case "map":
      return [{ kind: "map", values: resolveValue(type.value) }];
    case "wellKnown":
      return type.wellKnown === "Struct"
        ? [{ kind: "map", values: [{ kind: "other" }] }]
        : [{ kind: "other" }];
    case "scalar":
    case "json":
      return [{ kind: "other" }];
  }
}

function resolveName(typeName: string): readonly LegacyType[] {
  const type = index.type(typeName);
  switch (type.kind) {
    case "message":
      return [{ kind: "message", name: type.identifier }];
    case "enum":
      return [{ kind: "enum", name: type.identifier, values: type.values.map(({ json }) => json) }];
    case "union":
      return type.arms.flatMap(resolveValue);
  }
}

/** The names of the definitions among some types. */
export function namesOf(types: readonly LegacyType[]): readonly string[] {
  return [...new Set(types.flatMap((type) => ("name" in type ? [type.name] : [])))];
}

/** The constant of a field, if it is a string. */
export function constantOf(definition: string, field: string): string | undefined {
  const type = fieldsOf(definition).find(({ name }) => name === field)?.shape.type;
  const [value] = type?.kind === "literal" && type.constant ? type.values : [];
  return typeof value === "string" ? value : undefined;
}

/** The constant that distinguishes a type from others: `kind`, or `type` of a security scheme. */
export function discriminatorOf(definition: string): Discriminator | undefined {
  if (isEnvelope(definition)) return undefined;
  for (const { name: field } of fieldsOf(definition)) {
    const value = constantOf(definition, field);
    if (value !== undefined) return { field, value };
  }
  return undefined;
}

/** True for JSON-RPC requests and responses, and for unions of them. */
export function isEnvelope(definition: string): boolean {
  return namesOf(resolveDefinition(definition)).some((name) => hasField(name, "jsonrpc"));
}

/** The types of the events of a stream. */
export const eventNames = namesOf(resolveField("SendStreamingMessageSuccessResponse", "result"));

/** The types of the answer to a message. */
export const answerNames = namesOf(resolveField("SendMessageSuccessResponse", "result"));

export const partNames = namesOf(resolveDefinition("Part"));

export const securitySchemeNames = namesOf(resolveDefinition("SecurityScheme"));

export const taskStates = resolveDefinition("TaskState").flatMap((type) =>
  type.kind === "enum" ? type.values : [],
);

/** A union of 0.3 whose arms are the members of an object in the target, exactly one of which is set. */
export type Wrapper = "answer" | "event" | "securityScheme";

/** The smallest wrapper that has all of these types. */
export function findWrapper(names: readonly string[]): Wrapper | undefined {
  const isIn = (members: readonly string[]): boolean => names.every((name) => members.includes(name));
  if (names.length === 0) return undefined;
  if (isIn(answerNames)) return "answer";
  if (isIn(eventNames)) return "event";
  return isIn(securitySchemeNames) ? "securityScheme" : undefined;
}

/** The wrapper of a place that takes these types: several events, or one security scheme. */
export function wrapperFor(types: readonly LegacyType[]): Wrapper | undefined {
  const names = namesOf(types);
  const events = names.filter((name) => eventNames.includes(name));
  if (events.length > 1) return findWrapper(events);
  return names.some((name) => securitySchemeNames.includes(name)) ? "securityScheme" : undefined;
}
