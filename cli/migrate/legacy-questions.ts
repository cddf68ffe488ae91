import type { ts } from "ts-morph";
import {
  eventNames,
  fieldOf,
  findDefinition,
  namesOf,
  refTo,
  type SchemaNode,
  securitySchemeNames,
  taskStates,
  variantsOf,
} from "./legacy-schema.ts";
import { isLegacyFile, type MigrationContext } from "./migration-context.ts";
import { type Wrapper, wrapperOf } from "./migration-facts.ts";
import { skipOuter, skipPlain } from "./skip-outer.ts";

/** A field of a type of 0.3. */
export interface LegacyField {
  readonly owner: string;
  readonly field: string;
}

/** The fields of 0.3 that a property is, one for each type of a union; none for any other property. */
export function fieldsOfSymbol(symbol: ts.Symbol | undefined): readonly LegacyField[] {
  const fields: LegacyField[] = [];
  for (const declaration of symbol?.declarations ?? []) {
    if (!isLegacyFile(declaration.getSourceFile().fileName)) continue;
    const parent = declaration.parent as ts.Node & { readonly name?: ts.Node };
    const name = parent.name === undefined ? undefined : (parent.name as ts.Identifier).text;
    const owner = name === undefined ? undefined : findDefinition(name);
    const field = symbol?.name ?? "";
    if (owner === undefined || fieldOf(owner, field) === undefined) continue;
    if (!fields.some((known) => known.owner === owner)) fields.push({ owner, field });
  }
  return fields;
}

function union(nodes: readonly SchemaNode[]): SchemaNode | undefined {
  if (nodes.length === 0) return undefined;
  return nodes.length === 1 ? nodes[0] : { anyOf: nodes };
}

function legacyDefinition(symbol: ts.Symbol | undefined): string | undefined {
  const declared = symbol?.declarations?.some((each) => isLegacyFile(each.getSourceFile().fileName)) === true;
  return declared && symbol !== undefined ? findDefinition(symbol.name) : undefined;
}

/** What a type is in 0.3, as far as it has a part in it; undefined for a type that has none. */
export function nodeOfType(
  { ts, checker }: Pick<MigrationContext, "ts" | "checker">,
  type: ts.Type | undefined,
): SchemaNode | undefined {
  const visit = (each: ts.Type, depth: number): SchemaNode | undefined => {
    if (depth > 8) return undefined;
    const alias = legacyDefinition(each.aliasSymbol);
    if (alias !== undefined) return refTo(alias);
    if (each.isUnion()) {
      const values = each.types.flatMap((member) => (member.isStringLiteral() ? [member.value] : []));
      if (values.length === taskStates.length && values.every((value) => taskStates.includes(value)))
        return refTo("TaskState");
      return union(each.types.flatMap((member) => visit(member, depth + 1) ?? []));
    }
    const definition = legacyDefinition(each.symbol);
    if (definition !== undefined) return refTo(definition);
    if (checker.isArrayType(each) || checker.isTupleType(each)) {
      const items = union(
        checker.getTypeArguments(each as ts.TypeReference).flatMap((item) => visit(item, depth + 1) ?? []),
      );
      return items === undefined ? undefined : { items };
    }
    if (["Promise", "PromiseLike"].includes(each.symbol?.name ?? "")) {
      const [value] = checker.getTypeArguments(each as ts.TypeReference);
      return value === undefined ? undefined : visit(value, depth + 1);
    }
    if (each.isIntersection()) return union(each.types.flatMap((member) => visit(member, depth + 1) ?? []));
    if ((each.flags & ts.TypeFlags.TypeParameter) !== 0) {
      const constraint = checker.getBaseConstraintOfType(each);
      return constraint === undefined || constraint === each ? undefined : visit(constraint, depth + 1);
    }
    if ((each.flags & ts.TypeFlags.Object) === 0) return undefined;
    const values = each.getStringIndexType();
    if (values !== undefined) {
      const additionalProperties = visit(values, depth + 1);
      return additionalProperties === undefined ? undefined : { additionalProperties };
    }
    // Partial<Message> and its like have the properties of what they are made of.
    const owners = new Set(
      checker.getPropertiesOfType(each).flatMap((property) => {
        const fields = fieldsOfSymbol(property);
        return fields.length === 0 ? [undefined] : fields.map(({ owner }) => owner);
      }),
    );
    const [owner] = owners;
    return owners.size === 1 && owner !== undefined ? refTo(owner) : undefined;
  };
  return type === undefined ? undefined : visit(type, 0);
}

