import type { ts } from "ts-morph";
import type { ImportPlan } from "./import-plan.ts";
import { nodeOfTypeNode, wrapperFor } from "./legacy-questions.ts";
import { eventNames, namesOf } from "./legacy-schema.ts";
import { isLegacyModule, type MigrationContext } from "./migration-context.ts";
import { wrapperOf, wrapperType } from "./migration-facts.ts";
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
  const local = context.importType(wrapperType(wrapper));
  const pieces: Piece[] = [];
  for (const { member, names: its } of members) {
    if (its.length > 0 && member !== events[0]?.member) continue;
    if (pieces.length > 0) pieces.push(" | ");
    pieces.push(its.length > 0 ? local : { from: member.getStart(file), to: member.end });
  }
  edits.replace(union.getStart(file), union.end, ...pieces);
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
    if (fate === undefined || fate.members !== undefined || node.qualifier === undefined) {
      context.report(node, "write this type with those of the target");
      return;
    }
    const { literal } = node.argument;
    edits.replace(literal.getStart(file) + 1, literal.end - 1, facts.packageName);
    edits.replace(node.qualifier.getStart(file), node.qualifier.end, fate.name);
  } else if (
    ts.isIndexedAccessTypeNode(node) &&
    ts.isLiteralTypeNode(node.indexType) &&
    ts.isStringLiteral(node.indexType.literal)
  ) {
    const names = namesOf(nodeOfTypeNode(context, node.objectType) ?? {});
    const field = node.indexType.literal.text;
    for (const name of names) {
      const fate = facts.fate(name, field);
      if (fate.kind === "renamed")
        edits.replace(node.indexType.literal.getStart(file) + 1, node.indexType.literal.end - 1, fate.to);
      else if (fate.kind !== "same")
        context.report(node, `${field} is no field of ${name} any more, or one of another form`);
    }
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
        `what is given is a ${wrapperType(wrapperFor(given2) ?? "event")} now, and ${node.type.getText(file)} one of its members: return the member itself, or ask for it where it is used`,
      );
    }
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
