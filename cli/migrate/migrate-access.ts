import type { ts } from "ts-morph";
import type { Fate } from "./fate.ts";
import { fieldsOfSymbol, isEquality, type LegacyField, propertyOfBinding } from "./legacy-questions.ts";
import { discriminatorOf, eventNames, fieldOf, isEnvelope, namesOf } from "./legacy-schema.ts";
import type { MigrationContext } from "./migration-context.ts";
import { wrapperOf } from "./migration-facts.ts";
import { describeName, readNamePart } from "./resource-names.ts";
import { skipOuter } from "./skip-outer.ts";

/** What becomes of a property that several types have: one fate for all of them, or none. */
export function fateOfFields({ facts }: MigrationContext, fields: readonly LegacyField[]): Fate | undefined {
  const fates = fields.map(({ owner, field }) => facts.fate(owner, field));
  const [first] = fates;
  return fates.every((fate) => JSON.stringify(fate) === JSON.stringify(first)) ? first : undefined;
}

/** Follows a field that is read or written with a dot. */
export function migrateAccess(context: MigrationContext, access: ts.PropertyAccessExpression): void {
  const { ts, checker, edits, file, done } = context;
  if (done.has(access)) return;
  const fields = fieldsOfSymbol(checker.getSymbolAtLocation(access.name));
  if (fields.length === 0) return;
  const answer = answerIn(context, fields);
  if (answer !== undefined) {
    context.report(access.name, adviseAnswer(context, answer));
    return;
  }
  const fate = fateOfFields(context, fields);
  const name = access.name.text;
  if (fate === undefined) {
    context.report(
      access.name,
      `${name} has another name in each of ${fields.map(({ owner }) => owner).join(", ")} now: find out first which of them it is`,
    );
    return;
  }
  const { parent } = access;
  const isTarget =
    ts.isBinaryExpression(parent) &&
    parent.left === access &&
    parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  switch (fate.kind) {
    case "same":
    case "kept":
      return;
    case "renamed":
      edits.replace(access.name.getStart(file), access.name.end, fate.to);
      return;
    case "moved":
      edits.replace(access.name.getStart(file), access.name.end, `${fate.into}.${fate.to}`);
      return;
    case "flattened":
      removeStep(context, access);
      return;
    case "nested":
      if (isTarget)
        context.report(access.name, `${name} is an object with ${fate.in} now: write { ${fate.in}: ... }`);
      else
        edits.insert(
          access.end,
          `${access.questionDotToken === undefined && !ts.isOptionalChain(access) ? "" : "?"}.${fate.in}`,
        );
      return;
    case "inverted":
      readInverted(context, access, { to: fate.to, isTarget });
      return;
    case "single":
      readSingle(context, access, fate.to);
      return;
    case "discriminator": {
      const owners = fields.map(({ owner }) => owner).join(", ");
      if (fields.length === 1 && eventNames.includes(owners)) {
        context.report(
          access.name,
          `${name} is no field of ${owners} any more: what has this type is one, so leave the question out`,
        );
        return;
      }
      context.report(
        access.name,
        `${name} is no field of ${owners} any more: ask which member is set, as in ${exampleOf(context, access, fields)}`,
      );
      return;
    }
    case "dropped":
      context.report(access.name, `${name} was removed from ${fields[0]?.owner ?? ""}: ${fate.advice}`);
      return;
    case "interface":
      context.report(
        access.name,
        `${name} was removed from ${fields[0]?.owner ?? ""}: read the elements of ${fate.to}, each with ${Object.values(context.facts.interfaces?.newer.element ?? {}).join(", ")}`,
      );
      return;
    case "requirements":
      if (fate.to !== name) edits.replace(access.name.getStart(file), access.name.end, fate.to);
      context.report(access.name, describeRequirement(fate));
      return;
    case "version":
      return;
    case "resource":
      readNamePart(context, access, { fate, isTarget });
  }
}

function exampleOf(
  { facts, file }: MigrationContext,
  access: ts.PropertyAccessExpression,
  fields: readonly LegacyField[],
): string {
  const value = discriminatorOf(fields[0]?.owner ?? "")?.value ?? "";
  const member = facts.partMembers(value)?.[0] ?? facts.memberFor(fields[0]?.owner ?? "") ?? value;
  return `${access.expression.getText(file).replace(/\s+/g, " ").slice(0, 40)}.${member} !== undefined`;
}

function adviseAnswer({ facts }: MigrationContext, answer: string): string {
  return `this is an answer of 0.3, and the code after it is written for ${answer}: take ${facts.translatorOf(answer)}.upgrade(...).value of @a2agen/translate, or a client of @a2agen/runtime`;
}

/** The type that holds what `response.result` of an envelope is now. */
function answerIn({ facts }: MigrationContext, fields: readonly LegacyField[]): string | undefined {
  const names = fields.flatMap(({ owner, field }) =>
    isEnvelope(owner) ? namesOf(fieldOf(owner, field) ?? {}) : [],
  );
  const wrapper = names.length > 1 ? wrapperOf(names) : undefined;
  return wrapper === undefined ? undefined : facts.wrapperType(wrapper);
}

