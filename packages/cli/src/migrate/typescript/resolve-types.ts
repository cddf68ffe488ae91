import { ts } from "ts-morph";
import { isLegacyNode, type MigrationContext } from "./context.ts";
import { isEquality, literalText, propertyName, skipPlain } from "./expressions.ts";
import {
  constantOf,
  eventNames,
  fieldsOf,
  findDefinition,
  hasField,
  type LegacyType,
  namesOf,
  resolveDefinition,
  resolveField,
  taskStates,
  wrapperFor,
} from "./legacy-model.ts";

/** A field of a type of 0.3. */
export interface LegacyField {
  readonly owner: string;
  readonly field: string;
}

/** The fields of 0.3 that a property stands for, one for each type of a union; none for other properties. */
export function findFields(symbol: ts.Symbol | undefined): readonly LegacyField[] {
  const field = symbol?.name ?? "";
  const owners = (symbol?.declarations ?? []).flatMap((declaration) => {
    const { name } = declaration.parent as ts.Node & { readonly name?: Partial<ts.Identifier> };
    const owner = isLegacyNode(declaration) ? findDefinition(name?.text ?? "") : undefined;
    return owner !== undefined && hasField(owner, field) ? [owner] : [];
  });
  return [...new Set(owners)].map((owner) => ({ owner, field }));
}

export function resolveFields(fields: readonly LegacyField[]): readonly LegacyType[] {
  return fields.flatMap(({ owner, field }) => resolveField(owner, field));
}

function findSymbolDefinition(symbol: ts.Symbol | undefined): string | undefined {
  return symbol?.declarations?.some(isLegacyNode) === true ? findDefinition(symbol.name) : undefined;
}

/** The types of 0.3 in a type of the compiler; none for unrelated types. */
export function resolveType(
  checker: ts.TypeChecker,
  type: ts.Type | undefined,
  depth = 0,
): readonly LegacyType[] {
  if (type === undefined || depth > 8) return [];
  const resolve = (inner: ts.Type | undefined): readonly LegacyType[] =>
    resolveType(checker, inner, depth + 1);
  const alias = findSymbolDefinition(type.aliasSymbol);
  if (alias !== undefined) return resolveDefinition(alias);
  if (type.isUnion()) {
    const values = type.types.flatMap((member) => (member.isStringLiteral() ? [member.value] : []));
    const isState =
      values.length === taskStates.length && values.every((value) => taskStates.includes(value));
    return isState ? resolveDefinition("TaskState") : type.types.flatMap(resolve);
  }
  const definition = findSymbolDefinition(type.symbol);
  if (definition !== undefined) return resolveDefinition(definition);
  if (checker.isArrayType(type) || checker.isTupleType(type)) {
    const elements = checker.getTypeArguments(type as ts.TypeReference).flatMap(resolve);
    return elements.length === 0 ? [] : [{ kind: "list", elements }];
  }
  if (["Promise", "PromiseLike"].includes(type.symbol?.name ?? ""))
    return resolve(checker.getTypeArguments(type as ts.TypeReference)[0]);
  if (type.isIntersection()) return type.types.flatMap(resolve);
  if ((type.flags & ts.TypeFlags.TypeParameter) !== 0) {
    const constraint = checker.getBaseConstraintOfType(type);
    return constraint === type ? [] : resolve(constraint);
  }
  if ((type.flags & ts.TypeFlags.Object) === 0) return [];
  const indexed = type.getStringIndexType();
  if (indexed !== undefined) {
    const values = resolve(indexed);
    return values.length === 0 ? [] : [{ kind: "map", values }];
  }
  // Partial<Message> and the like have the properties of the type that they are made of.
  const owners = new Set(
    checker.getPropertiesOfType(type).flatMap((property) => {
      const fields = findFields(property);
      return fields.length === 0 ? [undefined] : fields.map(({ owner }) => owner);
    }),
  );
  const [owner] = owners;
  return owners.size === 1 && owner !== undefined ? resolveDefinition(owner) : [];
}

