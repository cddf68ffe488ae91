import type { ResourceName } from "@a2agen/generators/translate/version.ts";
import { ts } from "ts-morph";
import type { FieldChange, NameSource } from "./changes.ts";
import type { MigrationContext } from "./context.ts";
import { propertyName, propertyValue, skipOuter } from "./expressions.ts";
import type { Piece } from "./text-edits.ts";

type NameChange = Extract<FieldChange, { kind: "resource" }>;

/** The pattern of a name: `"tasks/{task_id}"`. */
export function describeName({ before, parts }: ResourceName): string {
  return JSON.stringify(before.map((text, index) => `${text}{${parts[index] ?? ""}}`).join(""));
}

/** `params.id` -> `params.name.split("/")[1]`. */
export function readNamePart(
  context: MigrationContext,
  access: ts.PropertyAccessExpression,
  { to, resource, index }: NameChange,
): void {
  const { edits, isChecked } = context;
  const before = resource.before.slice(0, index + 1).join("");
  const segment = before.split("/").length - 1;
  edits.replaceNode(access.name, `${to}.split("/")[${segment}]`);
  // Names have all of their parts; the compiler does not know.
  if (!isChecked || ts.isTemplateSpan(access.parent)) return;
  edits.insertAround(access, "(", ' ?? "")');
}

interface NameInput {
  readonly literal: ts.ObjectLiteralExpression;
  readonly property: ts.ObjectLiteralElementLike;
  readonly change: NameChange;
}

/** A part of a name: text, or an expression. */
type NamePart = string | readonly Piece[];

/** Writes the name in place of the first field that is a part of it, and takes out the others. */
export function writeName(
  context: MigrationContext,
  { literal, property, change }: NameInput,
  gone: Set<ts.Node>,
): void {
  const { edits } = context;
  const others = literal.properties.filter((each) => {
    const name = propertyName(each);
    return change.sources.some(({ path }) => path.length === 1 && path[0] === name);
  });
  if (others[0] !== property) {
    if (others.length > 0) gone.add(property);
    return;
  }
  const parts = change.sources.flatMap((source) => {
    const part = readPart(context, literal, source);
    return part === undefined ? [] : [part];
  });
  const { to, resource } = change;
  if (parts.length < change.sources.length) {
    const name = propertyName(property) ?? "";
    context.report(property, `${name} is now part of ${to}: write ${to}: ${describeName(resource)}`);
    return;
  }
  edits.replaceNode(property, `${to}: `, ...writeParts(resource, parts));
}

/** A string, or a template if a part is an expression. */
function writeParts({ before }: ResourceName, parts: readonly NamePart[]): readonly Piece[] {
  if (parts.every((part) => typeof part === "string"))
    return [JSON.stringify(before.map((text, index) => text + (parts[index] ?? "")).join(""))];
  const pieces = before.flatMap((text, index): readonly Piece[] => {
    const part = parts[index] ?? [];
    if (typeof part !== "string") return [text, "${", ...part, "}"];
    return [text + part.replace(/[`\\]|\$(?=\{)/g, "\\$&")];
  });
  return ["`", ...pieces, "`"];
}

function readPart(
  context: MigrationContext,
  literal: ts.ObjectLiteralExpression,
  { path, absent }: NameSource,
): NamePart | undefined {
  const { edits } = context;
  const fallback = absent === undefined ? undefined : readPart(context, literal, { path: [absent] });
  const [first = "", ...rest] = path;
  const property = literal.properties.find((each) => propertyName(each) === first);
  if (property === undefined) return mayHave(literal) ? undefined : fallback;
  const value = propertyValue(property);
  if (value === undefined) return undefined;
  const inner = skipOuter(value);
  if (rest.length === 0) return ts.isStringLiteralLike(inner) ? inner.text : [edits.copy(value)];
  if (ts.isObjectLiteralExpression(inner)) {
    const part = readPart(context, inner, { path: rest });
    return part ?? (mayHave(inner, rest[0]) ? undefined : fallback);
  }
  if (!ts.isIdentifier(inner) && !ts.isPropertyAccessExpression(inner)) return undefined;
  const read: Piece[] = [edits.copy(inner), `.${rest.join(".")}`];
  if (fallback === undefined) return read;
  return [...read, " ?? ", ...(typeof fallback === "string" ? [JSON.stringify(fallback)] : fallback)];
}

/** True if the literal has the property, or one whose name is not written here. */
function mayHave({ properties }: ts.ObjectLiteralExpression, name?: string): boolean {
  return properties.some((each) => [undefined, name].includes(propertyName(each)));
}
