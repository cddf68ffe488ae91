import { ts } from "ts-morph";
import { isLegacyModule, type MigrationContext } from "./context.ts";
import { isEquality, propertyName, skipOuter } from "./expressions.ts";
import { resolveDefinition } from "./legacy-model.ts";
import { findEnum, findPeer, resolveExpected, resolveExpression, resolveTypeNode } from "./resolve-types.ts";

/** Migrates enum values and method names in strings, where the place of the string makes them certain. */
export function migrateString(
  context: MigrationContext,
  literal: ts.StringLiteralLike,
  enums: ReadonlyMap<ts.Node, string>,
): void {
  const { facts, edits, done } = context;
  const { parent, text } = literal;
  const quoted = JSON.stringify(text);
  if (done.has(literal) || (ts.isPropertyAssignment(parent) && done.has(parent))) return;
  if (isLegacyModule(text) && loadsModule(parent)) {
    context.report(
      literal,
      `${quoted} is loaded at run time and is still that of 0.3: ${facts.packageName} has other names`,
    );
    return;
  }
  const enumName = enums.get(literal) ?? findEnumAt(context, literal);
  if (enumName !== undefined) {
    const value = facts.enumValue(enumName, text);
    if (value !== undefined && value !== text) edits.replaceString(literal, value);
    else if (value === undefined && facts.hasEnumValue(enumName, text))
      context.report(literal, `${enumName} no longer has a value for ${quoted}: remove it`);
    return;
  }
  const method = facts.method(text);
  const wireName = facts.wireName(text);
  if (method !== undefined) {
    if (isMethodPlace(context, literal)) edits.replaceString(literal, method);
    else if (!isDescription(parent))
      context.report(literal, `${quoted} looks like the method that is now called ${method}`);
  } else if (wireName !== undefined) {
    context.report(literal, `${quoted} is now called ${JSON.stringify(wireName)}`);
  }
}

/** `import("...")`, `require("...")`, `vi.mock("...")`. */
function loadsModule(parent: ts.Node): boolean {
  if (ts.isExternalModuleReference(parent)) return true;
  if (!ts.isCallExpression(parent)) return false;
  const { expression } = parent;
  return (
    expression.kind === ts.SyntaxKind.ImportKeyword ||
    /^(?:require(?:\.resolve)?|(?:vi|jest|mock)\.\w+|import\.meta\.resolve)$/.test(expression.getText())
  );
}

/** Finds unions of strings that spell out values of an enum. */
export function findWrittenEnum(context: MigrationContext, union: ts.UnionTypeNode): void {
  const { facts, done } = context;
  const texts = union.types.flatMap((type) =>
    ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal) ? [type.literal.text] : [],
  );
  if (texts.length < 2 || texts.length < union.types.length || done.has(union)) return;
  // As an argument of Extract or Pick it is looked at there.
  if (ts.isTypeReferenceNode(union.parent)) return;
  const enumName = facts.enumWith(texts);
  if (enumName === undefined) return;
  const values = texts.map((text) => facts.enumValue(enumName, text) ?? text);
  if (texts.every((text) => facts.enumValue(enumName, text) === text)) return;
  const written = values.map((value) => JSON.stringify(value)).join(" | ");
  context.report(union, `if these are values of ${enumName}, write ${written}`);
}

/** The enum of a string, by its place or as in `Extract<TaskState, "completed">`. */
function findEnumAt(context: MigrationContext, literal: ts.StringLiteralLike): string | undefined {
  const node = literal.parent;
  if (!ts.isLiteralTypeNode(node)) return findEnum(context, resolveExpected(context, literal));
  const parent = ts.isUnionTypeNode(node.parent) ? node.parent.parent : node.parent;
  if (!ts.isTypeReferenceNode(parent) || !ts.isIdentifier(parent.typeName)) return undefined;
  const [first, second] = parent.typeArguments ?? [];
  const isFilter = ["Extract", "Exclude"].includes(parent.typeName.text);
  if (!isFilter || first === undefined || (second !== node && second !== node.parent)) return undefined;
  return findEnum(context, resolveTypeNode(context, first));
}

/** True for titles of tests and for messages on the console. */
function isDescription(parent: ts.Node): boolean {
  return (
    ts.isCallExpression(parent) && /^(?:describe|it|test)\b|^console\./.test(parent.expression.getText())
  );
}

