import type { ts } from "ts-morph";
import { extract, type ImportPlan } from "./import-plan.ts";
import { nodeOfTypeNode, wrapperFor } from "./legacy-questions.ts";
import { eventNames, namesOf } from "./legacy-schema.ts";
import { indentOf, isOneLine } from "./line-layout.ts";
import { isLegacyModule, type MigrationContext } from "./migration-context.ts";
import { wrapperOf } from "./migration-facts.ts";
import type { Piece } from "./text-edits.ts";

/** Writes `Message | Task` as the type that has them as its members. */
export function migrateUnion(context: MigrationContext, union: ts.UnionTypeNode): void {
  const { edits, file, done } = context;
  const members = union.types.map((member) => {
    const node = nodeOfTypeNode(context, member);
    const names = node === undefined || node.items !== undefined ? [] : namesOf(node);
    return { member, names: names.every((name) => eventNames.includes(name)) ? names : [] };
  });
  const events = members.filter(({ names }) => names.length > 0);
  const names = [...new Set(events.flatMap((each) => each.names))];
  const wrapper = names.length > 1 ? wrapperOf(names) : undefined;
  if (events.length < 2 || wrapper === undefined) return;
  const local = context.importType(context.facts.wrapperType(wrapper));
  const pieces: Piece[] = [];
  const start = union.getStart(file);
  const isWide = events.length < members.length && !isOneLine(file, start, union.end);
  const bar = isWide ? `\n${indentOf(file, union.types[1]?.getStart(file) ?? start)}| ` : " | ";
  if (isWide && file.text[start] === "|") pieces.push("| ");
  members
    .filter(({ member, names: its }) => its.length === 0 || member === events[0]?.member)
    .forEach(({ member, names: its }, index) => {
      if (index > 0) pieces.push(bar);
      pieces.push(its.length > 0 ? local : { from: member.getStart(file), to: member.end });
    });
  // One type needs no line of its own.
  const before = /[=:]\s*\n\s*$/.exec(file.text.slice(0, start));
  if (before !== null && events.length === members.length) {
    edits.replace(before.index + 1, union.end, " ", ...pieces);
  } else {
    edits.replace(start, union.end, ...pieces);
  }
  for (const { member } of events) markDone(done, member);
}

function markDone(done: Set<ts.Node>, node: ts.Node): void {
  done.add(node);
  node.forEachChild((child) => markDone(done, child));
}

/** Writes the name of a type where it is used. */
export function migrateTypeName(context: MigrationContext, plan: ImportPlan, node: ts.Identifier): void {
  const { ts, checker, edits, file, done } = context;
  const { parent } = node;
  const isGone = done.has(node);
  plan.noteUse(
    ts.isExportSpecifier(parent)
      ? checker.getExportSpecifierLocalTargetSymbol(parent)
      : checker.getSymbolAtLocation(node),
    !isGone,
  );
  if (isGone) return;
  if (ts.isImportSpecifier(parent) || ts.isImportClause(parent) || ts.isNamespaceImport(parent)) return;
  if (ts.isQualifiedName(parent) && parent.left === node) {
    const replacement = plan.replacementOfMember(checker.getSymbolAtLocation(node), parent.right.text);
    if (replacement !== undefined && replacement !== parent.getText(file))
      edits.replace(parent.getStart(file), parent.end, replacement);
    return;
  }
  if (ts.isExportSpecifier(parent)) {
    if (parent.parent.parent.moduleSpecifier !== undefined) return;
    const symbol = checker.getExportSpecifierLocalTargetSymbol(parent);
    const replacement = plan.replacementOf(symbol);
    const local = parent.propertyName ?? parent.name;
    if (replacement === undefined || node !== local || replacement === node.text) return;
    if (/\W/.test(replacement))
      context.report(
        parent,
        `${node.text} is a part of another type now: export ${replacement} under its name`,
      );
    else
      edits.replace(
        node.getStart(file),
        node.end,
        parent.propertyName === undefined ? `${replacement} as ${node.text}` : replacement,
      );
    return;
  }
  const isTypeName =
    ts.isTypeReferenceNode(parent) || ts.isExpressionWithTypeArguments(parent) || ts.isTypeQueryNode(parent);
  if (!isTypeName) return;
  const replacement = plan.replacementOf(checker.getSymbolAtLocation(node));
  if (replacement !== undefined && replacement !== node.text)
    edits.replace(node.getStart(file), node.end, replacement);
}

