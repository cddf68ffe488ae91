import { isObject, own } from "@a2agen/runtime/internal";

/** A JSON Schema, or the part of one that the page reads. */
export type Schema = Readonly<Record<string, unknown>>;

const prefix = "#/$defs/";

/** Of a resolved schema that the value does not seem to follow. */
const unlike = "x-unlike";

/** References and choices that are followed: schemas may lead in circles. */
const maximumSteps = 8;

/**
 * A schema with what it refers to in `root`, and of several to choose from the one that the value seems to
 * follow; without a value the only one that is not null.
 */
export function resolveSchema(schema: unknown, root: Schema, value?: unknown, steps = 0): Schema {
  if (!isObject(schema) || steps > maximumSteps) return {};
  const { $ref: reference, allOf, anyOf, oneOf, ...rest } = schema;
  const arms = [...listOf(anyOf), ...listOf(oneOf)];
  const likely =
    value === undefined
      ? arms.filter((arm) => own(resolveSchema(arm, root, value, steps + 1), "type") !== "null")
      : arms.filter((arm) => seemsLike(arm, root, value, steps + 1)).slice(0, 1);
  const target =
    typeof reference === "string" && reference.startsWith(prefix)
      ? [own(root["$defs"] as Schema, reference.slice(prefix.length).replaceAll("~1", "/"))]
      : [];
  const types = likely.map((arm) => own(resolveSchema(arm, root, value, steps + 1), "type"));
  const isPlain = likely.length > 1 && types.every((type) => type === types[0] && typeof type === "string");
  const chosen = isPlain ? [{ type: types[0] }] : likely.length === 1 ? likely : [];
  // Of those to choose from the value follows none.
  const lost = value !== undefined && arms.length > 0 && likely.length === 0 ? [{ [unlike]: true }] : [];
  const parts = [...target, ...listOf(allOf), ...chosen, ...lost];
  return parts
    .map((part) => resolveSchema(part, root, value, steps + 1))
    .reduce<Schema>((found, part) => merge(part, found), rest);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The second one counts where both say something, but that an object may have members of both. */
function merge(one: Schema, other: Schema): Schema {
  const properties = { ...(one["properties"] as Schema), ...(other["properties"] as Schema) };
  return { ...one, ...other, ...(Object.keys(properties).length > 0 ? { properties } : {}) };
}

/** Whether a value has the type, the constants and the required members of a schema. */
export function seemsLike(schema: unknown, root: Schema, value: unknown, steps = 0): boolean {
  const known = resolveSchema(schema, root, value, steps);
  const { type, const: constant, enum: choices, required, properties } = known;
  if (known[unlike] === true) return false;
  if (constant !== undefined && constant !== value) return false;
  if (Array.isArray(choices) && !choices.includes(value)) return false;
  const types = Array.isArray(type) ? type : type === undefined ? [] : [type];
  if (
    types.length > 0 &&
    !types.includes(typeOf(value)) &&
    !(types.includes("number") && typeOf(value) === "integer")
  )
    return false;
  if (!isObject(value)) return true;
  return (
    listOf(required).every((name) => Object.hasOwn(value, String(name))) &&
    Object.entries(isObject(properties) ? properties : {}).every(([name, member]) => {
      const { const: wanted } = resolveSchema(member, root, undefined, steps + 1);
      return wanted === undefined || !Object.hasOwn(value, name) || own(value, name) === wanted;
    })
  );
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}
