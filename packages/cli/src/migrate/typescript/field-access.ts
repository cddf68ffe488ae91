import { ts } from "ts-morph";
import type { FieldChange } from "./changes.ts";
import type { MigrationContext } from "./context.ts";
import { isEquality } from "./expressions.ts";
import { discriminatorOf, eventNames, findWrapper, isEnvelope, namesOf } from "./legacy-model.ts";
import { commonChange } from "./read-changes.ts";
import { findBoundProperty, findFields, type LegacyField, resolveFields } from "./resolve-types.ts";
import { describeName, readNamePart } from "./resource-names.ts";

/** The change of a property that several types have; undefined where they do not agree. */
export function findChange(
  { facts }: MigrationContext,
  fields: readonly LegacyField[],
): FieldChange | undefined {
  return commonChange(fields.map(({ owner, field }) => facts.fieldChange(owner, field)));
}

/** Follows a field that is read or written with a dot. */
export function migrateAccess(context: MigrationContext, access: ts.PropertyAccessExpression): void {
  const { checker, edits, done } = context;
  if (done.has(access)) return;
  const fields = findFields(checker.getSymbolAtLocation(access.name));
  const [{ owner } = { owner: "" }] = fields;
  if (fields.length === 0) return;
  const answer = findAnswer(context, fields);
  if (answer !== undefined) {
    context.report(access.name, adviseAnswer(context, answer));
    return;
  }
  const change = findChange(context, fields);
  const { name, parent } = access;
  const isTarget =
    ts.isBinaryExpression(parent) &&
    parent.left === access &&
    parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  const advise = (): void => context.report(name, adviseChange(change, fields));
  switch (change?.kind) {
    case "same":
    case "kept":
    case "version":
      return;
    case "renamed":
      edits.replaceNode(name, change.to);
      return;
    case "moved":
      edits.replaceNode(name, `${change.into}.${change.to}`);
      return;
    case "flattened":
      removeStep(context, access);
      return;
    case "nested": {
      const isOptional = access.questionDotToken !== undefined || ts.isOptionalChain(access);
      if (isTarget) advise();
      else edits.insert(access.end, `${isOptional ? "?" : ""}.${change.in}`);
      return;
    }
    case "inverted":
      readInverted(context, access, { to: change.to, isTarget });
      return;
    case "single":
      if (!readSingle(context, access, change.to)) advise();
      return;
    case "discriminator": {
      const isEvent = fields.length === 1 && eventNames.includes(owner);
      const advice = isEvent
        ? `${owner} no longer has a ${name.text}: its type says as much, so remove this check`
        : `${adviseChange(change, fields)}, as in ${writeQuestion(context, access, owner)}`;
      context.report(name, advice);
      return;
    }
    case "requirements":
      if (change.to !== name.text) edits.replaceNode(name, change.to);
      advise();
      return;
    case "resource":
      if (isTarget) advise();
      else readNamePart(context, access, change);
      return;
    case "dropped":
    case "interface":
    case undefined:
      advise();
  }
}

/** Advice for code that cannot follow the change of a field by an edit. */
export function adviseChange(change: FieldChange | undefined, fields: readonly LegacyField[]): string {
  const owners = fields.map(({ owner }) => owner).join(", ");
  const [{ field: name } = { field: "" }] = fields;
  switch (change?.kind) {
    case "dropped":
      return `${name} was removed from ${owners}: ${change.advice}`;
    case "interface":
      return `${name} was removed from ${owners}: use the elements of ${change.to}`;
    case "discriminator":
      return `${owners} no longer has a ${name}: check which member is set`;
    case "nested":
      return `${name} is now an object: write { ${change.in}: ... }`;
    case "flattened":
      return `the fields of ${name} are now fields of the object itself`;
    case "inverted":
      return `${name} was replaced by ${change.to}, its opposite`;
    case "single":
      return `${name} was replaced by ${change.to}, a single value instead of a list`;
    case "requirements":
      return `an element of ${change.to} is now { ${change.outer}: { name: { ${change.inner}: [...] } } }, not { name: [...] }`;
    case "resource":
      return `${name} is now part of ${change.to}, ${describeName(change.resource)}`;
    default:
      return `${name} changed differently in each of ${owners}: narrow the type first`;
  }
}

function adviseAnswer({ facts }: MigrationContext, answer: string): string {
  return `this is an answer of 0.3, but the code below expects ${answer}: use ${facts.translatorOf(answer)}.upgrade(...).value of @a2agen/translate, or a client of @a2agen/runtime`;
}

/** The condition that replaces a question for the discriminator. */
function writeQuestion(
  { facts, file }: MigrationContext,
  { expression }: ts.PropertyAccessExpression,
  owner: string,
): string {
  const value = discriminatorOf(owner)?.value ?? "";
  const member = facts.partMembers(value)?.[0] ?? facts.memberFor(owner) ?? value;
  return `${expression.getText(file).replace(/\s+/g, " ").slice(0, 40)}.${member} !== undefined`;
}

