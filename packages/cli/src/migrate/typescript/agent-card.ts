import type { InterfacesPlan } from "@a2agen/generators/translate/plan.ts";
import { ts } from "ts-morph";
import type { FieldChange } from "./changes.ts";
import type { MigrationContext } from "./context.ts";
import { propertyName, propertyValue } from "./expressions.ts";
import { findLiteralType } from "./resolve-types.ts";
import type { Piece } from "./text-edits.ts";

type Property = ts.ObjectLiteralElementLike;

/** Makes one list of the interfaces of a card, and moves the fields that are in another object now. */
export function migrateCard(
  context: MigrationContext,
  card: ts.ObjectLiteralExpression,
  gone: Set<ts.Node>,
): void {
  const { facts, file } = context;
  const properties = new Map<string | undefined, Property>();
  for (const property of card.properties) {
    const name = propertyName(property);
    if (name !== undefined) properties.set(name, property);
  }
  for (const [name = "", property] of properties) {
    const change = facts.fieldChange(facts.card, name);
    if (change.kind === "moved")
      moveInto(context, { property, target: properties.get(change.into), change }, gone);
  }
  const { interfaces: plan } = facts;
  if (plan === undefined) return;
  const url = properties.get(plan.older.url);
  if (url !== undefined || properties.has(plan.older.version)) {
    const others = [plan.older.preferred, plan.older.others].map((name) => properties.get(name));
    const alsoOver = namedIn(others, file);
    const more =
      alsoOver.length === 0
        ? ""
        : `. For those that call it over ${alsoOver.join(" or ")} give the family the translation of the proto of 0.3 too (docs/versions.md)`;
    context.report(
      url ?? card,
      `this is now a card of ${facts.title}: to keep serving clients of 0.3, serve it with createHostFamily of @a2agen/runtime/server, which adds the fields that they need${more}`,
    );
  }
  if (plan.newer.all !== undefined && plan.newer.url === undefined) {
    const isPartial = card.properties.length > properties.size;
    listInterfaces(context, { properties, plan, list: plan.newer.all, isPartial }, gone);
  }
}

const allBindings = ["HTTP+JSON", "GRPC"] as const;

/** The bindings other than JSON-RPC that are named in some properties. */
function namedIn(properties: readonly (Property | undefined)[], file: ts.SourceFile): readonly string[] {
  const text = properties.map((property) => property?.getText(file) ?? "").join();
  return allBindings.filter((binding) =>
    [`"${binding}"`, `'${binding}'`].some((each) => text.includes(each)),
  );
}

interface Move {
  readonly property: Property;
  readonly target: Property | undefined;
  readonly change: Extract<FieldChange, { kind: "moved" }>;
}

function moveInto(context: MigrationContext, { property, target, change }: Move, gone: Set<ts.Node>): void {
  const { file, edits } = context;
  const { into, to } = change;
  const object = target !== undefined && ts.isPropertyAssignment(target) ? target.initializer : undefined;
  const value = ts.isPropertyAssignment(property) ? property.initializer : undefined;
  if (object === undefined || !ts.isObjectLiteralExpression(object) || value === undefined) {
    context.report(property, `this is now ${into}.${to}`);
    return;
  }
  gone.add(property);
  const moved: Piece[] = [`${to}: `, edits.copy(value)];
  const last = object.properties.at(-1);
  if (last === undefined) {
    edits.replaceNode(object, "{ ", ...moved, " }");
  } else if (losesAll(context, object)) {
    const open = object.getStart(file) + 1;
    edits.replace(open, open, ...moved);
  } else {
    const space = edits.isOneLine(object) ? " " : `\n${edits.indentAt(last)}`;
    edits.replace(last.end, last.end, `,${space}`, ...moved);
  }
}

/** True if all properties of an object are removed, since its type lost them. */
function losesAll(context: MigrationContext, object: ts.ObjectLiteralExpression): boolean {
  const definition = findLiteralType(context, object);
  if (definition === undefined) return false;
  return object.properties.every((property) => {
    const name = propertyName(property);
    return name !== undefined && context.facts.fieldChange(definition, name).kind === "dropped";
  });
}