/** What a type that is written in the file is; a type that names an enum keeps it here. */
export function nodeOfTypeNode(context: MigrationContext, node: ts.TypeNode): SchemaNode | undefined {
  const { ts, checker } = context;
  if (
    ts.isIndexedAccessTypeNode(node) &&
    ts.isLiteralTypeNode(node.indexType) &&
    ts.isStringLiteral(node.indexType.literal)
  ) {
    const owner = checker.getTypeFromTypeNode(node.objectType);
    const fields = fieldsOfSymbol(owner.getProperty(node.indexType.literal.text));
    return nodeOfFields(fields) ?? nodeOfType(context, checker.getTypeFromTypeNode(node));
  }
  if (ts.isUnionTypeNode(node)) {
    return union(node.types.flatMap((member) => nodeOfTypeNode(context, member) ?? []));
  }
  return nodeOfType(context, checker.getTypeFromTypeNode(node));
}

export function nodeOfFields(fields: readonly LegacyField[]): SchemaNode | undefined {
  return union(fields.flatMap(({ owner, field }) => fieldOf(owner, field) ?? []));
}

/** The property that a binding element takes out of an object. */
export function propertyOfBinding(
  { ts, checker }: MigrationContext,
  element: ts.BindingElement,
): ts.Symbol | undefined {
  if (!ts.isObjectBindingPattern(element.parent) || element.dotDotDotToken !== undefined) return undefined;
  const name = element.propertyName ?? element.name;
  if (!ts.isIdentifier(name) && !ts.isStringLiteral(name)) return undefined;
  const type = checker.getTypeAtLocation(element.parent);
  return checker.getPropertyOfType(checker.getNonNullableType(type), name.text);
}

/** What the declaration of a value says that it is. */
function nodeOfDeclaration(context: MigrationContext, declaration: ts.Declaration): SchemaNode | undefined {
  const { ts } = context;
  if (ts.isBindingElement(declaration)) {
    return nodeOfFields(fieldsOfSymbol(propertyOfBinding(context, declaration)));
  }
  if (
    ts.isVariableDeclaration(declaration) ||
    ts.isParameter(declaration) ||
    ts.isPropertySignature(declaration) ||
    ts.isPropertyDeclaration(declaration)
  ) {
    if (declaration.type !== undefined) return nodeOfTypeNode(context, declaration.type);
    const initializer = ts.isPropertySignature(declaration) ? undefined : declaration.initializer;
    if (initializer === undefined || ts.isObjectLiteralExpression(initializer)) return undefined;
    const node = nodeOf(context, initializer);
    if (node === undefined || wrapperFor(node) === undefined) return node;
    // Where the code has found out which type it is, the variable gets the member.
    const narrowed = nodeOfType(context, context.checker.getTypeAtLocation(initializer));
    return narrowed !== undefined && namesOf(narrowed).length === 1 ? narrowed : node;
  }
  return undefined;
}

/** What an expression is, as declared: narrowing by the code around it does not count. */
export function nodeOf(context: MigrationContext, expression: ts.Expression): SchemaNode | undefined {
  const { ts, checker } = context;
  const inner = skipPlain(context, expression);
  if (ts.isAsExpression(inner) && !ts.isConstTypeReference(inner.type))
    return nodeOfTypeNode(context, inner.type);
  if (ts.isPropertyAccessExpression(inner)) {
    const symbol = checker.getSymbolAtLocation(inner.name);
    const fields = fieldsOfSymbol(symbol);
    if (fields.length > 0) return nodeOfFields(fields);
    const declared = symbol?.valueDeclaration;
    const found = declared === undefined ? undefined : nodeOfDeclaration(context, declared);
    if (found !== undefined) return found;
  }
  if (ts.isIdentifier(inner)) {
    const symbol = checker.getSymbolAtLocation(inner);
    const declared = symbol?.valueDeclaration;
    const found = declared === undefined ? undefined : nodeOfDeclaration(context, declared);
    if (found !== undefined) return found;
    return nodeOfType(context, symbol === undefined ? undefined : checker.getTypeOfSymbol(symbol));
  }
  return nodeOfType(context, checker.getTypeAtLocation(inner));
}

