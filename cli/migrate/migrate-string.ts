import type { ts } from "ts-morph";
import {
  comparedWith,
  enumOfNode,
  expectedOf,
  isEquality,
  nodeOf,
  nodeOfTypeNode,
} from "./legacy-questions.ts";
import { namesOf } from "./legacy-schema.ts";
import { replaceString } from "./migrate-literal.ts";
import { isLegacyModule, type MigrationContext } from "./migration-context.ts";
import { skipOuter } from "./skip-outer.ts";

/** Enum values and method names in strings, where the place of the string says that they are. */
export function migrateString(
  context: MigrationContext,
  literal: ts.StringLiteralLike,
  enums: ReadonlyMap<ts.Node, string>,
): void {
  const { ts, facts, done } = context;
  const { parent, text } = literal;
  if (done.has(literal) || isModuleName(context, literal)) return;
  if (ts.isPropertyAssignment(parent) && done.has(parent)) return;
  if (isLegacyModule(text) && namesModule(context, literal)) {
    context.report(
      literal,
      `${JSON.stringify(text)} is loaded here while the program runs, and is still that of 0.3: ${facts.packageName} has other names`,
    );
    return;
  }
  const enumName =
    enums.get(literal) ??
    (ts.isLiteralTypeNode(parent)
      ? enumOfLiteralType(context, parent)
      : enumOfNode(context, expectedOf(context, literal)));
  if (enumName !== undefined) {
    migrateEnumValue(context, literal, enumName);
    return;
  }
  const method = facts.method(text);
  if (method !== undefined) {
    const place = methodPlace(context, literal);
    if (place === "method") replaceString(context, literal, method);
    else if (place === "unsure")
      context.report(literal, `${JSON.stringify(text)} looks like the method that is called ${method} now`);
    return;
  }
  const wireName = facts.wireName(text);
  if (wireName !== undefined)
    context.report(literal, `${JSON.stringify(text)} is called ${JSON.stringify(wireName)} now`);
}

export function migrateEnumValue(
  context: MigrationContext,
  literal: ts.StringLiteralLike,
  enumName: string,
): void {
  const value = context.facts.enumValue(enumName, literal.text);
  if (value === undefined) {
    const known = context.facts.hasEnumValue(enumName, literal.text);
    if (known)
      context.report(
        literal,
        `${enumName} has no value for ${JSON.stringify(literal.text)} any more: leave it out`,
      );
  } else if (value !== literal.text) {
    replaceString(context, literal, value);
  }
}

function isModuleName({ ts }: MigrationContext, { parent }: ts.StringLiteralLike): boolean {
  return ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent);
}

/** `import("...")`, `require("...")`, `vi.mock("...")`. */
function namesModule({ ts }: MigrationContext, { parent }: ts.StringLiteralLike): boolean {
  if (ts.isExternalModuleReference(parent)) return true;
  if (!ts.isCallExpression(parent)) return false;
  const { expression } = parent;
  return (
    expression.kind === ts.SyntaxKind.ImportKeyword ||
    /^(?:require(?:\.resolve)?|(?:vi|jest|mock)\.\w+|import\.meta\.resolve)$/.test(expression.getText())
  );
}

/** A union of strings that is one of the values of an enum, as people write it out. */
export function findWrittenEnum(context: MigrationContext, union: ts.UnionTypeNode): void {
  const { ts, facts, done } = context;
  const values = union.types.map((type) =>
    ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal) ? type.literal.text : undefined,
  );
  const texts = values.flatMap((value) => value ?? []);
  if (texts.length < 2 || texts.length < values.length || done.has(union)) return;
  // As an argument of Extract or Pick it is looked at there.
  if (ts.isTypeReferenceNode(union.parent)) return;
  const enumName = facts.enumWith(texts);
  if (enumName === undefined || texts.every((text) => facts.enumValue(enumName, text) === text)) return;
  context.report(
    union,
    `if these are values of ${enumName}, write ${texts.map((text) => JSON.stringify(facts.enumValue(enumName, text) ?? text)).join(" | ")}`,
  );
}

/** `Extract<TaskState, "completed">` and `Message["role"]`-like places. */
function enumOfLiteralType(context: MigrationContext, node: ts.LiteralTypeNode): string | undefined {
  const { ts } = context;
  let parent: ts.Node = node.parent;
  if (ts.isUnionTypeNode(parent)) parent = parent.parent;
  if (!ts.isTypeReferenceNode(parent) || !ts.isIdentifier(parent.typeName)) return undefined;
  const [first, second] = parent.typeArguments ?? [];
  if (first === undefined) return undefined;
  if (["Extract", "Exclude"].includes(parent.typeName.text) && (second === node || second === node.parent)) {
    return enumOfNode(context, nodeOfTypeNode(context, first));
  }
  return undefined;
}

