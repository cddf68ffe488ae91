import type { ModelIndex } from "../../model/index-model.ts";
import type { MessageModel } from "../../model/model.ts";
import { toIdentifier } from "../../naming/identifiers.ts";
import { code, importValue } from "../../print/piece.ts";
import type { SourceFile } from "../../print/source-file.ts";
import { ts } from "../../print/types.ts";
import { typeNames } from "../json/names.ts";
import { moduleImport } from "../shared/module-path.ts";
import { typeReference } from "../shared/type-expression.ts";
import { aliasText, isDeprecated } from "./deprecation-text.ts";
import type { LegacyAlias } from "./legacy-alias.ts";

/** What the JSON file exports for a message that users call. */
const functions = ["decode", "parse", "encode", "stringify", "is", "codec"] as const;

/** What the legacy file exports for an alias of a message: the type first. */
export function namesOfAlias(alias: LegacyAlias): readonly string[] {
  const names = typeNames(asMessage(alias, identifierOf(alias)));
  return [identifierOf(alias), ...functions.map((name) => names[name])];
}

/**
 * Prints the type and the functions of a message under another name; bundlers drop unused ones.
 */
export function emitAlias(
  alias: LegacyAlias,
  { out, index }: { readonly out: SourceFile; readonly index: ModelIndex },
): void {
  const message = messageOf(alias);
  const own = typeNames(asMessage(alias, identifierOf(alias)));
  const current = typeNames(message);
  const from = moduleImport(alias.target.file.name, "json");
  const mark = (text: string): string => (isDeprecated(alias) ? `@deprecated ${text}` : text);
  const quote = (name: string): string => `\`${toCodeName(name)}\``;
  out.doc(mark(aliasText(alias, quote)));
  out.line(code`export type ${identifierOf(alias)} = ${typeReference(message, index)};`);
  for (const name of functions) {
    const value = importValue(current[name], from);
    out.doc(
      mark(isDeprecated(alias) ? `Use \`${current[name]}\`.` : `The later name of \`${current[name]}\`.`),
    );
    out.line(code`export const ${own[name]}${ts`: typeof ${value}`} = ${value};`);
  }
}

function messageOf(alias: LegacyAlias): MessageModel {
  const { type } = alias.target;
  if (type?.kind !== "message") throw new Error(`${alias.name} does not lead to a message`);
  return type;
}

function asMessage(alias: LegacyAlias, identifier: string): MessageModel {
  return { ...messageOf(alias), identifier };
}

function identifierOf({ name }: LegacyAlias): string {
  return toIdentifier(toCodeName(name));
}

/** Nested names as generated code has them. */
function toCodeName(name: string): string {
  return name.replaceAll(".", "_");
}
