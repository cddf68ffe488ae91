import { isObject } from "@a2agen/runtime/internal";
import type { SchemaObject } from "../../json-schema/schema.ts";
import { toPascalWords } from "../../naming/casing.ts";
import { toIdentifier } from "../../naming/identifiers.ts";
import type { Body, Definition, Definitions } from "./definition.ts";
import { readNode } from "./read-node.ts";
import { pointTo, SchemaError, type SchemaProblem } from "./schema-problem.ts";
import { createReader, type SchemaReader } from "./schema-reader.ts";

/** Reads the definitions of a JSON Schema; throws SchemaError with everything that it does not support. */
export function readSchema(schema: unknown, source: string): Definitions {
  const problems: SchemaProblem[] = [];
  const definitions = new Map<string, Definition>();
  const root = isObject(schema) ? schema : {};
  const container = Object.hasOwn(root, "$defs") ? "$defs" : "definitions";
  const named = root[container];
  if (!isObject(named)) {
    throw new SchemaError(source, [
      { pointer: "#", message: 'expected an object with "definitions" or "$defs"; found none [schema-root]' },
    ]);
  }
  const reader = createReader({ container, names: Object.keys(named), definitions, problems });
  reader.checkKeywords(root, "#", [container]);
  for (const [name, value] of Object.entries(named)) {
    const pointer = pointTo(`#/${container}`, name);
    if (!/^[A-Za-z_]\w*$/.test(name) || toIdentifier(name) !== name) {
      reader.report(pointer, `found the name ${JSON.stringify(name)}; expected an identifier [schema-name]`);
    }
    if (!isObject(value)) {
      reader.report(pointer, `found ${describeSchema(value)}; expected a schema object [schema-type]`);
      continue;
    }
    const body = readBody(value, { name, pointer, reader });
    definitions.set(name, { name, pointer, ...reader.docOf(value), hidden: false, body });
  }
  reader.addHidden();
  if (problems.length > 0) throw new SchemaError(source, problems);
  return definitions;
}

interface BodyContext {
  readonly name: string;
  readonly pointer: string;
  readonly reader: SchemaReader;
}

function readBody(schema: SchemaObject, { name, pointer, reader }: BodyContext): Body {
  if (isObject(schema["properties"])) return readObject(schema, { name, pointer, reader });
  const node = readNode(schema, { name, pointer, reader });
  if (node.kind === "ref" && !Object.hasOwn(schema, "$ref")) {
    // A union stands in the place of its definition.
    return reader.takeHidden(node.name) ?? { kind: "alias", node };
  }
  if (node.kind !== "literals" || node.isConstant) return { kind: "alias", node };
  const values = node.values.filter((value) => typeof value === "string");
  if (values.length < node.values.length) return { kind: "alias", node };
  const names = new Set(values.map(toPascalWords));
  if (names.size < values.length || [...names].some((word) => !/^[A-Za-z]\w*$/.test(word))) {
    const message = `found values that cannot be told apart by name: ${values.join(", ")} [schema-enum]`;
    reader.report(pointTo(pointer, "enum"), message);
  }
  return { kind: "enum", values };
}

function readObject(schema: SchemaObject, { name, pointer, reader }: BodyContext): Body {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  reader.checkKeywords(schema, pointer, ["type", "properties", "required", "additionalProperties"]);
  reader.expectType(schema, pointer, "object");
  reader.expectOpen(schema, pointer);
  const required = reader.readRequired(schema, pointer, Object.keys(properties));
  return {
    kind: "object",
    properties: Object.entries(properties).flatMap(([property, value]) => {
      const at = pointTo(pointTo(pointer, "properties"), property);
      if (property === "__proto__") {
        reader.report(at, 'found the name "__proto__"; expected any other name [schema-name]');
        return [];
      }
      if (!isObject(value)) {
        reader.report(at, `found ${describeSchema(value)}; expected a schema object [schema-type]`);
        return [];
      }
      const node = readNode(value, { name: `${name}${toPascalWords(property)}`, pointer: at, reader });
      const absent = reader.defaultOf(value, at);
      return [
        {
          name: property,
          required: required.includes(property),
          node,
          ...reader.docOf(value),
          default: absent,
        },
      ];
    }),
  };
}

function describeSchema(value: unknown): string {
  return typeof value === "boolean" ? String(value) : value === null ? "null" : typeof value;
}
