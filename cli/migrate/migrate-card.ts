import type { ts } from "ts-morph";
import type { InterfacesPlan } from "../../generators/translate/plan.ts";
import { nameOfProperty, typeOfLiteral } from "./legacy-questions.ts";
import { indentOf, indentUnit, isOneLine } from "./line-layout.ts";
import type { MigrationContext } from "./migration-context.ts";
import type { Piece } from "./text-edits.ts";

/** Makes one list of the interfaces of a card, and moves what is in another object now. */
export function migrateCard(
  context: MigrationContext,
  card: ts.ObjectLiteralExpression,
  gone: Set<ts.Node>,
): void {
  const { facts } = context;
  const properties = new Map(
    card.properties.flatMap((property) => {
      const name = nameOfProperty(context, property);
      return name === undefined ? [] : [[name, property] as const];
    }),
  );
  for (const [name, property] of properties) {
    const fate = facts.fate(facts.card, name);
    if (fate.kind === "moved")
      moveInto(context, { property, target: properties.get(fate.into), ...fate }, gone);
  }
  const plan = facts.interfaces;
  if (plan === undefined) return;
  const url = properties.get(plan.older.url ?? "");
  if (url !== undefined || properties.has(plan.older.version ?? "")) {
    context.report(
      url ?? card,
      `this card is one of ${facts.title} now: to go on serving clients of 0.3 as well, serve it with createHostFamily of @a2agen/runtime/server, which adds what they need`,
    );
  }
  if (plan.newer.all !== undefined && plan.newer.url === undefined) {
    const isPartial = card.properties.length > properties.size;
    listInterfaces(context, { properties, plan, interfaces: plan.newer.all, isPartial }, gone);
  }
}

interface Move {
  readonly property: ts.ObjectLiteralElementLike;
  readonly target: ts.ObjectLiteralElementLike | undefined;
  readonly into: string;
  readonly to: string;
}

function moveInto(context: MigrationContext, { property, target, into, to }: Move, gone: Set<ts.Node>): void {
  const { ts, file, edits } = context;
  const object =
    target !== undefined &&
    ts.isPropertyAssignment(target) &&
    ts.isObjectLiteralExpression(target.initializer)
      ? target.initializer
      : undefined;
  const value = ts.isPropertyAssignment(property) ? property.initializer : undefined;
  if (object === undefined || value === undefined) {
    context.report(property, `it is ${into}.${to} now`);
    return;
  }
  gone.add(property);
  const moved: Piece[] = [`${to}: `, { from: value.getStart(file), to: value.end }];
  const last = object.properties.at(-1);
  if (last === undefined) {
    edits.replace(object.getStart(file), object.end, "{ ", ...moved, " }");
  } else if (losesAll(context, object)) {
    const open = object.getStart(file) + 1;
    edits.replace(open, open, ...moved);
  } else if (isOneLine(file, object.getStart(file), object.end)) {
    edits.replace(last.end, last.end, ", ", ...moved);
  } else {
    edits.replace(last.end, last.end, `,\n${indentOf(file, last.getStart(file))}`, ...moved);
  }
}

/** Whether no property of an object is left once those that were removed from its type are gone. */
function losesAll(context: MigrationContext, object: ts.ObjectLiteralExpression): boolean {
  const definition = typeOfLiteral(context, object)?.definition;
  if (definition === undefined) return false;
  return object.properties.every((property) => {
    const name = nameOfProperty(context, property);
    return name !== undefined && context.facts.fate(definition, name).kind === "dropped";
  });
}

interface Interfaces {
  readonly properties: ReadonlyMap<string, ts.ObjectLiteralElementLike>;
  readonly plan: InterfacesPlan;
  /** The field of the list. */
  readonly interfaces: string;
  readonly isPartial: boolean;
}

