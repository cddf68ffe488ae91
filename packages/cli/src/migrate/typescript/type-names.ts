import { ts } from "ts-morph";
import { writeType } from "./changes.ts";
import { isLegacyModule, type MigrationContext } from "./context.ts";
import { adviseChange } from "./field-access.ts";
import type { ImportPlan } from "./import-plan.ts";
import { eventNames, findWrapper, namesOf, wrapperFor } from "./legacy-model.ts";
import { indexKey, resolveType, resolveTypeNode } from "./resolve-types.ts";
import type { Piece } from "./text-edits.ts";

/** Writes `Message | Task` as the type that has them as its members. */
export function migrateUnion(context: MigrationContext, union: ts.UnionTypeNode): void {
  const { edits, file, done } = context;
  const members = union.types.map((member) => {
    const names = namesOf(resolveTypeNode(context, member));
    return { member, names: names.every((name) => eventNames.includes(name)) ? names : [] };
  });
  const events = members.filter(({ names }) => names.length > 0);
  const names = [...new Set(events.flatMap((each) => each.names))];
  const wrapper = names.length > 1 ? findWrapper(names) : undefined;
  const [first] = events;
  if (first === undefined || events.length < 2 || wrapper === undefined) return;
  const local = context.importType(context.facts.wrapperType(wrapper));
  const isWhole = events.length === members.length;
  const isWide = !isWhole && !edits.isOneLine(union);
  const bar = isWide ? `\n${edits.indentAt(union.types[1] ?? union)}| ` : " | ";
  const start = union.getStart(file);
  const pieces: Piece[] = isWide && file.text[start] === "|" ? ["| "] : [];
  members
    .filter((each) => each === first || !events.includes(each))
    .forEach((each, index) => {
      if (index > 0) pieces.push(bar);
      pieces.push(each === first ? local : edits.copy(each.member));
    });
  // One type needs no separate line.
  const before = isWhole ? /[=:]\s*\n\s*$/.exec(file.text.slice(0, start)) : null;
  if (before === null) edits.replaceNode(union, ...pieces);
  else edits.replace(before.index + 1, union.end, " ", ...pieces);
  for (const { member } of events) markDone(done, member);
}

function markDone(done: Set<ts.Node>, node: ts.Node): void {
  done.add(node);
  node.forEachChild((child) => markDone(done, child));
}

/** Writes the name of a type where it is used. */
export function migrateTypeName(context: MigrationContext, plan: ImportPlan, node: ts.Identifier): void {
  const { checker, edits, file, done } = context;
  const { parent } = node;
  const symbol = ts.isExportSpecifier(parent)
    ? checker.getExportSpecifierLocalTargetSymbol(parent)
    : checker.getSymbolAtLocation(node);
  const isGone = done.has(node);
  plan.noteUse(symbol, !isGone);
  if (isGone) return;
  if (ts.isQualifiedName(parent) && parent.left === node) {
    const replacement = plan.findMemberReplacement(symbol, parent.right.text);
    if (replacement !== undefined && replacement !== parent.getText(file))
      edits.replaceNode(parent, replacement);
    return;
  }
  const isTypeName =
    ts.isTypeReferenceNode(parent) || ts.isExpressionWithTypeArguments(parent) || ts.isTypeQueryNode(parent);
  const isExported =
    ts.isExportSpecifier(parent) &&
    parent.parent.parent.moduleSpecifier === undefined &&
    node === (parent.propertyName ?? parent.name);
  const replacement = isTypeName || isExported ? plan.findReplacement(symbol) : undefined;
  if (replacement === undefined || replacement === node.text) return;
  const isRenamed = ts.isExportSpecifier(parent) && parent.propertyName === undefined;
  if (isExported && /\W/.test(replacement))
    context.report(
      parent,
      `${node.text} is now one case of another type: export ${replacement} under that name`,
    );
  else edits.replaceNode(node, isRenamed ? `${replacement} as ${node.text}` : replacement);
}

/** `import("@a2a-js/sdk").Task`, `Message["kind"]`, and predicates that tell a member of a wrapper. */
export function migrateOtherType(context: MigrationContext, node: ts.Node): void {
  if (ts.isImportTypeNode(node)) migrateImportType(context, node);
  else if (ts.isIndexedAccessTypeNode(node)) migrateIndex(context, node);
  else if (ts.isTypePredicateNode(node)) migratePredicate(context, node);
}

function migrateImportType(context: MigrationContext, node: ts.ImportTypeNode): void {
  const { edits, facts } = context;
  const { argument, qualifier } = node;
  if (!ts.isLiteralTypeNode(argument) || !ts.isStringLiteral(argument.literal)) return;
  if (!isLegacyModule(argument.literal.text)) return;
  const [name, ...more] = namesOf(resolveTypeNode(context, node));
  const change = name === undefined || more.length > 0 ? undefined : facts.typeChange(name);
  if (change === undefined || qualifier === undefined) {
    context.report(node, `write this type with the types of ${facts.packageName}`);
    return;
  }
  edits.replaceString(argument.literal, facts.packageName);
  if (change.members === undefined) edits.replaceNode(qualifier, change.name);
  else edits.replaceNode(node, writeType(change, `import("${facts.packageName}").${change.name}`));
}

function migratePredicate(context: MigrationContext, node: ts.TypePredicateNode): void {
  const { checker, facts, file } = context;
  const { type, parameterName } = node;
  if (type === undefined || !ts.isIdentifier(parameterName)) return;
  const asserted = namesOf(resolveTypeNode(context, type)).filter((name) => eventNames.includes(name));
  const declared = checker.getSymbolAtLocation(parameterName)?.valueDeclaration;
  if (asserted.length !== 1 || declared === undefined) return;
  const written = ts.isParameter(declared) && declared.type ? resolveTypeNode(context, declared.type) : [];
  const wrapper = wrapperFor(
    written.length > 0 ? written : resolveType(checker, checker.getTypeAtLocation(declared)),
  );
  if (wrapper === undefined) return;
  context.report(
    node,
    `${parameterName.text} is now a ${facts.wrapperType(wrapper)}, and ${type.getText(file)} one of its members: return the member itself, or check for it where it is used`,
  );
}

function migrateIndex(context: MigrationContext, node: ts.IndexedAccessTypeNode): void {
  const { edits, facts } = context;
  const key = indexKey(node);
  if (key === undefined) return;
  const { owner, literal } = key;
  for (const name of namesOf(resolveTypeNode(context, owner))) {
    const change = facts.fieldChange(name, literal.text);
    switch (change.kind) {
      case "same":
      case "kept":
      case "version":
        break;
      case "renamed":
      case "inverted":
        edits.replaceString(literal, change.to);
        break;
      case "moved":
        edits.replaceString(literal, `${change.into}"]["${change.to}`);
        break;
      case "nested":
        edits.insert(node.end, `["${change.in}"]`);
        break;
      case "flattened":
        edits.remove(owner.end, node.end);
        break;
      case "requirements":
      case "single":
        edits.replaceString(literal, change.to);
        context.report(node, adviseChange(change, [{ owner: name, field: literal.text }]));
        break;
      case "discriminator":
      case "dropped":
      case "interface":
      case "resource":
        context.report(node, adviseChange(change, [{ owner: name, field: literal.text }]));
    }
  }
}