/** The types of 0.3 in a type as the file writes it, in which enums have their names. */
export function resolveTypeNode(context: MigrationContext, node: ts.TypeNode): readonly LegacyType[] {
  const { checker } = context;
  if (ts.isUnionTypeNode(node)) return node.types.flatMap((member) => resolveTypeNode(context, member));
  const key = indexKey(node);
  const owner = key === undefined ? undefined : checker.getTypeFromTypeNode(key.owner);
  const types = resolveFields(findFields(owner?.getProperty(key?.literal.text ?? "")));
  return types.length > 0 ? types : resolveType(checker, checker.getTypeFromTypeNode(node));
}

/** The parts of `Message["role"]`; undefined for any other type. */
export function indexKey(
  node: ts.Node,
): { readonly owner: ts.TypeNode; readonly literal: ts.StringLiteral } | undefined {
  if (!ts.isIndexedAccessTypeNode(node) || !ts.isLiteralTypeNode(node.indexType)) return undefined;
  const { literal } = node.indexType;
  return ts.isStringLiteral(literal) ? { owner: node.objectType, literal } : undefined;
}

/** The property that a binding element takes out of an object. */
export function findBoundProperty(
  { checker }: MigrationContext,
  element: ts.BindingElement,
): ts.Symbol | undefined {
  if (!ts.isObjectBindingPattern(element.parent) || element.dotDotDotToken !== undefined) return undefined;
  const name = element.propertyName ?? element.name;
  if (!ts.isIdentifier(name) && !ts.isStringLiteral(name)) return undefined;
  const type = checker.getTypeAtLocation(element.parent);
  return checker.getPropertyOfType(checker.getNonNullableType(type), name.text);
}

function resolveDeclaration(
  context: MigrationContext,
  declaration: ts.Declaration | undefined,
): readonly LegacyType[] {
  if (declaration === undefined) return [];
  if (ts.isBindingElement(declaration)) {
    return resolveFields(findFields(findBoundProperty(context, declaration)));
  }
  if (
    !ts.isVariableDeclaration(declaration) &&
    !ts.isParameter(declaration) &&
    !ts.isPropertySignature(declaration) &&
    !ts.isPropertyDeclaration(declaration)
  )
    return [];
  if (declaration.type !== undefined) return resolveTypeNode(context, declaration.type);
  const initializer = ts.isPropertySignature(declaration) ? undefined : declaration.initializer;
  if (initializer === undefined || ts.isObjectLiteralExpression(initializer)) return [];
  const types = resolveExpression(context, initializer);
  if (wrapperFor(types) === undefined) return types;
  // Where the code has narrowed the type, the variable gets the member.
  const narrowed = resolveType(context.checker, context.checker.getTypeAtLocation(initializer));
  return namesOf(narrowed).length === 1 ? narrowed : types;
}

/** The types of an expression as declared: the code around it does not narrow them. */
export function resolveExpression(
  context: MigrationContext,
  expression: ts.Expression,
): readonly LegacyType[] {
  const { checker } = context;
  const inner = skipPlain(expression);
  if (ts.isAsExpression(inner) && !ts.isConstTypeReference(inner.type))
    return resolveTypeNode(context, inner.type);
  const isMember = ts.isPropertyAccessExpression(inner);
  if (!isMember && !ts.isIdentifier(inner)) return resolveType(checker, checker.getTypeAtLocation(inner));
  const symbol = checker.getSymbolAtLocation(isMember ? inner.name : inner);
  const fields = isMember ? resolveFields(findFields(symbol)) : [];
  if (fields.length > 0) return fields;
  const declared = resolveDeclaration(context, symbol?.valueDeclaration);
  if (declared.length > 0) return declared;
  if (isMember) return resolveType(checker, checker.getTypeAtLocation(inner));
  return resolveType(checker, symbol && checker.getTypeOfSymbol(symbol));
}