function listInterfaces(
  context: MigrationContext,
  { properties, plan, interfaces, isPartial }: Interfaces,
  gone: Set<ts.Node>,
): void {
  const { ts, file, facts, edits, done } = context;
  const valueOfField = (name: string): ts.Expression | undefined => {
    const property = properties.get(name);
    if (property === undefined) return undefined;
    if (ts.isShorthandPropertyAssignment(property)) return property.name;
    return ts.isPropertyAssignment(property) ? property.initializer : undefined;
  };
  const { older, newer, binding } = plan;
  const url = valueOfField(older.url ?? "");
  const urlProperty = properties.get(older.url ?? "");
  const transport = valueOfField(older.preferred ?? "");
  const othersName = older.others ?? "";
  const additional = valueOfField(othersName);
  const named = [older.preferred, older.others, older.version].flatMap(
    (name) => properties.get(name ?? "") ?? [],
  );
  const { element } = newer;
  if (url === undefined || urlProperty === undefined) {
    for (const property of named) {
      context.report(
        property,
        `${property.name?.getText(file) ?? ""} is part of ${interfaces} now: write { ${Object.values(element).join(", ")} }`,
      );
    }
    return;
  }
  const others =
    additional !== undefined && ts.isArrayLiteralExpression(additional) ? additional.elements : undefined;
  if (
    additional !== undefined &&
    (others === undefined || !others.every((each) => ts.isObjectLiteralExpression(each)))
  ) {
    const property = properties.get(othersName);
    if (property !== undefined)
      context.report(
        property,
        `the interfaces are elements of ${interfaces} now, each with a ${element.version}: add them there`,
      );
  } else {
    const property = properties.get(othersName);
    if (property !== undefined) gone.add(property);
  }
  if (isPartial && transport === undefined) {
    context.report(
      urlProperty,
      `look at what the card takes from elsewhere: ${older.url}, ${older.preferred} and ${older.others} are elements of ${interfaces} now`,
    );
  }
  const version = `${element.version}: ${JSON.stringify(facts.protocolVersion)}`;
  const bindingOf = (value: ts.Expression | undefined): Piece =>
    value === undefined ? JSON.stringify(binding) : { from: value.getStart(file), to: value.end };
  const main: Piece[] = [
    `{ ${element.url}: `,
    { from: url.getStart(file), to: url.end },
    `, ${element.binding}: `,
    bindingOf(transport),
    `, ${version} }`,
  ];
  const key = `${url.getText(file)} ${transport?.getText(file) ?? JSON.stringify(binding)}`;
  const rows: Piece[][] = [main];
  for (const other of others ?? []) {
    if (!ts.isObjectLiteralExpression(other)) continue;
    const fields = new Map(
      other.properties.flatMap((property) =>
        ts.isPropertyAssignment(property)
          ? [[nameOfProperty(context, property), property.initializer] as const]
          : [],
      ),
    );
    // The main interface may be among the others, as 0.3 advises.
    if (
      `${fields.get(older.element.url)?.getText(file) ?? ""} ${fields.get(older.element.binding)?.getText(file) ?? ""}` ===
      key
    )
      continue;
    const last = other.properties.at(-1);
    if (last === undefined) continue;
    // Comments behind the last one.
    const tail = file.text
      .slice(last.end, other.end - 1)
      .replace(/^\s*,/, "")
      .trimEnd();
    const isWideRow = !isOneLine(file, other.getStart(file), other.end);
    rows.push([
      { from: other.getStart(file), to: last.end },
      isWideRow
        ? `,${tail}\n${indentOf(file, last.getStart(file))}${version},\n${indentOf(file, other.end)}}`
        : `, ${version} }`,
    ]);
  }
  for (const name of [older.preferred, older.version]) {
    const property = properties.get(name ?? "");
    if (property !== undefined) gone.add(property);
  }
  const indent = indentOf(file, urlProperty.getStart(file));
  const unit = indentUnit(file);
  const isWide = rows.length > 1;
  const before = isWide ? `${interfaces}: [\n${indent}${unit}` : `${interfaces}: [`;
  const between = `,\n${indent}${unit}`;
  const after = isWide ? `,\n${indent}]` : "]";
  edits.replace(
    urlProperty.getStart(file),
    urlProperty.end,
    before,
    ...rows.flatMap((row, index) => (index === 0 ? row : [between, ...row])),
    after,
  );
  done.add(urlProperty);
}
