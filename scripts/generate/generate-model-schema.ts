import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Symbol as Member, type Node, Project, type Type, ts } from "ts-morph";
import { compareCodeUnits } from "../../generators/naming/order.ts";

const repository = join(import.meta.dirname, "../..");
const path = join(repository, "schemas/model.schema.json");

type Schema = Readonly<Record<string, unknown>>;

/** Text of schemas/model.schema.json as the types of the model want it now. */
export function generateModelSchema(): string {
  const project = new Project({
    tsConfigFilePath: join(repository, "tsconfig.json"),
    skipAddingFilesFromTsConfig: true,
  });
  const source = project.addSourceFileAtPath(join(repository, "generators/model/model-document.ts"));
  const document = source.getInterfaceOrThrow("ModelDocument");
  const definitions = new Map<string, Schema>();
  const root = describeObject(document.getType(), { at: document, definitions });
  return `${JSON.stringify(
    {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $id: "https://a2agen.dev/schemas/a2agen/model.schema.json",
      title: "The model of protos",
      description: describeSymbol(document.getSymbolOrThrow()),
      ...root,
      $defs: Object.fromEntries([...definitions].sort(([a], [b]) => compareCodeUnits(a, b))),
    },
    undefined,
    2,
  )}\n`;
}

interface Context {
  /** Where types are asked for. */
  readonly at: Node;
  readonly definitions: Map<string, Schema>;
}

/** A type by its name where it has one, which is then described once; otherwise what it is. */
function describeType(type: Type, context: Context): Schema {
  const symbol = type.getAliasSymbol() ?? (type.isInterface() ? type.getSymbol() : undefined);
  if (symbol === undefined || type.getAliasTypeArguments().length > 0) return describeShape(type, context);
  const name = symbol.getName();
  const { definitions } = context;
  if (!definitions.has(name)) {
    definitions.set(name, {});
    const description = describeSymbol(symbol);
    definitions.set(name, { ...(description !== "" && { description }), ...describeShape(type, context) });
  }
  return { $ref: `#/$defs/${name}` };
}

function describeShape(type: Type, context: Context): Schema {
  if (type.isUnknown()) return {};
  if (type.isBoolean()) return { type: "boolean" };
  if (type.isNull()) return { type: "null" };
  if (type.isString()) return { type: "string" };
  if (type.isNumber()) return { type: "number" };
  if (type.isLiteral()) return { const: literalOf(type) };
  if (type.isUnion()) return describeUnion(type, context);
  const element = type.getArrayElementType();
  if (element !== undefined) return { type: "array", items: describeType(element, context) };
  if (type.isObject() && type.getCallSignatures().length === 0) return describeObject(type, context);
  throw new Error(`expected a type of plain data in the model; found ${type.getText(context.at)}`);
}

function describeUnion(type: Type, context: Context): Schema {
  const arms = type.getUnionTypes().filter((arm) => !arm.isUndefined());
  const literals = arms.filter((arm) => arm.isLiteral());
  const isBoolean = literals.filter((arm) => arm.isBooleanLiteral()).length === 2;
  const constants = literals
    .filter((arm) => !(isBoolean && arm.isBooleanLiteral()))
    .map(literalOf)
    .sort((a, b) => compareCodeUnits(String(a), String(b)));
  const schemas: readonly Schema[] = [
    ...(isBoolean ? [{ type: "boolean" }] : []),
    ...(constants.length > 0 ? [constants.length === 1 ? { const: constants[0] } : { enum: constants }] : []),
    ...arms.filter((arm) => !arm.isLiteral()).map((arm) => describeType(arm, context)),
  ];
  const [only] = schemas;
  return schemas.length === 1 && only !== undefined ? only : { anyOf: schemas };
}

function describeObject(type: Type, context: Context): Schema {
  const rest = type.getStringIndexType();
  const properties = type.getProperties();
  const required = properties.filter((property) => !property.isOptional()).map((each) => each.getName());
  return {
    type: "object",
    ...(properties.length > 0 && {
      properties: Object.fromEntries(
        properties.map((each) => [each.getName(), describeMember(each, context)]),
      ),
    }),
    ...(required.length > 0 && { required }),
    additionalProperties: rest === undefined ? false : describeType(rest, context),
  };
}

function describeMember(member: Member, context: Context): Schema {
  const description = describeSymbol(member);
  return {
    ...(description !== "" && { description }),
    ...describeType(member.getTypeAtLocation(context.at), context),
  };
}

function literalOf(type: Type): unknown {
  return type.isBooleanLiteral() ? type.getText() === "true" : type.getLiteralValueOrThrow();
}

function describeSymbol(symbol: Member): string {
  return ts
    .displayPartsToString(symbol.compilerSymbol.getDocumentationComment(undefined))
    .replaceAll(/\s+/g, " ");
}

if (resolve(process.argv[1] ?? "") === import.meta.filename) await writeFile(path, generateModelSchema());