/** The types that the place of an expression takes. */
export function resolveExpected(context: MigrationContext, expression: ts.Expression): readonly LegacyType[] {
  const { checker } = context;
  return resolvePlace(context, expression) ?? resolveType(checker, checker.getContextualType(expression));
}

type Types = readonly LegacyType[] | undefined;

/** The types of a place that says more than the compiler; undefined for other places. */
function resolvePlace(context: MigrationContext, expression: ts.Expression): Types {
  const { parent } = expression;
  if (
    ts.isParenthesizedExpression(parent) ||
    ts.isNonNullExpression(parent) ||
    (ts.isConditionalExpression(parent) && parent.condition !== expression)
  )
    return resolveExpected(context, parent);
  if (ts.isAsExpression(parent) || ts.isSatisfiesExpression(parent) || ts.isTypeAssertionExpression(parent)) {
    const isConstant = ts.isConstTypeReference(parent.type);
    return isConstant ? resolveExpected(context, parent) : resolveTypeNode(context, parent.type);
  }
  if (ts.isBinaryExpression(parent)) return resolveOperand(context, parent, expression);
  if (ts.isCaseClause(parent)) return resolveExpression(context, parent.parent.parent.expression);
  if (ts.isSpreadElement(parent)) return [];
  if (ts.isArrayLiteralExpression(parent)) {
    const lists = resolveExpected(context, parent);
    return ifAny(lists.flatMap((type) => (type.kind === "list" ? type.elements : [])));
  }
  if (
    (ts.isPropertyAssignment(parent) && parent.initializer === expression) ||
    ts.isShorthandPropertyAssignment(parent)
  )
    return resolveProperty(context, parent);
  if (ts.isCallExpression(parent)) return resolveArgument(context, parent, expression);
  if (ts.isReturnStatement(parent) || (ts.isArrowFunction(parent) && parent.body === expression)) {
    const type = (ts.isArrowFunction(parent) ? parent : ts.findAncestor(parent, ts.isFunctionLike))?.type;
    return type && ifAny(resolveTypeNode(context, type));
  }
  if (ts.isVariableDeclaration(parent)) return parent.type && resolveTypeNode(context, parent.type);
  return undefined;
}

function ifAny(types: readonly LegacyType[]): Types {
  return types.length > 0 ? types : undefined;
}

function resolveOperand(
  context: MigrationContext,
  binary: ts.BinaryExpression,
  expression: ts.Expression,
): Types {
  const { left, right, operatorToken } = binary;
  const isRight = right === expression;
  switch (operatorToken.kind) {
    case ts.SyntaxKind.QuestionQuestionToken:
    case ts.SyntaxKind.BarBarToken: {
      const expected = resolveExpected(context, binary);
      return expected.length === 0 && isRight ? resolveExpression(context, left) : expected;
    }
    case ts.SyntaxKind.AmpersandAmpersandToken:
      return isRight ? resolveExpected(context, binary) : undefined;
    case ts.SyntaxKind.EqualsToken:
      return isRight ? resolveExpression(context, left) : undefined;
    default:
      return isEquality(operatorToken.kind) ? resolveExpression(context, isRight ? left : right) : undefined;
  }
}

function resolveProperty(
  context: MigrationContext,
  property: ts.PropertyAssignment | ts.ShorthandPropertyAssignment,
): Types {
  const name = propertyName(property);
  const definition = findLiteralType(context, property.parent);
  if (definition !== undefined) return name === undefined ? undefined : resolveField(definition, name);
  const maps = resolveExpected(context, property.parent);
  return ifAny(maps.flatMap((type) => (type.kind === "map" ? type.values : [])));
}