/** What the place of an expression wants. */
export function expectedOf(context: MigrationContext, expression: ts.Expression): SchemaNode | undefined {
  const { ts, checker } = context;
  const { parent } = expression;
  if (ts.isParenthesizedExpression(parent) || ts.isNonNullExpression(parent))
    return expectedOf(context, parent);
  if (ts.isAsExpression(parent) || ts.isSatisfiesExpression(parent) || ts.isTypeAssertionExpression(parent)) {
    return ts.isConstTypeReference(parent.type)
      ? expectedOf(context, parent)
      : nodeOfTypeNode(context, parent.type);
  }
  if (ts.isConditionalExpression(parent) && parent.condition !== expression)
    return expectedOf(context, parent);
  if (ts.isBinaryExpression(parent)) {
    const operator = parent.operatorToken.kind;
    if (operator === ts.SyntaxKind.QuestionQuestionToken || operator === ts.SyntaxKind.BarBarToken) {
      return (
        expectedOf(context, parent) ??
        (parent.right === expression ? nodeOf(context, parent.left) : undefined)
      );
    }
    if (operator === ts.SyntaxKind.AmpersandAmpersandToken && parent.right === expression)
      return expectedOf(context, parent);
    if (operator === ts.SyntaxKind.EqualsToken && parent.right === expression)
      return nodeOf(context, parent.left);
    if (isEquality(context, operator))
      return nodeOf(context, parent.left === expression ? parent.right : parent.left);
  }
  if (ts.isCaseClause(parent)) return nodeOf(context, parent.parent.parent.expression);
  if (ts.isSpreadElement(parent)) return undefined;
  if (ts.isArrayLiteralExpression(parent)) {
    const found = expectedOf(context, parent);
    const items = found === undefined ? [] : variantsOf(found).flatMap(({ node }) => node.items ?? []);
    if (items.length > 0) return union(items);
  }
  if (
    (ts.isPropertyAssignment(parent) && parent.initializer === expression) ||
    ts.isShorthandPropertyAssignment(parent)
  ) {
    const name = nameOfProperty(context, parent);
    const type = typeOfLiteral(context, parent.parent);
    if (type?.definition !== undefined && name !== undefined) return fieldOf(type.definition, name);
    if (type?.values !== undefined) return type.values;
  }
  if (ts.isCallExpression(parent) && parent.arguments.includes(expression)) {
    const peer = comparedWith(context, parent, expression);
    if (peer !== undefined) return nodeOf(context, peer);
    const declared =
      checker.getResolvedSignature(parent)?.parameters[parent.arguments.indexOf(expression)]
        ?.valueDeclaration;
    if (
      declared !== undefined &&
      ts.isParameter(declared) &&
      declared.type !== undefined &&
      !isLegacyFile(declared.getSourceFile().fileName)
    ) {
      const found =
        declared.dotDotDotToken === undefined ? nodeOfTypeNode(context, declared.type) : undefined;
      if (found !== undefined) return found;
    }
  }
  if (ts.isReturnStatement(parent) || (ts.isArrowFunction(parent) && parent.body === expression)) {
    const type = returnTypeOf(context, parent);
    const found = type === undefined ? undefined : nodeOfTypeNode(context, type);
    if (found !== undefined) return found;
  }
  if (ts.isVariableDeclaration(parent) && parent.type !== undefined)
    return nodeOfTypeNode(context, parent.type);
  return nodeOfType(context, checker.getContextualType(expression));
}

function returnTypeOf({ ts }: MigrationContext, node: ts.Node): ts.TypeNode | undefined {
  const found = ts.isArrowFunction(node) ? node : ts.findAncestor(node, ts.isFunctionLike);
  return found?.type;
}

export function isEquality({ ts }: MigrationContext, operator: ts.SyntaxKind): boolean {
  return [
    ts.SyntaxKind.EqualsEqualsEqualsToken,
    ts.SyntaxKind.EqualsEqualsToken,
    ts.SyntaxKind.ExclamationEqualsEqualsToken,
    ts.SyntaxKind.ExclamationEqualsToken,
  ].includes(operator);
}

