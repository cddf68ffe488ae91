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
  const name = access.name.text;
  const owners = fields.map((each) => each.owner).join(", ");
  if (change === undefined) {
    context.report(
      access.name,
      `${name} has another name in each of ${owners} now: find out first which of them it is`,
    );
    return;
  }
  const { parent } = access;
  const isTarget =
    ts.isBinaryExpression(parent) &&
    parent.left === access &&
    parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  switch (change.kind) {
    case "same":
    case "kept":
      return;
    case "renamed":
      edits.replaceNode(access.name, change.to);
      return;
    case "moved":
      edits.replaceNode(access.name, `${change.into}.${change.to}`);
      return;
    case "flattened":
      removeStep(context, access);
      return;
    case "nested":
      if (isTarget)
        context.report(
          access.name,
          `${name} is an object with ${change.in} now: write { ${change.in}: ... }`,
        );
      else
        edits.insert(
          access.end,
          `${access.questionDotToken === undefined && !ts.isOptionalChain(access) ? "" : "?"}.${change.in}`,
        );
      return;
    case "inverted":
      readInverted(context, access, { to: change.to, isTarget });
      return;
    case "single":
      readSingle(context, access, change.to);
      return;
    case "discriminator": {
      if (fields.length === 1 && eventNames.includes(owners)) {
        context.report(
          access.name,
          `${name} is no field of ${owners} any more: what has this type is one, so leave the question out`,
        );
        return;
      }
      context.report(
        access.name,
        `${name} is no field of ${owners} any more: ask which member is set, as in ${writeQuestion(context, access, owner)}`,
      );
      return;
    }
    case "dropped":
      context.report(access.name, `${name} was removed from ${owner}: ${change.advice}`);
      return;
    case "interface":
      context.report(
        access.name,
        `${name} was removed from ${owner}: read the elements of ${change.to}, each with ${Object.values(context.facts.interfaces?.newer.element ?? {}).join(", ")}`,
      );
      return;
    case "requirements":
      if (change.to !== name) edits.replaceNode(access.name, change.to);
      context.report(access.name, describeRequirement(change));
      return;
    case "version":
      return;
    case "resource":
      readNamePart(context, access, { change, isTarget });
  }
}

function adviseAnswer({ facts }: MigrationContext, answer: string): string {
  return `this is an answer of 0.3, and the code after it is written for ${answer}: take ${facts.translatorOf(answer)}.upgrade(...).value of @a2agen/translate, or a client of @a2agen/runtime`;
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
      `${to} says the opposite of ${access.name.text}, and is false by default: look at the default here`,
    );
    return;
  }
  edits.insertBefore(access, "!");
}

function readSingle(context: MigrationContext, access: ts.PropertyAccessExpression, to: string): void {
  const { edits, file } = context;
  const { parent } = access;
  if (ts.isElementAccessExpression(parent) && parent.argumentExpression.getText(file) === "0") {
    edits.replace(access.name.getStart(file), parent.end, to);
    return;
  }
  const call = parent.parent;
  const isIncludes =
    ts.isPropertyAccessExpression(parent) &&
    parent.name.text === "includes" &&
    ts.isCallExpression(call) &&
    call.expression === parent;
  const [wanted] = isIncludes ? call.arguments : [];
  if (wanted === undefined) {
    context.report(access.name, `there is one ${to} now, no list ${access.name.text}`);
    return;
  }
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
  const name = fields[0]?.field ?? "";
  const local =
    ts.isIdentifier(element.name) && element.initializer === undefined ? element.name.text : undefined;
  const advise = (advice: string): void => context.report(element, advice);
  const take = (text: string): void => {
    if (local !== undefined) edits.replaceNode(element, text);
    else advise(`${name} cannot be taken from it any more: find out first which type it is`);
  };
  switch (change?.kind) {
    case "same":
    case "kept":
    case "version":
      return;
    case "renamed":
      if (element.propertyName === undefined) edits.insertBefore(element.name, `${change.to}: `);
      else edits.replaceNode(element.propertyName, change.to);
      return;
    case "nested":
      take(`${name}: { ${change.in}: ${local} }`);
      return;
    case "moved":
      take(`${change.into}: { ${change.to}: ${local} }`);
      return;
    case "flattened":
      if (local !== undefined && element.parent.elements.length === 1)
        edits.replaceNode(element.parent, local);
      else advise(`the fields of ${name} are fields of the object itself now`);
      return;
    case "dropped":
      advise(`${name} cannot be taken from it any more: ${change.advice}`);
      return;
    case "resource":
      advise(`${name} is a part of ${change.to} now, ${describeName(change.resource)}`);
      return;
    case "inverted":
      advise(`${name} was replaced by ${change.to}, which says the opposite`);
      return;
    case "single":
      advise(`there is one ${change.to} now, no list ${name}`);
      return;
    case "interface":
    case "requirements":
      advise(`${name} was replaced by ${change.to}, of another form`);
      return;
    case "discriminator":
      advise(`${name} is no field any more: ask which member is set`);
      return;
    case undefined:
      advise(`${name} cannot be taken from it any more: find out first which type it is`);
  }
}

export function describeRequirement({
  to,
  outer,
  inner,
}: Omit<Extract<FieldChange, { kind: "requirements" }>, "kind">): string {
  return `an element of ${to} is { ${outer}: { name: { ${inner}: [...] } } } now, not { name: [...] }`;
}