function resolveArgument(context: MigrationContext, call: ts.CallExpression, argument: ts.Expression): Types {
  const position = call.arguments.indexOf(argument);
  if (position === -1) return undefined;
  const peer = findPeer(call, argument);
  if (peer !== undefined) return resolveExpression(context, peer);
  const signature = context.checker.getResolvedSignature(call);
  const declared = signature?.parameters[position]?.valueDeclaration;
  if (declared === undefined || !ts.isParameter(declared) || declared.type === undefined) return undefined;
  if (declared.dotDotDotToken !== undefined || isLegacyNode(declared)) return undefined;
  return ifAny(resolveTypeNode(context, declared.type));
}

/** The value that an assertion compares its argument with: `expect(x).toBe(...)`, `assert.equal(x, ...)`. */
export function findPeer(call: ts.CallExpression, argument: ts.Expression): ts.Expression | undefined {
  let callee: ts.Expression = call.expression;
  if (ts.isPropertyAccessExpression(callee) && /^to[A-Z]/.test(callee.name.text)) {
    while (ts.isPropertyAccessExpression(callee)) callee = callee.expression;
    if (
      ts.isCallExpression(callee) &&
      ts.isIdentifier(callee.expression) &&
      callee.expression.text === "expect"
    ) {
      return callee.arguments[0];
    }
  }
  const isAssert = /^assert(?:\.strict)?(?:\.\w*[eE]qual)?$/.test(call.expression.getText());
  return isAssert && call.arguments[1] === argument ? call.arguments[0] : undefined;
}

/** The enum whose values all of the types are. */
export function findEnum(
  { facts }: Pick<MigrationContext, "facts">,
  types: readonly LegacyType[],
): string | undefined {
  const [first] = types;
  if (first?.kind !== "enum" || !types.every(({ kind }) => kind === "enum")) return undefined;
  return facts.enumOf(first.values);
}

/** The type of 0.3 that an object literal has, by its place and its properties. */
export function findLiteralType(
  context: MigrationContext,
  literal: ts.ObjectLiteralExpression,
): string | undefined {
  const expected = resolveExpected(context, literal);
  if (expected.length === 0) return findWholeEvent(context, literal);
  const names = new Set(expected.flatMap((type) => (type.kind === "message" ? [type.name] : [])));
  const fitting = [...names].filter((name) => hasConstants(literal, name));
  if (fitting.length === 1) return fitting[0];
  // Among several types, the one that alone has all fields of the literal.
  const fields = literal.properties.flatMap((property) => propertyName(property) ?? []);
  const [only, ...more] = fitting.filter((name) => fields.every((field) => hasField(name, field)));
  return more.length === 0 ? only : undefined;
}

/** True if no string in the literal contradicts the constants of the type. */
function hasConstants(literal: ts.ObjectLiteralExpression, definition: string): boolean {
  return literal.properties.every((property) => {
    const name = propertyName(property);
    if (name === undefined || !ts.isPropertyAssignment(property)) return true;
    const constant = constantOf(definition, name);
    const value = literalText(property.initializer);
    return constant === undefined || value === undefined || constant === value;
  });
}

/** The event that a literal without an expected type is: it has the `kind` and all required fields. */
function findWholeEvent(
  { checker }: MigrationContext,
  literal: ts.ObjectLiteralExpression,
): string | undefined {
  const expected = checker.getContextualType(literal);
  const open = ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter;
  if (expected !== undefined && (expected.flags & open) === 0) return undefined;
  const properties = new Map(literal.properties.map((property) => [propertyName(property), property]));
  const kind = properties.get("kind");
  if (kind === undefined || !ts.isPropertyAssignment(kind)) return undefined;
  const value = literalText(kind.initializer);
  const event = eventNames.find((name) => constantOf(name, "kind") === value);
  if (event === undefined) return undefined;
  const isKnown = [...properties.keys()].every((name) => name !== undefined && hasField(event, name));
  const required = fieldsOf(event).filter(({ presence }) => presence === "required");
  return isKnown && required.every(({ name }) => properties.has(name)) ? event : undefined;
}
