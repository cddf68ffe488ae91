import { ts } from "ts-morph";
import { migrateCard } from "./agent-card.ts";
import type { FieldChange } from "./changes.ts";
import type { MigrationContext } from "./context.ts";
import { listElements, literalText, propertyName, propertyValue, skipOuter } from "./expressions.ts";
import { adviseChange, negate } from "./field-access.ts";
import { discriminatorOf, isEnvelope, securitySchemeNames } from "./legacy-model.ts";
import { mendModes } from "./modes.ts";
import { findLiteralType } from "./resolve-types.ts";
import { writeName } from "./resource-names.ts";

type Property = ts.ObjectLiteralElementLike;

/** Renames, drops and regroups the properties of an object literal of a type of 0.3. */
export function migrateLiteral(context: MigrationContext, literal: ts.ObjectLiteralExpression): void {
  const { facts, edits, done } = context;
  const definition = findLiteralType(context, literal);
  if (definition === undefined || isEnvelope(definition)) return;
  const gone = new Set<ts.Node>();
  let isScheme = false;
  for (const property of literal.properties) {
    const name = propertyName(property);
    if (name === undefined) continue;
    const change = facts.fieldChange(definition, name);
    const value = ts.isPropertyAssignment(property) ? property.initializer : undefined;
    switch (change.kind) {
      case "same":
      case "interface":
      case "moved":
        break;
      case "discriminator":
        if (value === undefined || literalText(value) !== discriminatorOf(definition)?.value) {
          context.report(property, `${definition} no longer has a ${name}: set the member for its value`);
        } else {
          gone.add(property);
          isScheme = securitySchemeNames.includes(definition);
        }
        break;
      case "renamed":
        rename(context, property, change.to);
        break;
      case "dropped":
        gone.add(property);
        if (value === undefined || !isConstant(value))
          context.report(literal, `${name} was removed with its value: ${change.advice}`);
        break;
      case "inverted":
        invert(context, property, change.to);
        break;
      case "single":
        takeSingle(context, property, change.to);
        break;
      case "nested":
        nest(context, property, change.in);
        break;
      case "flattened":
        flatten(context, property, gone);
        break;
      case "requirements":
        nestRequirements(context, property, change);
        break;
      case "version":
        if (value !== undefined && ts.isStringLiteral(value))
          edits.replaceString(value, facts.protocolVersion);
        else context.report(property, `${name} must now be "${facts.protocolVersion}"`);
        break;
      case "kept":
        context.report(property, `check ${name}: ${change.advice}`);
        break;
      case "resource":
        writeName(context, { literal, property, change }, gone);
        break;
    }
  }
  mendModes(context, literal);
  if (definition === facts.card) migrateCard(context, literal, gone);
  if (facts.hasOneOf(definition) && literal.properties.length > 1) {
    context.report(literal, `${definition} now has exactly one of these: write one object for each`);
  }
  if (gone.size > 0) edits.removeElements(literal.properties, gone);
  for (const property of gone) done.add(property);
  if (isScheme) edits.wrap(literal, facts.memberFor(definition) ?? definition);
}

function isConstant(value: ts.Expression): boolean {
  const { TrueKeyword, FalseKeyword } = ts.SyntaxKind;
  return ts.isLiteralExpression(value) || value.kind === TrueKeyword || value.kind === FalseKeyword;
}

function rename({ edits }: MigrationContext, property: Property, to: string): void {
  if (ts.isShorthandPropertyAssignment(property)) edits.insertBefore(property, `${to}: `);
  else if (property.name !== undefined) edits.replaceNode(property.name, to);
}

function invert(context: MigrationContext, property: Property, to: string): void {
  if (ts.isShorthandPropertyAssignment(property)) {
    context.edits.insertBefore(property, `${to}: !`);
    return;
  }
  rename(context, property, to);
  if (ts.isPropertyAssignment(property)) negate(context, property.initializer);
}

function takeSingle(context: MigrationContext, property: Property, to: string): void {
  const { file, edits } = context;
  const [element, ...more] = listElements(property) ?? [];
  if (element === undefined || more.length > 0 || ts.isSpreadElement(element)) {
    context.report(property, `${to} is a single value, not a list: keep the element that is used`);
    return;
  }
  rename(context, property, to);
  edits.remove(element.parent.getStart(file), element.getStart(file));
  edits.remove(element.end, element.parent.end);
}

function nest({ edits }: MigrationContext, property: Property, inner: string): void {
  if (ts.isShorthandPropertyAssignment(property)) edits.insert(property.end, `: { ${inner} }`);
  else if (ts.isPropertyAssignment(property)) edits.wrap(property.initializer, inner);
}

/** `file: { uri }` -> `uri`, `file: x` -> `...x`, before the object's own properties. */
function flatten(context: MigrationContext, property: Property, gone: Set<ts.Node>): void {
  const { file, edits } = context;
  const value = propertyValue(property);
  if (value === undefined) return;
  const inner = skipOuter(value);
  const properties = ts.isObjectLiteralExpression(inner) ? inner.properties : undefined;
  const first = properties?.at(0);
  const last = properties?.at(-1);
  if (first === undefined || last === undefined) {
    spread(context, property, { value, gone });
    return;
  }
  const start = first.getStart(file);
  edits.remove(property.getStart(file), start);
  edits.remove(last.end, property.end);
  const by = edits.indentAt(property).length - edits.indentAt(first).length;
  if (by < 0) edits.shiftLines(start, last.end, by);
}

function spread(
  { edits, file }: MigrationContext,
  property: Property,
  { value, gone }: { readonly value: ts.Expression; readonly gone: Set<ts.Node> },
): void {
  const copy = edits.copy(value);
  const pieces = ts.isLeftHandSideExpression(value) ? ["...", copy] : ["...(", copy, ")"];
  const { properties } = property.parent as ts.ObjectLiteralExpression;
  const first = properties.find((each) => !ts.isSpreadAssignment(each));
  const isOnly = properties.every((each) => each === property || gone.has(each));
  if (first === undefined || first === property || isOnly) {
    edits.replaceNode(property, ...pieces);
    return;
  }
  const at = first.getStart(file);
  edits.replace(at, at, ...pieces, edits.startsLine(first) ? `,\n${edits.indentAt(first)}` : ", ");
  gone.add(property);
}

/** `security: [{ bearer: [] }]` -> `[{ schemes: { bearer: { list: [] } } }]`. */
function nestRequirements(
  context: MigrationContext,
  property: Property,
  change: Extract<FieldChange, { kind: "requirements" }>,
): void {
  const { edits } = context;
  const { to, outer, inner } = change;
  if (to !== propertyName(property)) rename(context, property, to);
  const elements = listElements(property);
  if (elements?.every(ts.isObjectLiteralExpression) !== true) {
    context.report(property, adviseChange(change, [{ owner: "", field: to }]));
    return;
  }
  for (const literal of elements) {
    edits.wrap(literal, outer);
    for (const scheme of literal.properties) {
      if (ts.isPropertyAssignment(scheme)) edits.insertAround(scheme.initializer, `{ ${inner}: `, " }");
      else context.report(scheme, `a scheme is now { ${inner}: [...] }, not a list`);
    }
  }
}