interface Interfaces {
  readonly properties: ReadonlyMap<string | undefined, Property>;
  readonly plan: InterfacesPlan;
  /** The field of the list. */
  readonly list: string;
  /** True if the card has properties that are not written here. */
  readonly isPartial: boolean;
}

/** Writes the list of the interfaces in place of the URL, and takes out the other fields. */
function listInterfaces(context: MigrationContext, input: Interfaces, gone: Set<ts.Node>): void {
  const { file, facts, edits, done } = context;
  const { properties, plan, list, isPartial } = input;
  const { older, newer, binding } = plan;
  const { element } = newer;
  const [main, preferred, others, version] = [older.url, older.preferred, older.others, older.version].map(
    (name) => properties.get(name),
  );
  const url = propertyValue(main);
  if (main === undefined || url === undefined) {
    const fields = Object.values(element).join(", ");
    for (const property of [preferred, others, version])
      if (property !== undefined)
        context.report(property, `${propertyName(property)} is now part of ${list}: write { ${fields} }`);
    return;
  }
  const additional = propertyValue(others);
  const elements =
    additional && ts.isArrayLiteralExpression(additional) ? [...additional.elements] : undefined;
  const isKnown = additional === undefined || elements?.every(ts.isObjectLiteralExpression) === true;
  if (others !== undefined && !isKnown) {
    context.report(
      others,
      `interfaces are now elements of ${list}, each with a ${element.version}: add them there`,
    );
  }
  const transport = propertyValue(preferred);
  if (isPartial && transport === undefined) {
    context.report(
      main,
      `check the properties that the card takes from elsewhere: ${older.url}, ${older.preferred} and ${older.others} are now elements of ${list}`,
    );
  }
  for (const property of [isKnown ? others : undefined, preferred, version])
    if (property !== undefined) gone.add(property);
  const versionText = `${element.version}: ${JSON.stringify(facts.protocolVersion)}`;
  const bindingPiece = transport === undefined ? JSON.stringify(binding) : edits.copy(transport);
  const rows: Piece[][] = [
    [`{ ${element.url}: `, edits.copy(url), `, ${element.binding}: `, bindingPiece, `, ${versionText} }`],
  ];
  const address = `${url.getText(file)} ${transport?.getText(file) ?? JSON.stringify(binding)}`;
  for (const other of elements?.filter(ts.isObjectLiteralExpression) ?? []) {
    const last = other.properties.at(-1);
    // The main interface may be among the others, as 0.3 advises.
    if (last === undefined || readAddress(other, older.element) === address) continue;
    const start = { from: other.getStart(file), to: last.end };
    rows.push([start, endRow(context, other, { last, versionText })]);
  }
  const indent = edits.indentAt(main);
  const line = `\n${indent}${edits.indentUnit}`;
  const [before, after] = rows.length > 1 ? [`${list}: [${line}`, `,\n${indent}]`] : [`${list}: [`, "]"];
  const between = rows.flatMap((row, index) => (index === 0 ? row : [`,${line}`, ...row]));
  edits.replaceNode(main, before, ...between, after);
  done.add(main);
}

/** The URL and the binding of an interface, as they are written. */
function readAddress(
  { properties }: ts.ObjectLiteralExpression,
  { url, binding }: InterfacesPlan["older"]["element"],
): string {
  return [url, binding]
    .map((name) => {
      const property = properties.filter(ts.isPropertyAssignment).find((each) => propertyName(each) === name);
      return property?.initializer.getText() ?? "";
    })
    .join(" ");
}

/** The end of an interface: the version after its last property, and the comments that follow. */
function endRow(
  { file, edits }: MigrationContext,
  row: ts.ObjectLiteralExpression,
  { last, versionText }: { readonly last: Property; readonly versionText: string },
): string {
  if (edits.isOneLine(row)) return `, ${versionText} }`;
  const tail = file.text
    .slice(last.end, row.end - 1)
    .replace(/^\s*,/, "")
    .trimEnd();
  return `,${tail}\n${edits.indentAt(last)}${versionText},\n${edits.indentAt(row.end)}}`;
}
