import { expect, test } from "vitest";
import { emitTypes } from "../../../../../generators/emit/types/emit-types.ts";
import { createDiagnostics } from "../../../../../generators/model/diagnostics.ts";
import { type DeclaredArm, type DeclaredType, readDeclaredTypes } from "./declared-types.ts";
import { buildDocument, loadSubject, type Subject } from "./documents.ts";

/** A schema as these tests look at it. */
interface ReadSchema {
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, ReadSchema | boolean>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly ReadSchema[];
  readonly $ref?: string;
}

function toDeclaredType(schema: ReadSchema): DeclaredType {
  return {
    description: schema.description ?? "",
    deprecated: schema.deprecated ?? false,
    arms: (schema.oneOf ?? [schema]).map(toArm),
  };
}

function toArm({ properties = {}, required = [] }: ReadSchema): DeclaredArm {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const isNever = typeof property === "boolean" || property.$ref === "#/components/schemas/Never";
      if (isNever) return [name, undefined];
      const { description = "", deprecated = false } = property;
      return [name, { optional: !required.includes(name), description, deprecated }];
    }),
  );
}

const cases = (["a2a-1.0-draft", "a2a-1.0", "library"] as const).flatMap((subject) =>
  (["3.1", "3.2"] as const).map((version) => ({ subject, version })),
);

test.each(cases)(
  "names, descriptions, optionality and deprecation of $version are those of the types of $subject",
  async ({ subject, version }) => {
    const types = await readTypes(subject);
    const { document } = await buildDocument(subject, version);
    const schemas = Object.entries(document.components?.schemas ?? {}) as [string, ReadSchema][];
    const messages = schemas.filter(([name, schema]) => name in types && schema.enum === undefined);
    expect(messages.length).toBeGreaterThan(5);
    for (const [name, schema] of messages) {
      expect({ name, ...toDeclaredType(schema) }).toEqual({ name, ...types[name] });
    }
    if (subject === "library") return;
    // Of the protocol every type is there but the requests that have no body of their own.
    const inDocument = new Set(schemas.map(([name]) => name));
    expect(Object.keys(types).filter((name) => !inDocument.has(name) && !name.endsWith("Request"))).toEqual(
      [],
    );
  },
);

async function readTypes(subject: Subject): Promise<Readonly<Record<string, DeclaredType>>> {
  const model = await loadSubject(subject);
  const [file] = emitTypes(model, createDiagnostics());
  if (file === undefined) throw new Error("no types were emitted");
  const types = readDeclaredTypes(file.toText({ header: "", importExtension: "js" }));
  const lacking = new Map(
    model.files.flatMap(({ messages }) =>
      messages.map(({ identifier, fields }) => [
        identifier,
        fields.flatMap(({ jsonName, rules }) => (rules.mayLack === true ? [jsonName] : [])),
      ]),
    ),
  );
  return Object.fromEntries(
    Object.entries(types).map(([name, type]) => [name, withLacking(type, lacking.get(name) ?? [])]),
  );
}

/** What others may leave out is mandatory in a type, since decoding puts the default in its place. */
function withLacking(type: DeclaredType, names: readonly string[]): DeclaredType {
  const arms = type.arms.map((arm) =>
    Object.fromEntries(
      Object.entries(arm).map(([name, property]) => [
        name,
        property && { ...property, optional: property.optional !== names.includes(name) },
      ]),
    ),
  );
  return { ...type, arms };
}
