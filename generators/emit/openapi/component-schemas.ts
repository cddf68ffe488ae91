import { findHeldTypes } from "../../model/held-types.ts";
import { isNamed, type ModelIndex, typesOf } from "../../model/index-model.ts";
import type { FieldModel, MessageModel } from "../../model/model.ts";
import { compareCodeUnits } from "../../naming/order.ts";
import { neverSchema, replaceFalse } from "../jsonschema/never-schema.ts";
import { claimName } from "../jsonschema/package-names.ts";
import { findWellKnown, wellKnownSchema } from "../jsonschema/scalar-schema.ts";
import type { Schema, SchemaObject } from "../jsonschema/schema.ts";
import type { SchemaContext } from "../jsonschema/schema-context.ts";
import { typeSchema } from "../jsonschema/type-schema.ts";
import { fieldDoc } from "../types/doc-text.ts";
import type { ServicePackage } from "./service-package.ts";

/**
 * The schemas of a document's components. A type becomes one when something refers to it, so that
 * none is unused; the names are those of the JSON Schemas.
 */
export interface ComponentSchemas {
  readonly context: SchemaContext;
  /** The schema of a method's request or response. */
  typeSchema(typeName: string): SchemaObject;
  /** Adds a schema that is no type of the proto and returns its reference. */
  add(wanted: string, build: (name: string) => SchemaObject): SchemaObject;
  /** All schemas by name, the types that they refer to included. */
  list(): Readonly<Record<string, Schema>>;
}

const prefix = "#/components/schemas/";

export interface ComponentSchemasInit {
  readonly index: ModelIndex;
  /** Full proto names of the types that the document begins with. */
  readonly roots: readonly string[];
  readonly falseSchemas: boolean;
}

export function collectComponentSchemas(
  entry: ServicePackage,
  { index, roots, falseSchemas }: ComponentSchemasInit,
): ComponentSchemas {
  const names = nameTypes(entry, { index, roots });
  const taken = new Set(names.values());
  const schemas = new Map<string, Schema>();
  const referred = new Set<string>();
  const nameOf = (typeName: string): string => {
    const name = names.get(typeName);
    if (name === undefined) throw new Error(`the document refers to ${typeName} but has no name for it`);
    return name;
  };
  const context: SchemaContext = {
    index,
    mode: "open",
    typeRef(typeName) {
      referred.add(typeName);
      return `${prefix}${nameOf(typeName)}`;
    },
    localRef: (name) => `${prefix}${name}`,
    title: (wanted) => claimName(wanted, taken),
  };
  let never: string | undefined;
  const finish = (schema: SchemaObject): SchemaObject => {
    return replaceFalse(schema, () => {
      if (falseSchemas) return false;
      if (never === undefined) {
        never = claimName("Never", taken);
        schemas.set(never, neverSchema);
      }
      return { $ref: `${prefix}${never}` };
    });
  };
  return {
    context,
    typeSchema(typeName) {
      const wellKnown = findWellKnown(typeName);
      return wellKnown === undefined
        ? { $ref: context.typeRef(typeName) }
        : wellKnownSchema(wellKnown, context.mode);
    },
    add(wanted, build) {
      const name = claimName(wanted, taken);
      schemas.set(name, finish(build(name)));
      return { $ref: `${prefix}${name}` };
    },
    list() {
      // Building a schema may refer to further types, which the loop then comes to.
      for (const typeName of referred) {
        const name = nameOf(typeName);
        if (!schemas.has(name)) schemas.set(name, finish(typeDefinition(typeName, { name, context })));
      }
      return Object.fromEntries([...schemas].sort(([a], [b]) => compareCodeUnits(a, b)));
    },
  };
}

function typeDefinition(
  typeName: string,
  { name, context }: { readonly name: string; readonly context: SchemaContext },
): SchemaObject {
  const type = context.index.type(typeName);
  return typeSchema(type.kind === "message" ? documented(type) : type, { name, context });
}

/** The message with everything that is said of a field in its comment, as in the TypeScript types. */
export function documented(message: MessageModel): MessageModel {
  return { ...message, fields: message.fields.map(documentedField) };
}

/**
 * The default moves into the comment: generators of client code make a property that has one
 * mandatory, also in requests.
 */
export function documentedField(field: FieldModel): FieldModel {
  const { default: _, ...rules } = field.rules;
  return { ...field, rules, comment: fieldDoc({ ...field, deprecated: false }) };
}

/** Names of the types that the roots reach; those of other packages keep their full name if need be. */
function nameTypes(
  { names, files }: ServicePackage,
  { index, roots }: { readonly index: ModelIndex; readonly roots: readonly string[] },
): ReadonlyMap<string, string> {
  const own = new Set(
    files
      .flatMap(typesOf)
      .filter(isNamed)
      .map(({ typeName }) => typeName),
  );
  const found = new Map([...own].map((typeName) => [typeName, names.definitionOf(typeName)]));
  const foreign = findReachable(roots, index).filter((typeName) => !own.has(typeName));
  const short = (typeName: string): string => {
    const { package: protoPackage } = index.fileOf(typeName);
    return typeName.slice(protoPackage === "" ? 0 : protoPackage.length + 1).replaceAll(".", "_");
  };
  const counts = new Map<string, number>();
  for (const name of [...found.values(), ...foreign.map(short)])
    counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const typeName of foreign) {
    const name = short(typeName);
    found.set(typeName, counts.get(name) === 1 ? name : typeName);
  }
  return found;
}

function findReachable(roots: readonly string[], index: ModelIndex): readonly string[] {
  const own = roots.filter((typeName) => findWellKnown(typeName) === undefined);
  return [...findHeldTypes(own, index)]
    .filter((typeName) => isNamed(index.type(typeName)))
    .sort(compareCodeUnits);
}
