import type { ts } from "ts-morph";
import type { ResourceName } from "../../generators/translate/version.ts";
import type { Fate, NameSource } from "./fate.ts";
import { nameOfProperty } from "./legacy-questions.ts";
import type { MigrationContext } from "./migration-context.ts";
import { skipOuter } from "./skip-outer.ts";
import type { Piece } from "./text-edits.ts";

type NameFate = Extract<Fate, { kind: "resource" }>;

/** `"tasks/{task_id}"`, as people write it. */
export function describeName({ before, parts }: ResourceName): string {
  return JSON.stringify(before.map((text, index) => `${text}{${parts[index] ?? ""}}`).join(""));
}

/** `params.id` -> `params.name.split("/")[1]`. */
export function readNamePart(
  context: MigrationContext,
  access: ts.PropertyAccessExpression,
  { fate, isTarget }: { readonly fate: NameFate; readonly isTarget: boolean },
): void {
  const { ts, edits, file, isChecked } = context;
  const { to, resource, index } = fate;
  if (isTarget) {
    context.report(access.name, `${access.name.text} is a part of ${to} now, ${describeName(resource)}`);
    return;
  }
  const segment =
    resource.before
      .slice(0, index + 1)
      .join("")
      .split("/").length - 1;
  edits.replace(access.name.getStart(file), access.name.end, `${to}.split("/")[${segment}]`);
  // Names have all of their parts; the compiler does not know.
  if (!isChecked || ts.isTemplateSpan(access.parent)) return;
  edits.insert(access.getStart(file), "(");
  edits.insert(access.end, ' ?? "")');
}

interface NameInput {
  readonly literal: ts.ObjectLiteralExpression;
  readonly property: ts.ObjectLiteralElementLike;
  readonly fate: NameFate;
}

/** Writes the name in place of the first field that is a part of it, and takes out the others. */
export function writeName(
  context: MigrationContext,
  { literal, property, fate }: NameInput,
  gone: Set<ts.Node>,
): void {
  const { edits, file } = context;
  const others = literal.properties.filter((each) => {
    const name = nameOfProperty(context, each);
    return fate.sources.some(({ path }) => path.length === 1 && path[0] === name);
  });
  if (others[0] !== property) {
    if (others.length > 0) gone.add(property);
    return;
  }
  const parts = fate.sources.map((source) => partOf(context, literal, source));
  if (parts.some((part) => part === undefined)) {
    const name = nameOfProperty(context, property) ?? "";
    context.report(
      property,
      `${name} is a part of ${fate.to} now: write ${fate.to}: ${describeName(fate.resource)}`,
    );
    return;
  }
  const isPlain = parts.every((part) => typeof part === "string");
  const { before } = fate.resource;
  const value: Piece[] = isPlain
    ? [JSON.stringify(before.map((text, index) => text + String(parts[index])).join(""))]
    : [
        "`",
        ...before.flatMap((text, index): Piece[] => {
          const part = parts[index] ?? [];
          return typeof part === "string"
            ? [text + part.replace(/[`\\]|\$(?=\{)/g, "\\$&")]
            : [text, "${", ...part, "}"];
        }),
        "`",
      ];
  edits.replace(property.getStart(file), property.end, `${fate.to}: `, ...value);
}

/** What a part of the name is: text, or an expression. */
function partOf(
  context: MigrationContext,
  literal: ts.ObjectLiteralExpression,
  { path, absent }: NameSource,
): string | readonly Piece[] | undefined {
  const { ts, file } = context;
  const fallback = absent === undefined ? undefined : partOf(context, literal, { path: [absent] });
  const [first = "", ...rest] = path;
  const property = literal.properties.find((each) => nameOfProperty(context, each) === first);
  if (property === undefined) {
    const isWhole = literal.properties.every((each) => nameOfProperty(context, each) !== undefined);
    return isWhole ? fallback : undefined;
  }
  const value = valueIn(context, property);
  if (value === undefined) return undefined;
  const inner = skipOuter(context, value);
  if (rest.length === 0) {
    if (ts.isStringLiteralLike(inner)) return inner.text;
    return [{ from: value.getStart(file), to: value.end }];
  }
  if (ts.isObjectLiteralExpression(inner))
    return (
      partOf(context, inner, { path: rest }) ?? (hasField(context, inner, rest[0]) ? undefined : fallback)
    );
  if (!ts.isIdentifier(inner) && !ts.isPropertyAccessExpression(inner)) return undefined;
  const read: Piece[] = [{ from: inner.getStart(file), to: inner.end }, `.${rest.join(".")}`];
  if (fallback === undefined) return read;
  return [...read, " ?? ", ...(typeof fallback === "string" ? [JSON.stringify(fallback)] : fallback)];
}

function hasField(context: MigrationContext, literal: ts.ObjectLiteralExpression, name = ""): boolean {
  return literal.properties.some((each) => {
    const own = nameOfProperty(context, each);
    return own === undefined || own === name;
  });
}

function valueIn({ ts }: MigrationContext, property: ts.ObjectLiteralElementLike): ts.Expression | undefined {
  if (ts.isShorthandPropertyAssignment(property)) return property.name;
  return ts.isPropertyAssignment(property) ? property.initializer : undefined;
}