/** `part.file.uri` -> `part.uri`, `part?.file.uri` -> `part?.uri`. */
function removeStep({ ts, edits, file }: MigrationContext, access: ts.PropertyAccessExpression): void {
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
  const { ts, edits, file } = context;
  edits.replace(access.name.getStart(file), access.name.end, to);
  const { parent } = access;
  if (isTarget && ts.isBinaryExpression(parent)) {
    const value = parent.right;
    if (value.kind === ts.SyntaxKind.TrueKeyword || value.kind === ts.SyntaxKind.FalseKeyword) {
      edits.replace(
        value.getStart(file),
        value.end,
        value.kind === ts.SyntaxKind.TrueKeyword ? "false" : "true",
      );
    } else {
      edits.insert(value.getStart(file), "!(");
      edits.insert(value.end, ")");
    }
    return;
  }
  if (ts.isPrefixUnaryExpression(parent) && parent.operator === ts.SyntaxKind.ExclamationToken) {
    // Absent is false now, and was not true before.
    const outer = parent.parent;
    const needsParentheses = ts.isBinaryExpression(outer) && isEquality(context, outer.operatorToken.kind);
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
  edits.insert(access.getStart(file), "!");
}

function readSingle(context: MigrationContext, access: ts.PropertyAccessExpression, to: string): void {
  const { ts, edits, file } = context;
  const { parent } = access;
  if (ts.isElementAccessExpression(parent) && parent.argumentExpression.getText(file) === "0") {
    edits.replace(access.name.getStart(file), parent.end, to);
    return;
  }
  const call = parent.parent;
  if (
    ts.isPropertyAccessExpression(parent) &&
    parent.name.text === "includes" &&
    ts.isCallExpression(call) &&
    call.expression === parent
  ) {
    const [wanted] = call.arguments;
    if (wanted !== undefined) {
      const isNegated =
        ts.isPrefixUnaryExpression(call.parent) && call.parent.operator === ts.SyntaxKind.ExclamationToken;
      // What a comparison says is never absent.
      const isDefaulted =
        ts.isBinaryExpression(call.parent) &&
        call.parent.left === call &&
        call.parent.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken &&
        call.parent.right.kind === ts.SyntaxKind.FalseKeyword;
      const whole = isNegated || isDefaulted ? call.parent : call;
      edits.replace(
        whole.getStart(file),
        whole.end,
        { from: access.expression.getStart(file), to: access.name.getStart(file) },
        `${to} ${isNegated ? "!==" : "==="} `,
        { from: wanted.getStart(file), to: wanted.end },
      );
      return;
    }
  }
  context.report(access.name, `there is one ${to} now, no list ${access.name.text}`);
}

/** Follows a field that is taken out of an object by its name. */
export function migrateBinding(context: MigrationContext, element: ts.BindingElement): void {
  const { ts, edits, file } = context;
  const fields = fieldsOfSymbol(propertyOfBinding(context, element));
  if (fields.length === 0) return;
  const answer = answerIn(context, fields);
  if (answer !== undefined) {
    context.report(element, adviseAnswer(context, answer));
    return;
  }
  const fate = fateOfFields(context, fields);
  const name = fields[0]?.field ?? "";
  if (fate?.kind === "renamed") {
    if (element.propertyName === undefined) edits.insert(element.name.getStart(file), `${fate.to}: `);
    else edits.replace(element.propertyName.getStart(file), element.propertyName.end, fate.to);
  } else if (fate?.kind === "nested" && ts.isIdentifier(element.name) && element.initializer === undefined) {
    edits.replace(element.getStart(file), element.end, `${name}: { ${fate.in}: ${element.name.text} }`);
  } else if (fate?.kind === "moved" && ts.isIdentifier(element.name) && element.initializer === undefined) {
    edits.replace(element.getStart(file), element.end, `${fate.into}: { ${fate.to}: ${element.name.text} }`);
  } else if (
    fate?.kind === "flattened" &&
    ts.isIdentifier(element.name) &&
    element.initializer === undefined &&
    element.parent.elements.length === 1
  ) {
    edits.replace(element.parent.getStart(file), element.parent.end, element.name.text);
  } else if (fate !== undefined && ["same", "kept", "version"].includes(fate.kind)) {
    return;
  } else {
    context.report(element, bindingAdvice(name, fate));
  }
}

function bindingAdvice(name: string, fate: Fate | undefined): string {
  switch (fate?.kind) {
    case "dropped":
      return `${name} cannot be taken from it any more: ${fate.advice}`;
    case "resource":
      return `${name} is a part of ${fate.to} now, ${describeName(fate.resource)}`;
    case "inverted":
      return `${name} was replaced by ${fate.to}, which says the opposite`;
    case "single":
      return `there is one ${fate.to} now, no list ${name}`;
    case "interface":
    case "requirements":
      return `${name} was replaced by ${fate.to}, of another form`;
    case "flattened":
      return `the fields of ${name} are fields of the object itself now`;
    case "discriminator":
      return `${name} is no field any more: ask which member is set`;
    default:
      return `${name} cannot be taken from it any more: find out first which type it is`;
  }
}

export function describeRequirement({
  to,
  outer,
  inner,
}: Omit<Extract<Fate, { kind: "requirements" }>, "kind">): string {
  return `an element of ${to} is { ${outer}: { name: { ${inner}: [...] } } } now, not { name: [...] }`;
}

/** Whether an expression can be written twice. */
export function isSimple(context: MigrationContext, expression: ts.Expression): boolean {
  const { ts } = context;
  let inner = skipOuter(context, expression);
  while (
    ts.isPropertyAccessExpression(inner) ||
    (ts.isElementAccessExpression(inner) && ts.isLiteralExpression(inner.argumentExpression))
  ) {
    inner = skipOuter(context, inner.expression);
  }
  return ts.isIdentifier(inner) || inner.kind === ts.SyntaxKind.ThisKeyword;
}
