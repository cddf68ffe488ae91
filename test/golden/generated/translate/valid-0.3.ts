import fc from "fast-check";
import schema from "../../../../profiles/a2a-0.3.schema.json" with { type: "json" };

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
  readonly additionalProperties?: Schema;
}

const definitions: ReadonlyMap<string, Schema> = new Map(Object.entries<Schema>(schema.definitions));

const text = fc.oneof(
  fc.string({ maxLength: 5 }),
  fc.constantFrom("__proto__", "tasks/1", "a/b", "\u{1f600}"),
);

/** What is likely where the schema says "string" only. */
const texts: Readonly<Record<string, fc.Arbitrary<string>>> = {
  timestamp: fc.oneof(
    text,
    fc.constantFrom(
      "2025-04-02T16:59:25.331844",
      "2025-04-02t16:59:25z",
      "2025-04-02 16:59:25+02:00",
      "2025-04-02T16:59:25.1234567891-0530",
      "2024-02-30T00:00:00Z",
      "0001-01-01T00:00:00+01:00",
      "9999-12-31T23:59:59.999999999Z",
    ),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  ),
  bytes: fc.oneof(
    text,
    fc.base64String({ maxLength: 12 }),
    fc.constantFrom("_-_-", "YQ", "YQ\n==", "Y Q = =", "!!!!"),
  ),
};

/** Values that the schema of 0.3 allows, now with usual texts, now with any. */
export function valid03(name: string): fc.Arbitrary<unknown> {
  return valueFor({ $ref: `#/definitions/${name}` });
}

function valueFor(given: Schema, name = ""): fc.Arbitrary<unknown> {
  if (given.$ref !== undefined)
    return valueFor(definitions.get(given.$ref.replace("#/definitions/", "")) ?? {});
  if (given.anyOf !== undefined) return fc.oneof(...given.anyOf.map((one) => valueFor(one)));
  if (Object.hasOwn(given, "const")) return fc.constant(given.const);
  if (given.enum !== undefined) return fc.constantFrom(...given.enum);
  switch (given.type) {
    case "string":
      return texts[name] ?? text;
    case "integer":
      return fc.oneof(fc.nat(1000), fc.constantFrom(-1, 2 ** 31, 2 ** 40));
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(valueFor(given.items ?? {}), { maxLength: 3 });
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