/** What a call of an assertion compares its argument with: `expect(x).toBe(...)`, `assert.equal(x, ...)`. */
export function comparedWith(
  { ts }: MigrationContext,
  call: ts.CallExpression,
  argument: ts.Expression,
): ts.Expression | undefined {
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

export function nameOfProperty(
  { ts }: MigrationContext,
  property: ts.ObjectLiteralElementLike,
): string | undefined {
  const { name } = property;
  if (name === undefined) return undefined;
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : undefined;
}

/** What an object literal is: a type of 0.3, or a map of values of such a type. */
export interface LiteralType {
  readonly definition?: string;
  readonly values?: SchemaNode;
  /** The union that the place wants, of which the literal is one type. */
  readonly wrapper?: Wrapper;
}

export function typeOfLiteral(
  context: MigrationContext,
  literal: ts.ObjectLiteralExpression,
): LiteralType | undefined {
  const expected = expectedOf(context, literal);
  if (expected === undefined) return typeByShape(context, literal);
  const variants = variantsOf(expected);
  const named = variants.flatMap(({ name, node }) =>
    name !== undefined && node.properties !== undefined ? [name] : [],
  );
  const fitting = named.filter((name) => fits(context, literal, name));
  const wrapper = wrapperFor(expected);
  const definition =
    fitting.length === 1 || new Set(named).size > 1
      ? fitting.length === 1
        ? fitting[0]
        : pickByFields(context, literal, fitting)
      : undefined;
  if (definition !== undefined) return { definition, ...(wrapper === undefined ? {} : { wrapper }) };
  const values = union(
    variants.flatMap(({ node }) =>
      typeof node.additionalProperties === "object" ? [node.additionalProperties] : [],
    ),
  );
  return values === undefined ? undefined : { values };
}

/** The wrapper that a place has for what it wants: where several types are wanted, one of them alone is no wrapper. */
export function wrapperFor(node: SchemaNode): Wrapper | undefined {
  const names = namesOf(node);
  const members = names.filter((name) => eventNames.includes(name));
  if (members.length > 1) return wrapperOf(members);
  return names.some((name) => securitySchemeNames.includes(name)) ? "securityScheme" : undefined;
}

/** Whether the constant by which the type is told is the literal's, or the literal leaves it to what it spreads. */
function fits(context: MigrationContext, literal: ts.ObjectLiteralExpression, definition: string): boolean {
  const { ts } = context;
  for (const property of literal.properties) {
    const name = nameOfProperty(context, property);
    if (name === undefined || !ts.isPropertyAssignment(property)) continue;
    const wanted = fieldOf(definition, name)?.const;
    const value = stringOf(context, property.initializer);
    if (wanted !== undefined && value !== undefined && wanted !== value) return false;
  }
  return true;
}

/** Among several types, the one that alone has all fields of the literal. */
function pickByFields(
  context: MigrationContext,
  literal: ts.ObjectLiteralExpression,
  names: readonly string[],
): string | undefined {
  const fields = literal.properties.flatMap((property) => nameOfProperty(context, property) ?? []);
  const having = names.filter((name) => fields.every((field) => fieldOf(name, field) !== undefined));
  return having.length === 1 ? having[0] : undefined;
}

/** Text of a string literal, through `as const` and parentheses. */
export function stringOf(context: MigrationContext, expression: ts.Expression): string | undefined {
  const { ts } = context;
  const inner = skipOuter(context, expression);
  return ts.isStringLiteralLike(inner) ? inner.text : undefined;
}

/** A literal that no type is wanted for, but which has `kind` and all that a message, a task or an event must have. */
function typeByShape(
  context: MigrationContext,
  literal: ts.ObjectLiteralExpression,
): LiteralType | undefined {
  const { checker, ts } = context;
  const wanted = checker.getContextualType(literal);
  const isOpen =
    wanted === undefined ||
    (wanted.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter)) !== 0;
  if (!isOpen) return undefined;
  const fields = new Map(literal.properties.map((property) => [nameOfProperty(context, property), property]));
  const kind = fields.get("kind");
  if (kind === undefined || !ts.isPropertyAssignment(kind)) return undefined;
  const value = stringOf(context, kind.initializer);
  const definition = eventNames.find((name) => fieldOf(name, "kind")?.const === value);
  if (definition === undefined) return undefined;
  const isWhole =
    [...fields.keys()].every((name) => name !== undefined && fieldOf(definition, name) !== undefined) &&
    requiredFieldsOf(definition).every((name) => fields.has(name));
  return isWhole ? { definition } : undefined;
}

function requiredFieldsOf(definition: string): readonly string[] {
  return variantsOf(refTo(definition)).flatMap(({ node }) => node.required ?? []);
}

/** The enum that all values of a node are of. */
export function enumOfNode({ facts }: MigrationContext, node: SchemaNode | undefined): string | undefined {
  if (node === undefined) return undefined;
  const variants = variantsOf(node);
  const lists = variants.flatMap(({ node: each }) => (each.enum === undefined ? [] : [each.enum]));
  const [values] = lists;
  return values !== undefined && lists.length === variants.length ? facts.enumOf(values) : undefined;
}