/** Whether a string that is a method's name stands where a method is named. */
function methodPlace(
  context: MigrationContext,
  literal: ts.StringLiteralLike,
): "method" | "unsure" | "other" {
  const { ts, checker } = context;
  const { parent } = literal;
  const isMethodName = (name: string | undefined): boolean =>
    name !== undefined && /^(?:rpc|jsonrpc)?_?method(?:_?name)?$/i.test(name);
  const namesMethod = (expression: ts.Expression): boolean => {
    const inner = skipOuter(context, expression);
    return isMethodName(
      ts.isPropertyAccessExpression(inner)
        ? inner.name.text
        : ts.isIdentifier(inner)
          ? inner.text
          : undefined,
    );
  };
  if (ts.isPropertyAssignment(parent)) return isMethodName(parent.name.getText()) ? "method" : "unsure";
  if (ts.isAsExpression(parent) && ts.isPropertyAssignment(parent.parent))
    return isMethodName(parent.parent.name.getText()) ? "method" : "unsure";
  if (ts.isLiteralTypeNode(parent)) {
    const owner = ts.isUnionTypeNode(parent.parent) ? parent.parent.parent : parent.parent;
    const isNamed =
      (ts.isPropertySignature(owner) || ts.isParameter(owner)) && isMethodName(owner.name.getText());
    return isNamed ? "method" : "unsure";
  }
  if (ts.isVariableDeclaration(parent)) return isMethodName(parent.name.getText()) ? "method" : "unsure";
  if (ts.isBinaryExpression(parent) && isEquality(context, parent.operatorToken.kind)) {
    return namesMethod(parent.left === literal ? parent.right : parent.left) ? "method" : "unsure";
  }
  if (ts.isCaseClause(parent)) return namesMethod(parent.parent.parent.expression) ? "method" : "unsure";
  if (ts.isCallExpression(parent)) {
    if (/^(?:describe|it|test)\b|^console\./.test(parent.expression.getText())) return "other";
    const declared = checker.getResolvedSignature(parent)?.parameters[parent.arguments.indexOf(literal)];
    if (isMethodName(declared?.name)) return "method";
    const peer = comparedWith(context, parent, literal);
    if (peer !== undefined && namesMethod(peer)) return "method";
  }
  return "unsure";
}

/**
 * Strings that are values of an enum because of what happens to the list that they are in:
 * `["completed", "failed"].includes(task.status.state)`, also when the list has a name.
 */
export function findEnumLists(context: MigrationContext): ReadonlyMap<ts.Node, string> {
  const { ts, file, checker } = context;
  const found = new Map<ts.Node, string>();
  const mark = (list: ts.Expression, enumName: string): void => {
    const inner = skipOuter(context, list);
    if (ts.isArrayLiteralExpression(inner)) {
      for (const element of inner.elements) if (ts.isStringLiteralLike(element)) found.set(element, enumName);
    } else if (ts.isNewExpression(inner) && inner.arguments?.[0] !== undefined) {
      mark(inner.arguments[0], enumName);
    } else if (ts.isIdentifier(inner)) {
      const declared = checker.getSymbolAtLocation(inner)?.valueDeclaration;
      if (
        declared !== undefined &&
        ts.isVariableDeclaration(declared) &&
        declared.initializer !== undefined &&
        declared.getSourceFile() === file
      )
        mark(declared.initializer, enumName);
    }
  };
  const visit = (node: ts.Node): void => {
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      ["includes", "has", "indexOf"].includes(node.expression.name.text)
    ) {
      const [argument] = node.arguments;
      const enumName =
        argument === undefined
          ? undefined
          : enumOfNode(context, nodeOf(context, skipOuter(context, argument)));
      if (enumName !== undefined) mark(node.expression.expression, enumName);
    }
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

/** Keys of a table of states: `Record<TaskState, string>`. */
export function migrateEnumKeys(context: MigrationContext, literal: ts.ObjectLiteralExpression): void {
  const { ts, checker, facts, edits, file } = context;
  let type = checker.getContextualType(literal);
  let alias = type?.aliasSymbol?.name;
  while ((alias === "Partial" || alias === "Readonly") && type !== undefined) {
    type = type.aliasTypeArguments?.[0];
    alias = type?.aliasSymbol?.name;
  }
  const key = alias === "Record" ? type?.aliasTypeArguments?.[0] : undefined;
  if (key?.aliasSymbol === undefined || !key.isUnion()) return;
  const values = key.types.flatMap((each) => (each.isStringLiteral() ? [each.value] : []));
  const isLegacy = namesOf({ $ref: `#/definitions/${key.aliasSymbol.name}` }).length > 0;
  const enumName = isLegacy ? facts.enumOf(values) : undefined;
  if (enumName === undefined) return;
  for (const property of literal.properties) {
    const { name } = property;
    if (name === undefined || !(ts.isIdentifier(name) || ts.isStringLiteral(name))) continue;
    const value = facts.enumValue(enumName, name.text);
    if (value === undefined) {
      if (values.includes(name.text))
        context.report(
          property,
          `${enumName} has no value for ${JSON.stringify(name.text)} any more: leave it out`,
        );
    } else if (value !== name.text) {
      edits.replace(name.getStart(file), name.end, /^\w+$/.test(value) ? value : JSON.stringify(value));
    }
  }
}
