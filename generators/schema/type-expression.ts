import { toPropertyName } from "../naming/identifiers.ts";
import { code, importType, isPieces, join, type Piece } from "../print/piece.ts";
import { runtimeType } from "../print/runtime-import.ts";
import { schemaDiagnostics } from "./diagnostics.ts";
import { jsonLiteral } from "./json-literal.ts";
import { hasMembers, type Shape, shapeOf } from "./object-shape.ts";
import { type SchemaContext, type Surroundings, typesModule } from "./schema-context.ts";
import type { SchemaNode } from "./schema-node.ts";
import { allTypes, intersect, isWithin, type TypeSet, typeOfValue, typesOf, valuesOf } from "./type-sets.ts";

/** A member of an object type. */
export interface MemberType {
  readonly name: string;
  readonly isRequired: boolean;
  readonly type: Piece;
  readonly nodes: readonly SchemaNode[];
}

/** The type of a schema in parts: a union of `members` and `others`, which all others restrict. */
export interface TypeParts {
  /** Of objects; undefined where their type has no members or there are none. */
  readonly members: readonly MemberType[] | undefined;
  /** The type of members without a name. */
  readonly index: Piece | undefined;
  readonly others: readonly Piece[];
  readonly and: readonly Piece[];
  /** Unions that restrict it too, by their arms. */
  readonly unions: readonly (readonly Piece[])[];
}

/** Whether the type of a schema is declared under its name. */
export function isDeclared(node: SchemaNode, { names }: SchemaContext): boolean {
  return names.isNamed(node) || (hasMembers(node) && typesOf(node).has("object"));
}

/** The type of a schema where it is used, where only some types can occur. */
export function typeReference(
  node: SchemaNode,
  context: SchemaContext,
  surroundings: Surroundings = {},
): Piece {
  if (!isDeclared(node, context)) return typeText(partsOf(node, context, surroundings));
  context.need(node, surroundings);
  return importType(context.names.nameOf(node), typesModule(node));
}

export function partsOf(
  node: SchemaNode,
  context: SchemaContext,
  { among = allTypes, around = [] }: Surroundings = {},
): TypeParts {
  const types = intersect(typesOf(node), among);
  const none = { members: undefined, index: undefined, others: [], and: [], unions: [] };
  if (types.size === 0) return { ...none, others: ["never"] };
  const values = valuesOf(node.says)?.filter((value) => types.has(typeOfValue(value)));
  if (values !== undefined)
    return { ...none, others: [...new Set(values.map((value) => jsonLiteral(value, "type")))] };
  const shape = shapeOf(node);
  reportLoose(shape, context);
  const and = shape.refs.map((ref) => typeReference(ref, context));
  const unions = shape.unions.flatMap((arms) => {
    const union = unionOf(arms, { context, types, around: [...around, shape] });
    return union.length === 0 ? [] : [union];
  });
  const isRestricted = and.length + unions.length > 0;
  const { members, index } = types.has("object")
    ? objectOf(shape, context, around)
    : { members: undefined, index: undefined };
  const item = types.has("array") ? arrayOf(shape, context) : undefined;
  const isObject = members !== undefined || index !== undefined;
  const given = [...shape.refs.map(typesOf), ...shape.unions.map(typesOfArms)].reduce(intersect, allTypes);
  // What the references say is enough, where nothing is added to it.
  if (!isObject && item === undefined && isRestricted && isWithin(given, types))
    return { ...none, and, unions };
  if (!isObject && item === undefined && types.size === allTypes.size) {
    return { ...none, others: isRestricted ? [] : [runtimeType("JsonValue")], and, unions };
  }
  if (isObject && types.size === allTypes.size && !isRestricted) {
    const because = 'it names members without "type": "object", so that values of other types are valid';
    report(shape.own[0], context, { as: "as any JSON value", because });
  }
  return { members, index, others: othersOf(types, { hasObject: isObject, item }), and, unions };
}

