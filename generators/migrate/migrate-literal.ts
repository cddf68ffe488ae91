import type { ts } from "ts-morph";
import { nameOfProperty, stringOf, typeOfLiteral } from "./legacy-questions.ts";
import { discriminatorOf, fieldOf, namesOf, securitySchemeNames } from "./legacy-schema.ts";
import { indentOf, indentUnit, isOneLine, removeElements, shiftLines } from "./line-layout.ts";
import { migrateCard } from "./migrate-card.ts";
import type { MigrationContext } from "./migration-context.ts";
import { memberFor } from "./migration-facts.ts";
import { skipOuter } from "./skip-outer.ts";

/** Renames, drops and regroups the properties of an object literal of a type of 0.3. */
export function migrateLiteral(context: MigrationContext, literal: ts.ObjectLiteralExpression): void {
  const { ts, facts, done } = context;
  const type = typeOfLiteral(context, literal);
  const definition = type?.definition;
  if (definition === undefined) return;
  if (
    namesOf({ $ref: `#/definitions/${definition}` }).length > 0 &&
    fieldOf(definition, "jsonrpc") !== undefined
  )
    return;
  const gone = new Set<ts.Node>();
  let isScheme = false;
  for (const property of literal.properties) {
    const name = nameOfProperty(context, property);
    if (name === undefined) continue;
    const fate = facts.fate(definition, name);
    const value = ts.isPropertyAssignment(property) ? property.initializer : undefined;
    switch (fate.kind) {
      case "same":
      case "interface":
      case "moved":
        break;
      case "discriminator":
        if (value === undefined || stringOf(context, value) !== discriminatorOf(definition)?.value) {
          context.report(property, `${name} is no field any more: set the member that the value is for`);
        } else {
          gone.add(property);
          isScheme = securitySchemeNames.includes(definition);
        }
        break;
      case "renamed":
        rename(context, property, fate.to);
        break;
      case "dropped":
        gone.add(property);
        if (value === undefined || !isConstant(context, value))
          context.report(literal, `${name} was removed with what was given for it: ${fate.advice}`);
        break;
      case "inverted":
        invert(context, property, fate.to);
        break;
      case "single":
        takeSingle(context, property, fate.to);
        break;
      case "nested":
        nest(context, property, fate.in);
        break;
      case "flattened":
        flatten(context, property);
        break;
      case "requirements":
        requirements(context, property, fate.to);
        break;
      case "version":
        if (value !== undefined && ts.isStringLiteral(value))
          replaceString(context, value, facts.protocolVersion);
        else context.report(property, `${name} has to be "${facts.protocolVersion}" now`);
        break;
      case "manual":
        context.report(property, `${name} ${fate.advice}`);
        break;
    }
  }
  if (definition === "AgentCard") migrateCard(context, literal, gone);
  if (definition === "OAuthFlows" && literal.properties.length > 1) {
    context.report(literal, "a scheme has one flow now: make a security scheme for each of them");
  }
  if (gone.size > 0) removeElements(context, literal.properties, gone);
  for (const property of gone) done.add(property);
  if (isScheme) wrapScheme(context, literal, memberFor(definition) ?? definition);
}

function wrapScheme(context: MigrationContext, literal: ts.ObjectLiteralExpression, member: string): void {
  const { file, edits } = context;
  const start = literal.getStart(file);
  if (isOneLine(file, start, literal.end)) {
    edits.insert(start, `{ ${member}: `);
    edits.insert(literal.end, " }");
    return;
  }
  const indent = indentOf(file, start);
  const unit = indentUnit(file);
  edits.insert(start, `{\n${indent}${unit}${member}: `);
  edits.insert(literal.end, `,\n${indent}}`);
  shiftLines(context, start, literal.end, unit.length);
}

function isConstant({ ts }: MigrationContext, value: ts.Expression): boolean {
  return (
    ts.isLiteralExpression(value) ||
    value.kind === ts.SyntaxKind.TrueKeyword ||
    value.kind === ts.SyntaxKind.FalseKeyword
  );
}

/** Keeps the quotes of a string. */
export function replaceString(
  { file, edits }: MigrationContext,
  literal: ts.StringLiteralLike,
  text: string,
): void {
  edits.replace(literal.getStart(file) + 1, literal.end - 1, text);
}

function rename(
  { ts, file, edits }: MigrationContext,
  property: ts.ObjectLiteralElementLike,
  to: string,
): void {
  const { name } = property;
  if (name === undefined) return;
  if (ts.isShorthandPropertyAssignment(property)) edits.insert(property.getStart(file), `${to}: `);
  else edits.replace(name.getStart(file), name.end, to);
}

