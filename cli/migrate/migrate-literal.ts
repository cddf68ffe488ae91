import type { ts } from "ts-morph";
import type { Fate } from "./fate.ts";
import { nameOfProperty, stringOf, typeOfLiteral } from "./legacy-questions.ts";
import { discriminatorOf, fieldOf, namesOf, securitySchemeNames } from "./legacy-schema.ts";
import { indentOf, lineStartOf, removeElements, shiftLines } from "./line-layout.ts";
import { describeRequirement } from "./migrate-access.ts";
import { migrateCard } from "./migrate-card.ts";
import type { MigrationContext } from "./migration-context.ts";
import { writeName } from "./resource-names.ts";
import { skipOuter } from "./skip-outer.ts";
import type { Piece } from "./text-edits.ts";
import { wrapLiteral } from "./wrap-literal.ts";

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
        flatten(context, property, gone);
        break;
      case "requirements":
        requirements(context, property, fate);
        break;
      case "version":
        if (value !== undefined && ts.isStringLiteral(value))
          replaceString(context, value, facts.protocolVersion);
        else context.report(property, `${name} has to be "${facts.protocolVersion}" now`);
        break;
      case "kept":
        context.report(property, `look at ${name}: ${fate.advice}`);
        break;
      case "resource":
        writeName(context, { literal, property, fate }, gone);
        break;
    }
  }
  if (definition === facts.card) migrateCard(context, literal, gone);
  if (facts.hasOneOf(definition) && literal.properties.length > 1) {
    context.report(literal, `${definition} has one of these now: write an object of its own for each`);
  }
  if (gone.size > 0) removeElements(context, literal.properties, gone);
  for (const property of gone) done.add(property);
  if (isScheme) wrapLiteral(context, literal, facts.memberFor(definition) ?? definition);
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

function nest(context: MigrationContext, property: ts.ObjectLiteralElementLike, inner: string): void {
  const { ts, edits } = context;
  if (ts.isShorthandPropertyAssignment(property)) edits.insert(property.end, `: { ${inner} }`);
  else if (ts.isPropertyAssignment(property)) wrapLiteral(context, property.initializer, inner);
}

/** `file: { uri }` -> `uri`, `file: x` -> `...x`, before all that is said of the object itself. */
function flatten(context: MigrationContext, property: ts.ObjectLiteralElementLike, gone: Set<ts.Node>): void {
  const { ts, file, edits } = context;
  const start = property.getStart(file);
  if (ts.isShorthandPropertyAssignment(property)) {
    spread(context, property, { value: property.name, gone });
    return;
  }
  if (!ts.isPropertyAssignment(property)) return;
  const value = skipOuter(context, property.initializer);
  const inner = ts.isObjectLiteralExpression(value) ? value.properties : undefined;
  const [first] = inner ?? [];
  const last = inner?.at(-1);
  if (first === undefined || last === undefined) {
    spread(context, property, { value: property.initializer, gone });
    return;
  }
  const firstStart = first.getStart(file);
  edits.remove(start, firstStart);
  edits.remove(last.end, property.end);
  const by = indentOf(file, start).length - indentOf(file, firstStart).length;
  if (by < 0) shiftLines(context, firstStart, last.end, by);
}

function spread(
  { ts, file, edits }: MigrationContext,
  property: ts.PropertyAssignment | ts.ShorthandPropertyAssignment,
  { value, gone }: { readonly value: ts.Expression; readonly gone: Set<ts.Node> },
): void {
  const piece: Piece = { from: value.getStart(file), to: value.end };
  const text: Piece[] = ts.isLeftHandSideExpression(value) ? ["...", piece] : ["...(", piece, ")"];
  const { properties } = property.parent;
  const first = properties.find((each) => !ts.isSpreadAssignment(each));
  if (
    first === undefined ||
    first === property ||
    properties.every((each) => each === property || gone.has(each))
  ) {
    edits.replace(property.getStart(file), property.end, ...text);
    return;
  }
  const at = first.getStart(file);
  const isOnOwnLine = file.text.slice(lineStartOf(file, at), at).trim() === "";
  edits.replace(at, at, ...text, isOnOwnLine ? `,\n${indentOf(file, at)}` : ", ");
  gone.add(property);
}

/** `security: [{ bearer: [] }]` -> `[{ schemes: { bearer: { list: [] } } }]`. */
function requirements(
  context: MigrationContext,
  property: ts.ObjectLiteralElementLike,
  { to, outer, inner }: Extract<Fate, { kind: "requirements" }>,
): void {
  const { ts, file, edits } = context;
  if (to !== nameOfProperty(context, property)) rename(context, property, to);
  const value = ts.isPropertyAssignment(property) ? property.initializer : undefined;
  const elements = value !== undefined && ts.isArrayLiteralExpression(value) ? value.elements : undefined;
  const literals = elements?.flatMap((element) => (ts.isObjectLiteralExpression(element) ? [element] : []));
  if (elements === undefined || literals === undefined || literals.length < elements.length) {
    context.report(property, describeRequirement({ to, outer, inner }));
    return;
  }
  for (const literal of literals) {
    wrapLiteral(context, literal, outer);
    for (const scheme of literal.properties) {
      if (!ts.isPropertyAssignment(scheme)) {
        context.report(scheme, `a scheme is { ${inner}: [...] } now, not a list`);
        continue;
      }
      edits.insert(scheme.initializer.getStart(file), `{ ${inner}: `);
      edits.insert(scheme.initializer.end, " }");
    }
  }
}