/** The types beside objects with members. */
function othersOf(
  types: TypeSet,
  { hasObject, item }: { readonly hasObject: boolean; readonly item: Piece | undefined },
): readonly Piece[] {
  const others: Piece[] = [];
  if (types.has("object") && !hasObject) others.push(runtimeType("JsonObject"));
  if (types.has("array")) others.push(item ?? runtimeType("JsonArray"));
  if (types.has("string")) others.push("string");
  if (types.has("number") || types.has("integer")) others.push("number");
  if (types.has("boolean")) others.push("boolean");
  if (types.has("null")) others.push("null");
  return others;
}

/** A type on one line. */
export function typeText({ members, index, others, and, unions }: TypeParts): Piece {
  const object = members === undefined && index === undefined ? [] : [objectText(members ?? [], index)];
  const own = [...object, ...others];
  const alternatives = own.length === 0 ? unions : [own, ...unions];
  const [only, ...rest] = alternatives;
  if (only !== undefined && rest.length === 0 && and.length === 0) return joinTypes(only, " | ");
  const restricting = alternatives.map((arms) =>
    arms.length === 1 ? (arms[0] ?? "") : code`(${join(arms, " | ")})`,
  );
  return joinTypes([...and, ...restricting], " & ");
}

/** One type stays as it is, so that it can be seen to be a name. */
function joinTypes(types: readonly Piece[], separator: string): Piece {
  const [only, ...others] = types;
  return only !== undefined && others.length === 0 ? only : join(types, separator);
}

function objectText(members: readonly MemberType[], index: Piece | undefined): Piece {
  const named = members.map(
    ({ name, isRequired, type }) => code`${toPropertyName(name)}${isRequired ? "" : "?"}: ${type}`,
  );
  const all = index === undefined ? named : [...named, code`[key: string]: ${index}`];
  return all.length === 0 ? "Record<string, never>" : code`{ ${join(all, "; ")} }`;
}

interface UnionInit {
  readonly context: SchemaContext;
  readonly types: TypeSet;
  readonly around: readonly Shape[];
}

/** The union of the arms; none where an arm restricts nothing that a type can say. */
function unionOf(arms: readonly SchemaNode[], { context, types, around }: UnionInit): readonly Piece[] {
  const possible = arms.filter((arm) => intersect(typesOf(arm), types).size > 0);
  if (possible.some((arm) => saysNothing(arm, types))) return [];
  return possible.map((arm) => typeReference(arm, context, { among: types, around }));
}

function saysNothing(arm: SchemaNode, types: TypeSet): boolean {
  const { refs, unions, own } = shapeOf(arm);
  return (
    refs.length === 0 &&
    unions.length === 0 &&
    !hasMembers(arm) &&
    isWithin(types, typesOf(arm)) &&
    own.every(({ says }) => says.items === undefined && says.prefixItems === undefined)
  );
}

function typesOfArms(arms: readonly SchemaNode[]): TypeSet {
  return new Set(arms.flatMap((arm) => [...typesOf(arm)]));
}

/** The members of an object, named ones and others. */
function objectOf(
  shape: Shape,
  context: SchemaContext,
  around: readonly Shape[],
): Pick<TypeParts, "members" | "index"> {
  const members = [...shape.members].map(([name, nodes]): MemberType => {
    const types = nodes.map((node) => typeReference(node, context));
    return { name, isRequired: shape.required.has(name), type: intersectionOf(types), nodes };
  });
  for (const name of shape.required) {
    if (shape.members.has(name)) continue;
    const outside = around.flatMap((each) => each.members.get(name) ?? []);
    const types = outside.map((node) => typeReference(node, context));
    const type = types.length === 0 ? runtimeType("JsonValue") : intersectionOf(types);
    members.push({ name, isRequired: true, type, nodes: [] });
  }
  const index = indexOf(shape, context, members.length > 0);
  return { members: members.length === 0 ? undefined : members, index };
}