/** True if the place of a string says that it is the name of a method. */
function isMethodPlace({ checker }: MigrationContext, literal: ts.StringLiteralLike): boolean {
  const { parent } = literal;
  const holder = ts.isAsExpression(parent) ? parent.parent : parent;
  if (ts.isPropertyAssignment(holder)) return isMethodName(holder.name.getText());
  if (ts.isVariableDeclaration(parent)) return isMethodName(parent.name.getText());
  if (ts.isLiteralTypeNode(parent)) {
    const owner = ts.isUnionTypeNode(parent.parent) ? parent.parent.parent : parent.parent;
    return (ts.isPropertySignature(owner) || ts.isParameter(owner)) && isMethodName(owner.name.getText());
  }
  if (ts.isBinaryExpression(parent) && isEquality(parent.operatorToken.kind))
    return isMethod(parent.left === literal ? parent.right : parent.left);
  if (ts.isCaseClause(parent)) return isMethod(parent.parent.parent.expression);
  if (!ts.isCallExpression(parent) || isDescription(parent)) return false;
  const declared = checker.getResolvedSignature(parent)?.parameters[parent.arguments.indexOf(literal)];
  return isMethodName(declared?.name ?? "") || isMethod(findPeer(parent, literal));
}

function isMethodName(name: string): boolean {
  return /^(?:rpc|jsonrpc)?_?method(?:_?name)?$/i.test(name);
}

/** True for an expression that has the name of a method, such as `request.method`. */
function isMethod(expression: ts.Expression | undefined): boolean {
  const inner = expression && skipOuter(expression);
  const name = inner !== undefined && ts.isPropertyAccessExpression(inner) ? inner.name : inner;
  return name !== undefined && ts.isIdentifier(name) && isMethodName(name.text);
}

/**
 * Finds strings that are values of an enum by the use of their list:
 * `["completed", "failed"].includes(task.status.state)`, also when the list has a name.
 */
export function findEnumLists(context: MigrationContext): ReadonlyMap<ts.Node, string> {
  const { file, checker } = context;
  const found = new Map<ts.Node, string>();
  const mark = (list: ts.Expression | undefined, enumName: string): void => {
    const inner = list && skipOuter(list);
    if (inner === undefined) return;
    if (ts.isArrayLiteralExpression(inner)) {
      for (const element of inner.elements) if (ts.isStringLiteralLike(element)) found.set(element, enumName);
    } else if (ts.isNewExpression(inner)) {
      mark(inner.arguments?.[0], enumName);
    } else if (ts.isIdentifier(inner)) {
      const declared = checker.getSymbolAtLocation(inner)?.valueDeclaration;
      if (declared !== undefined && ts.isVariableDeclaration(declared) && declared.getSourceFile() === file)
        mark(declared.initializer, enumName);
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name, expression: list } = node.expression;
      const [argument] = ["includes", "has", "indexOf"].includes(name.text) ? node.arguments : [];
      const enumName = argument && findEnum(context, resolveExpression(context, skipOuter(argument)));
      if (enumName !== undefined) mark(list, enumName);
    }
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

/** Migrates the keys of a table of states: `Record<TaskState, string>`. */
export function migrateEnumKeys(context: MigrationContext, literal: ts.ObjectLiteralExpression): void {
  const { checker, facts, edits } = context;
  let type = checker.getContextualType(literal);
  while (["Partial", "Readonly"].includes(type?.aliasSymbol?.name ?? ""))
    type = type?.aliasTypeArguments?.[0];
  const key = type?.aliasSymbol?.name === "Record" ? type.aliasTypeArguments?.[0] : undefined;
  if (key?.aliasSymbol === undefined || !key.isUnion()) return;
  const values = key.types.flatMap((each) => (each.isStringLiteral() ? [each.value] : []));
  const isLegacy = resolveDefinition(key.aliasSymbol.name).length > 0;
  const enumName = isLegacy ? facts.enumOf(values) : undefined;
  if (enumName === undefined) return;
  for (const property of literal.properties) {
    const name = propertyName(property);
    if (name === undefined || property.name === undefined) continue;
    const value = facts.enumValue(enumName, name);
    if (value !== undefined && value !== name)
      edits.replaceNode(property.name, /^\w+$/.test(value) ? value : JSON.stringify(value));
    else if (value === undefined && values.includes(name))
      context.report(property, `${enumName} no longer has a value for ${JSON.stringify(name)}: remove it`);
  }
}