/** `import("@a2a-js/sdk").Task`, `Message["kind"]`, and predicates that tell a member of a wrapper. */
export function migrateOtherType(context: MigrationContext, node: ts.Node): void {
  const { ts, checker, edits, file, facts } = context;
  if (
    ts.isImportTypeNode(node) &&
    ts.isLiteralTypeNode(node.argument) &&
    ts.isStringLiteral(node.argument.literal)
  ) {
    if (!isLegacyModule(node.argument.literal.text)) return;
    const definition = namesOf(nodeOfTypeNode(context, node) ?? {});
    const fate = definition.length === 1 ? facts.typeFate(definition[0] ?? "") : undefined;
    if (fate === undefined || node.qualifier === undefined) {
      context.report(node, "write this type with those of the target");
      return;
    }
    const { literal } = node.argument;
    edits.replace(literal.getStart(file) + 1, literal.end - 1, facts.packageName);
    const whole = { ...fate, name: `import("${facts.packageName}").${fate.name}` };
    if (fate.members !== undefined) edits.replace(node.getStart(file), node.end, extract("", whole));
    else edits.replace(node.qualifier.getStart(file), node.qualifier.end, fate.name);
  } else if (
    ts.isIndexedAccessTypeNode(node) &&
    ts.isLiteralTypeNode(node.indexType) &&
    ts.isStringLiteral(node.indexType.literal)
  ) {
    const names = namesOf(nodeOfTypeNode(context, node.objectType) ?? {});
    for (const name of names) migrateIndex(context, { node, literal: node.indexType.literal, name });
  } else if (ts.isTypePredicateNode(node) && node.type !== undefined && ts.isIdentifier(node.parameterName)) {
    const asserted = namesOf(nodeOfTypeNode(context, node.type) ?? {}).filter((name) =>
      eventNames.includes(name),
    );
    const symbol = checker.getSymbolAtLocation(node.parameterName);
    const declared = symbol?.valueDeclaration;
    const given =
      declared !== undefined && ts.isParameter(declared) && declared.type !== undefined
        ? nodeOfTypeNode(context, declared.type)
        : undefined;
    const given2 = given ?? (declared === undefined ? undefined : nodeOfTypeNodeOf(context, declared));
    if (asserted.length === 1 && given2 !== undefined && wrapperFor(given2) !== undefined) {
      context.report(
        node,
        `what is given is a ${facts.wrapperType(wrapperFor(given2) ?? "event")} now, and ${node.type.getText(file)} one of its members: return the member itself, or ask for it where it is used`,
      );
    }
  }
}

interface IndexedAccess {
  readonly node: ts.IndexedAccessTypeNode;
  readonly literal: ts.StringLiteral;
  /** The type that is asked. */
  readonly name: string;
}

function migrateIndex(context: MigrationContext, { node, literal, name }: IndexedAccess): void {
  const { edits, file, facts } = context;
  const fate = facts.fate(name, literal.text);
  const key = (text: string): void => edits.replace(literal.getStart(file) + 1, literal.end - 1, text);
  switch (fate.kind) {
    case "same":
    case "kept":
    case "version":
      return;
    case "renamed":
    case "inverted":
      key(fate.to);
      return;
    case "moved":
      key(`${fate.into}"]["${fate.to}`);
      return;
    case "nested":
      edits.insert(node.end, `["${fate.in}"]`);
      return;
    case "flattened":
      edits.remove(node.objectType.end, node.end);
      return;
    case "requirements":
    case "single":
      key(fate.to);
      context.report(node, `${fate.to} has another form than ${literal.text} had`);
      return;
    case "discriminator":
    case "dropped":
    case "interface":
    case "resource":
      context.report(node, `${literal.text} is no field of ${name} any more`);
  }
}

function nodeOfTypeNodeOf(
  context: MigrationContext,
  declaration: ts.Declaration,
): ReturnType<typeof nodeOfTypeNode> {
  const type = context.checker.getTypeAtLocation(declaration);
  const names = (type.isUnion() ? type.types : []).flatMap((each) => each.symbol?.name ?? []);
  return names.length === 0
    ? undefined
    : {
        anyOf: names.flatMap((name) =>
          eventNames.includes(name.replace(/\d+$/, ""))
            ? [{ $ref: `#/definitions/${name.replace(/\d+$/, "")}` }]
            : [],
        ),
      };
}