function intersectionOf(types: readonly Piece[]): Piece {
  const [first = runtimeType("JsonValue"), ...others] = types;
  return others.length === 0
    ? first
    : join(
        types.map((type) => code`(${type})`),
        " & ",
      );
}

/** The type of members without a name in the schema; undefined where there are none, or all may be. */
function indexOf({ own, refs, unions }: Shape, context: SchemaContext, hasNamed: boolean): Piece | undefined {
  const open = own.flatMap(({ says }) => {
    const rest = says.additionalProperties ?? says.unevaluatedProperties;
    return [...(says.patternProperties?.values() ?? []), ...(rest === undefined ? [] : [rest])];
  });
  const possible = open.filter(({ json }) => json !== false);
  if (possible.length === 0) {
    // What "unevaluatedProperties" closes, references and arms may have opened.
    const isAlone = refs.length + unions.length === 0;
    const isClosed = own.some(({ says }) => says.additionalProperties?.json === false);
    const isEmpty = !hasNamed && open.length > 0 && (isAlone || isClosed);
    return isEmpty ? "never" : undefined;
  }
  const isAny = possible.some(
    (node) => node.json === true || Object.keys(node.says).length + node.refs.length === 0,
  );
  if (hasNamed) {
    if (!isAny) {
      const because = "TypeScript has no type for members without a name beside those with one";
      report(possible[0], context, { as: "as unknown", because });
    }
    return "unknown";
  }
  const isPartial = own.some(
    ({ says }) => says.patternProperties !== undefined && says.additionalProperties?.json !== false,
  );
  if (isAny || isPartial) return undefined;
  return join(
    [...new Set(possible)].map((node) => typeReference(node, context)),
    " | ",
  );
}

/** The type of lists; undefined where any element may be in them. */
function arrayOf({ own }: Shape, context: SchemaContext): Piece | undefined {
  const node = own.find(({ says }) => says.items !== undefined || says.prefixItems !== undefined);
  if (node === undefined) return undefined;
  const { prefixItems, items, minItems = 0 } = node.says;
  const rest =
    items?.json === false
      ? undefined
      : items === undefined
        ? runtimeType("JsonValue")
        : typeReference(items, context);
  if (prefixItems === undefined) return rest === undefined ? "[]" : listOf(rest);
  const elements = prefixItems.map((item, at) => {
    const type = typeReference(item, context);
    if (at < minItems) return type;
    return isName(type) ? code`${type}?` : code`(${type})?`;
  });
  return code`[${join(rest === undefined ? elements : [...elements, code`...${listOf(rest)}`], ", ")}]`;
}

function listOf(type: Piece): Piece {
  return isName(type) ? code`${type}[]` : code`Array<${type}>`;
}

function isName(type: Piece): boolean {
  return typeof type === "string" ? /^\w+$/.test(type) : !isPieces(type);
}

/** Says where a schema restricts values in a way that types cannot. */
function reportLoose({ own }: Shape, context: SchemaContext): void {
  for (const node of own) {
    const { then, else: otherwise, not, dependentSchemas } = node.says;
    const because = (what: string): { as: string; because: string } => ({
      as: "without it",
      because: `TypeScript has no type for ${what}`,
    });
    const conditional = [then, otherwise].some((each) => each !== undefined && hasMembers(each));
    if (conditional) report(node, context, because('"if" with "then" and "else"'));
    if (not !== undefined) report(not, context, because('"not"'));
    if (dependentSchemas !== undefined) report(node, context, because('"dependentSchemas"'));
  }
}

function report(
  node: SchemaNode | undefined,
  { diagnostics }: SchemaContext,
  parameters: { readonly as: string; readonly because: string },
): void {
  if (node !== undefined) diagnostics.report(schemaDiagnostics["schema-loose"], node.position, parameters);
}
