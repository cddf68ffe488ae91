import fc from "fast-check";
import { schema } from "./codecs.ts";

/** What of a JSON Schema matters for making values. */
interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly additionalProperties?: Schema;
}

const definitions: ReadonlyMap<string, Schema> = new Map(Object.entries<Schema>(schema.definitions));

export interface Leaves {
  /** Strings; `property` is the name of the property that has them, "" elsewhere. */
  readonly text: (property: string) => fc.Arbitrary<string>;
  readonly integer: fc.Arbitrary<number>;
}

/** Makes values that a definition allows, from the schema itself, with the given strings and integers. */
export function valuesWith({ text, integer }: Leaves): (name: string) => fc.Arbitrary<unknown> {
  const made = new Map<string, fc.Arbitrary<unknown>>();

  function ofDefinition(name: string): fc.Arbitrary<unknown> {
    const found = made.get(name) ?? valueFor(definitions.get(name) ?? {});
    made.set(name, found);
    return found;
  }

  function valueFor(given: Schema, property = ""): fc.Arbitrary<unknown> {
    if (given.$ref !== undefined) return ofDefinition(given.$ref.replace("#/definitions/", ""));
    if (given.anyOf !== undefined) return fc.oneof(...given.anyOf.map((one) => valueFor(one)));
    if (Object.hasOwn(given, "const")) return fc.constant(given.const);
    if (given.enum !== undefined) return fc.constantFrom(...given.enum);
    if (Array.isArray(given.type)) return fc.oneof(...given.type.map((type: string) => valueFor({ type })));
    switch (given.type) {
      case "string":
        return text(property);
      case "integer":
        return integer;
      case "boolean":
        return fc.boolean();
      case "null":
        return fc.constant(null);
      case "array":
        return fc.array(valueFor(given.items ?? {}), { minLength: given.minItems ?? 0, maxLength: 3 });
      case "object":
        return given.properties === undefined ? mapOf(given.additionalProperties ?? {}) : objectOf(given);
      default:
        return fc.jsonValue({ maxDepth: 2 });
    }
  }

  function mapOf(value: Schema): fc.Arbitrary<unknown> {
    const key = fc.oneof(fc.string({ maxLength: 3 }), fc.constantFrom("__proto__", "constructor"));
    return fc.dictionary(key, valueFor(value), { maxKeys: 3, noNullPrototype: true });
  }

  function objectOf({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
    const members = Object.fromEntries(
      Object.entries(properties).map(([name, one]) => [name, valueFor(one, name)]),
    );
    return fc.record(members, { requiredKeys: [...required], noNullPrototype: true });
  }

  return ofDefinition;
}

/** Values that a definition allows, with any strings. */
export const validValue = valuesWith({
  text: () => fc.string({ maxLength: 5 }),
  integer: fc.oneof(fc.integer(), fc.constantFrom(-32001, -32700, 0, 2 ** 40)),
});

const replacements = fc.oneof(
  fc.constantFrom<unknown>(null, 0, -1, 1.5, 2 ** 60, "", "text", "task", true, [], {}, [null], {
    kind: "text",
  }),
  fc.jsonValue({ maxDepth: 1 }),
);

/** Valid values with a change somewhere: another value, one more member, or one less. */
export function mutatedValue(name: string): fc.Arbitrary<unknown> {
  return fc
    .tuple(
      validValue(name),
      fc.array(fc.tuple(fc.nat(), fc.nat(3), replacements), { minLength: 1, maxLength: 2 }),
    )
    .map(([value, changes]) => {
      const root = { value: structuredClone(value) };
      for (const [place, way, replacement] of changes)
        change(root, { place, way, replacement: structuredClone(replacement) });
      return root.value;
    });
}

interface Change {
  readonly place: number;
  readonly way: number;
  readonly replacement: unknown;
}

function change(root: object, { place, way, replacement }: Change): void {
  const places = placesIn(root);
  const [holder, key] = places[place % places.length] ?? [root, "value"];
  if (way === 0 && holder !== root && !Array.isArray(holder)) Reflect.deleteProperty(holder, key);
  else if (way === 1 && holder !== root && !Array.isArray(holder)) define(holder, "uri", replacement);
  else define(holder, key, replacement);
}

function define(holder: object, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}

function placesIn(holder: object): readonly (readonly [object, string])[] {
  return Object.entries(holder).flatMap(([key, value]: [string, unknown]) => [
    [holder, key] as const,
    ...(typeof value === "object" && value !== null ? placesIn(value) : []),
  ]);
}
