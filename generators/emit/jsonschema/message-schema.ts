import type { EnumModel, FieldModel, MessageModel, OneofModel } from "../../model/model.ts";
import { capitalize } from "../../naming/casing.ts";
import { fieldSchema } from "./field-schema.ts";
import { annotate, objectSchema, type Schema, type SchemaObject } from "./schema.ts";
import type { SchemaContext } from "./schema-context.ts";

/** The schema of a message. A oneof is a union of complete objects, one for each member. */
export function messageSchema(
  message: MessageModel,
  { name, context }: { readonly name: string; readonly context: SchemaContext },
): SchemaObject {
  const notes = { description: message.comment, deprecated: message.deprecated };
  const { fields, oneofs } = message;
  const arms = oneofs.length === 0 ? [] : combine(oneofs);
  if (arms === undefined) {
    const all = objectSchema(
      { properties: propertiesOf(fields, context), required: requiredOf(fields) },
      context.mode,
    );
    return annotate({ ...all, allOf: oneofs.map(countMembers) }, notes);
  }
  if (arms.length === 0) {
    const properties = propertiesOf(fields, context);
    return annotate(objectSchema({ properties, required: requiredOf(fields) }, context.mode), notes);
  }
  return annotate({ oneOf: arms.map((arm) => armSchema(message, { name, arm, context })) }, notes);
}

/** The names of the members that are set together: one of each oneof, or none of it. */
type Arm = readonly string[];

/** More unions of complete objects than this are more than readers and compilers can take. */
const maximumArms = 64;

function combine(oneofs: readonly OneofModel[]): readonly Arm[] | undefined {
  let arms: readonly Arm[] = [[]];
  for (const { members, required, open = false } of oneofs) {
    const isUnset = !required || open;
    const choices: readonly Arm[] = [...members.map((member) => [member]), ...(isUnset ? [[]] : [])];
    if (arms.length * choices.length > maximumArms) return undefined;
    arms = arms.flatMap((arm) => choices.map((choice) => [...arm, ...choice]));
  }
  return arms;
}

function armSchema(
  { fields }: MessageModel,
  { name, arm, context }: { readonly name: string; readonly arm: Arm; readonly context: SchemaContext },
): SchemaObject {
  const title = context.title(`${name}${arm.length === 0 ? "Unset" : arm.map(toTitle).join("")}`);
  const properties = fields.map((field): readonly [string, Schema] => {
    const excluded = field.oneof !== undefined && !arm.includes(field.jsonName);
    return [field.jsonName, excluded ? false : fieldSchema(field, context)];
  });
  return { title, ...objectSchema({ properties, required: [...requiredOf(fields), ...arm] }, context.mode) };
}

function toTitle(jsonName: string): string {
  return jsonName
    .split(/[^A-Za-z0-9]+/)
    .map(capitalize)
    .join("");
}

/** The rule of a oneof by itself, where a union of objects would be too large. */
function countMembers({ members, required, open = false }: OneofModel): SchemaObject {
  const set = members.map((member) => ({ properties: { [member]: true }, required: [member] }));
  return { oneOf: required && !open ? set : [...set, { not: { anyOf: set } }] };
}

export function propertiesOf(
  fields: readonly FieldModel[],
  context: SchemaContext,
): readonly (readonly [string, Schema])[] {
  return fields.map((field) => [field.jsonName, fieldSchema(field, context)]);
}

export function requiredOf(fields: readonly FieldModel[]): readonly string[] {
  return fields
    .filter(({ presence, rules }) => presence === "required" && !rules.mayLack)
    .map((field) => field.jsonName);
}

/**
 * The schema of an enum; what its values mean is in the description, since JSON Schema has no place for it.
 */
export function enumSchema({ comment, deprecated, values, unnamed }: EnumModel): SchemaObject {
  const members = values.filter((value) => unnamed || !value.unspecified);
  const lines = members
    .filter((value) => value.comment !== "" || value.deprecated)
    .map(
      (value) =>
        `- \`${value.json}\`: ${[...(value.deprecated ? ["deprecated."] : []), flatten(value.comment)].join(" ").trim()}`,
    );
  const description = [comment, lines.join("\n")].filter((text) => text !== "").join("\n\n");
  const texts = [...new Set(members.map((value) => value.json))];
  const names: SchemaObject = { type: "string", enum: texts };
  const numbers: SchemaObject = { type: "integer", minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };
  const schema = unnamed ? { anyOf: [names, numbers] } : names;
  // An enum of nothing but its unspecified value has no value that can be written.
  return annotate(texts.length === 0 ? { not: {} } : schema, {
    description,
    deprecated,
  });
}

function flatten(comment: string): string {
  return comment.replace(/\s*\n\s*/g, " ");
}