function invert(context: MigrationContext, property: ts.ObjectLiteralElementLike, to: string): void {
  const { ts, file, edits } = context;
  if (ts.isShorthandPropertyAssignment(property)) {
    edits.insert(property.getStart(file), `${to}: !`);
    return;
  }
  rename(context, property, to);
  if (!ts.isPropertyAssignment(property)) return;
  const value = property.initializer;
  if (value.kind === ts.SyntaxKind.TrueKeyword) edits.replace(value.getStart(file), value.end, "false");
  else if (value.kind === ts.SyntaxKind.FalseKeyword) edits.replace(value.getStart(file), value.end, "true");
  else if (ts.isPrefixUnaryExpression(value) && value.operator === ts.SyntaxKind.ExclamationToken) {
    edits.remove(value.getStart(file), value.operand.getStart(file));
  } else if (ts.isIdentifier(value) || ts.isPropertyAccessExpression(value) || ts.isCallExpression(value)) {
    edits.insert(value.getStart(file), "!");
  } else {
    edits.insert(value.getStart(file), "!(");
    edits.insert(value.end, ")");
  }
}

function takeSingle(context: MigrationContext, property: ts.ObjectLiteralElementLike, to: string): void {
  const { ts, file, edits } = context;
  const value = ts.isPropertyAssignment(property) ? property.initializer : undefined;
  const [element, ...more] = value !== undefined && ts.isArrayLiteralExpression(value) ? value.elements : [];
  if (value === undefined || element === undefined || more.length > 0 || ts.isSpreadElement(element)) {
    context.report(property, `there is one ${to} now, no list: write ${to} with the one that is used`);
    return;
  }
  rename(context, property, to);
  edits.remove(value.getStart(file), element.getStart(file));
  edits.remove(element.end, value.end);
}

function nest(
  { ts, file, edits }: MigrationContext,
  property: ts.ObjectLiteralElementLike,
  inner: string,
): void {
  if (ts.isShorthandPropertyAssignment(property)) {
    edits.insert(property.end, `: { ${inner} }`);
    return;
  }
  if (!ts.isPropertyAssignment(property)) return;
  edits.insert(property.initializer.getStart(file), `{ ${inner}: `);
  edits.insert(property.initializer.end, " }");
}

/** `file: { uri }` -> `uri`, `file: x` -> `...x`. */
function flatten(context: MigrationContext, property: ts.ObjectLiteralElementLike): void {
  const { ts, file, edits } = context;
  const start = property.getStart(file);
  if (ts.isShorthandPropertyAssignment(property)) {
    edits.insert(start, "...");
    return;
  }
  if (!ts.isPropertyAssignment(property)) return;
  const value = skipOuter(context, property.initializer);
  const inner = ts.isObjectLiteralExpression(value) ? value.properties : undefined;
  const [first] = inner ?? [];
  const last = inner?.at(-1);
  if (first === undefined || last === undefined) {
    const needsParentheses = !ts.isLeftHandSideExpression(property.initializer);
    edits.replace(start, property.initializer.getStart(file), needsParentheses ? "...(" : "...");
    if (needsParentheses) edits.insert(property.end, ")");
    return;
  }
  const firstStart = first.getStart(file);
  edits.remove(start, firstStart);
  edits.remove(last.end, property.end);
  const by = indentOf(file, start).length - indentOf(file, firstStart).length;
  if (by < 0) shiftLines(context, firstStart, last.end, by);
}

/** `security: [{ bearer: [] }]` -> `[{ schemes: { bearer: { list: [] } } }]`. */
function requirements(context: MigrationContext, property: ts.ObjectLiteralElementLike, to: string): void {
  const { ts, file, edits } = context;
  if (to !== nameOfProperty(context, property)) rename(context, property, to);
  const value = ts.isPropertyAssignment(property) ? property.initializer : undefined;
  const elements = value !== undefined && ts.isArrayLiteralExpression(value) ? value.elements : undefined;
  const literals = elements?.flatMap((element) => (ts.isObjectLiteralExpression(element) ? [element] : []));
  if (elements === undefined || literals === undefined || literals.length < elements.length) {
    context.report(
      property,
      `an element of ${to} is { schemes: { name: { list: [...] } } } now, not { name: [...] }`,
    );
    return;
  }
  for (const literal of literals) {
    edits.insert(literal.getStart(file), "{ schemes: ");
    edits.insert(literal.end, " }");
    for (const scheme of literal.properties) {
      if (!ts.isPropertyAssignment(scheme)) {
        context.report(scheme, "a scheme is { list: [...] } now, not a list");
        continue;
      }
      edits.insert(scheme.initializer.getStart(file), "{ list: ");
      edits.insert(scheme.initializer.end, " }");
    }
  }
}