/** The type of the target for `response.result` of an envelope. */
function findAnswer({ facts }: MigrationContext, fields: readonly LegacyField[]): string | undefined {
  const names = namesOf(resolveFields(fields.filter(({ owner }) => isEnvelope(owner))));
  const wrapper = names.length > 1 ? findWrapper(names) : undefined;
  return wrapper && facts.wrapperType(wrapper);
}

/** `part.file.uri` -> `part.uri`, `part?.file.uri` -> `part?.uri`. */
function removeStep({ edits, file }: MigrationContext, access: ts.PropertyAccessExpression): void {
  const { parent } = access;
  const next = ts.isPropertyAccessExpression(parent) && parent.expression === access ? parent : undefined;
  if (access.questionDotToken !== undefined && next !== undefined && next.questionDotToken === undefined) {
    edits.remove(access.name.getStart(file), next.name.getStart(file));
  } else {
    edits.remove(access.expression.end, access.name.end);
  }
}

function readInverted(
  context: MigrationContext,
  access: ts.PropertyAccessExpression,
  { to, isTarget }: { readonly to: string; readonly isTarget: boolean },
): void {
  const { edits, file } = context;
  edits.replaceNode(access.name, to);
  const { parent } = access;
  if (isTarget && ts.isBinaryExpression(parent)) {
    negate(context, parent.right);
    return;
  }
  if (isNegation(parent)) {
    // Absent is false now, and was not true before.
    const outer = parent.parent;
    const needsParentheses = ts.isBinaryExpression(outer) && isEquality(outer.operatorToken.kind);
    edits.replace(parent.getStart(file), access.getStart(file), needsParentheses ? "(" : "");
    edits.insert(parent.end, needsParentheses ? " === true)" : " === true");
    return;
  }
  if (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) {
    context.report(
      access.name,
      `${to} is the opposite of ${access.name.text} and defaults to false: check the default here`,
    );
    return;
  }
  edits.insertBefore(access, "!");
}

/** Returns false where the code needs the list. */
function readSingle(context: MigrationContext, access: ts.PropertyAccessExpression, to: string): boolean {
  const { edits, file } = context;
  const { parent } = access;
  if (ts.isElementAccessExpression(parent) && parent.argumentExpression.getText(file) === "0") {
    edits.replace(access.name.getStart(file), parent.end, to);
    return true;
  }
  const call = parent.parent;
  const isIncludes =
    ts.isPropertyAccessExpression(parent) &&
    parent.name.text === "includes" &&
    ts.isCallExpression(call) &&
    call.expression === parent;
  const [wanted] = isIncludes ? call.arguments : [];
  if (wanted === undefined) return false;
  const { parent: outer } = call;
  const isNegated = isNegation(outer);
  // A comparison is never absent.
  const isDefaulted =
    ts.isBinaryExpression(outer) &&
    outer.left === call &&
    outer.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken &&
    outer.right.kind === ts.SyntaxKind.FalseKeyword;
  edits.replaceNode(
    isNegated || isDefaulted ? outer : call,
    { from: access.expression.getStart(file), to: access.name.getStart(file) },
    `${to} ${isNegated ? "!==" : "==="} `,
    edits.copy(wanted),
  );
  return true;
}

function isNegation(node: ts.Node): node is ts.PrefixUnaryExpression {
  return ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken;
}

/** Makes a value its opposite. */
export function negate({ edits, file }: MigrationContext, value: ts.Expression): void {
  if (value.kind === ts.SyntaxKind.TrueKeyword) edits.replaceNode(value, "false");
  else if (value.kind === ts.SyntaxKind.FalseKeyword) edits.replaceNode(value, "true");
  else if (isNegation(value)) edits.remove(value.getStart(file), value.operand.getStart(file));
  else if (ts.isIdentifier(value) || ts.isPropertyAccessExpression(value) || ts.isCallExpression(value))
    edits.insertBefore(value, "!");
  else edits.insertAround(value, "!(", ")");
}

/** Follows a field that is taken out of an object by its name. */
export function migrateBinding(context: MigrationContext, element: ts.BindingElement): void {
  const { edits } = context;
  const fields = findFields(findBoundProperty(context, element));
  if (fields.length === 0) return;
  const answer = findAnswer(context, fields);
  if (answer !== undefined) {
    context.report(element, adviseAnswer(context, answer));
    return;
  }
  const change = findChange(context, fields);
  const isPlain = ts.isIdentifier(element.name) && element.initializer === undefined;
  const local = isPlain ? element.name.text : undefined;
  if (["same", "kept", "version"].includes(change?.kind ?? "")) return;
  if (change?.kind === "renamed") {
    if (element.propertyName === undefined) edits.insertBefore(element.name, `${change.to}: `);
    else edits.replaceNode(element.propertyName, change.to);
  } else if (change?.kind === "nested" && local !== undefined) {
    edits.replaceNode(element, `${fields[0]?.field}: { ${change.in}: ${local} }`);
  } else if (change?.kind === "moved" && local !== undefined) {
    edits.replaceNode(element, `${change.into}: { ${change.to}: ${local} }`);
  } else if (change?.kind === "flattened" && local !== undefined && element.parent.elements.length === 1) {
    edits.replaceNode(element.parent, local);
  } else {
    context.report(element, adviseChange(change, fields));
  }
}
