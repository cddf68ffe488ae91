import type { ModelIndex } from "../../model/index-model.ts";
import type { RenamingKind } from "../../model/legacy-manifest.ts";
import { toPropertyName } from "../../naming/identifiers.ts";
import { lastName } from "../../naming/last-name.ts";
import { code, join, type Piece } from "../../print/piece.ts";
import type { SourceFile } from "../../print/source-file.ts";
import { ts } from "../../print/types.ts";
import { typeReference } from "../shared/type-expression.ts";
import { aliasText, isDeprecated } from "./deprecation-text.ts";
import type { LegacyAlias } from "./legacy-alias.ts";

/** A table of names that only travel, of one kind. */
export interface LegacyTable {
  readonly kind: Exclude<RenamingKind, "message">;
  /** What the file exports for it. */
  readonly names: readonly string[];
  readonly aliases: readonly LegacyAlias[];
}

const tables: Readonly<
  Record<LegacyTable["kind"], { readonly value: string; readonly type?: string; readonly doc: string }>
> = {
  field: {
    value: "legacyFieldNames",
    doc: "Properties under their earlier names, and what they are called now; both as Type.property.",
  },
  enumValue: {
    value: "legacyEnumValues",
    doc: "Earlier spellings of enum values, and how they are spelled now.",
  },
  jsonRpcMethod: {
    value: "legacyMethodNames",
    type: "LegacyMethodName",
    doc: "JSON-RPC methods under their earlier names, and what they are called now.",
  },
  endpoint: {
    value: "legacyEndpoints",
    doc: "Endpoints that methods had earlier, and those that they have now.",
  },
  header: { value: "legacyHeaders", doc: "Headers under their earlier names, and what they are called now." },
  wellKnownPath: {
    value: "legacyWellKnownPaths",
    doc: "Paths that documents had earlier, and where they are now.",
  },
};

/** The tables of those kinds of which there are names. */
export function listTables(aliases: readonly LegacyAlias[]): readonly LegacyTable[] {
  return tableKinds.flatMap((kind) => {
    const own = aliases.filter(({ entry }) => entry.kind === kind);
    const { value, type } = tables[kind];
    return own.length === 0
      ? []
      : [{ kind, names: [value, ...(type === undefined ? [] : [type])], aliases: own }];
  });
}

const tableKinds = ["jsonRpcMethod", "endpoint", "header", "wellKnownPath", "field", "enumValue"] as const;

interface TableContext {
  readonly out: SourceFile;
  readonly index: ModelIndex;
}

/** Prints a table as a const whose properties editors strike through. */
export function emitTable({ kind, aliases }: LegacyTable, context: TableContext): void {
  const { out } = context;
  const { value, type, doc } = tables[kind];
  out.doc(doc);
  if (kind === "enumValue") {
    emitValues(value, aliases, context);
    return;
  }
  out.block(
    `export const ${value} = {`,
    () => {
      for (const alias of aliases) emitRow(out, alias, { from: alias.name, to: alias.target.name });
    },
    code`}${ts` as const`};`,
  );
  if (type === undefined) return;
  out.doc(`A key of \`${value}\`.`);
  out.line(`export type ${type} = keyof typeof ${value};`);
}

/** Values are looked up by their enum; the compiler checks that they are values of it. */
function emitValues(value: string, aliases: readonly LegacyAlias[], { out, index }: TableContext): void {
  const byEnum = new Map<string, { readonly type: Piece; readonly aliases: LegacyAlias[] }>();
  for (const alias of aliases) {
    const { type } = alias.target;
    if (type?.kind !== "enum") throw new Error(`${alias.name} does not lead to an enum value`);
    const group = byEnum.get(type.identifier);
    if (group !== undefined) group.aliases.push(alias);
    else byEnum.set(type.identifier, { type: typeReference(type, index), aliases: [alias] });
  }
  const shape = [...byEnum].map(
    ([name, { type }]) => code`readonly ${name}: Readonly<Record<string, ${type}>>`,
  );
  out.block(
    `export const ${value} = {`,
    () => {
      for (const [name, group] of byEnum) {
        out.block(
          `${name}: {`,
          () => {
            for (const alias of group.aliases) {
              emitRow(out, alias, { from: lastName(alias.name), to: lastName(alias.target.name) });
            }
          },
          "},",
        );
      }
    },
    code`}${ts` as const satisfies { ${join(shape, "; ")} }`};`,
  );
}

function emitRow(
  out: SourceFile,
  alias: LegacyAlias,
  { from, to }: { readonly from: string; readonly to: string },
): void {
  const text = aliasText(alias, (name) => `\`${name}\``);
  out.doc(isDeprecated(alias) ? `@deprecated ${text}` : text);
  out.line(`${toPropertyName(from)}: ${JSON.stringify(to)},`);
}
