import { isInheritedName, toPropertyName } from "../naming/identifiers.ts";
import { code, type Piece } from "../print/piece.ts";
import type { SchemaContext, Surroundings } from "./schema-context.ts";
import type { SchemaNode } from "./schema-node.ts";
import { type MemberType, partsOf, type TypeParts, typeText } from "./type-expression.ts";

/** Prints the declared type of a schema: an interface where it has members and nothing else. */
export function emitType(node: SchemaNode, context: SchemaContext, surroundings: Surroundings = {}): void {
  const { out, names } = context;
  const name = names.nameOf(node);
  const parts = partsOf(node, context, surroundings);
  const { members, index, others, and, unions } = parts;
  const doc = docOf([node]);
  // A title that is the name again says nothing.
  out.doc(doc.replace(/\s/g, "").toLowerCase() === name.toLowerCase() ? "" : doc);
  if (members === undefined || others.length > 0) {
    emitAlias(name, parts, context);
    return;
  }
  const restrictions = typeText({ ...parts, members: undefined, index: undefined });
  const isUnion = and.length === 0 && unions.length === 1 && (unions[0]?.length ?? 0) > 1;
  const restricting = isUnion ? code`(${restrictions})` : restrictions;
  const isAlone = and.length + unions.length === 0;
  const open = isAlone ? `export interface ${name} {` : code`export type ${name} = ${restricting} & {`;
  out.block(open, () => emitMembers(members, index, context), isAlone ? "}" : "};");
}

function emitAlias(name: string, parts: TypeParts, { out }: SchemaContext): void {
  const { others, and, unions, members, index } = parts;
  const isPlainUnion =
    others.length > 3 && and.length + unions.length === 0 && members === undefined && index === undefined;
  if (!isPlainUnion) {
    out.line(code`export type ${name} = ${typeText(parts)};`);
    return;
  }
  out.line(`export type ${name} =`);
  out.indent(() => {
    others.forEach((type, at) => {
      out.line(code`| ${type}${at === others.length - 1 ? ";" : ""}`);
    });
  });
}

function emitMembers(members: readonly MemberType[], index: Piece | undefined, { out }: SchemaContext): void {
  for (const { name, isRequired, type, nodes } of members) {
    out.doc(docOf(nodes));
    // Every object has something of these names, of which literals without the member consist.
    const isInherited = !isRequired && isInheritedName(name) && !name.startsWith("__");
    const inherited = isInherited ? ` | globalThis.Object[${JSON.stringify(name)}]` : "";
    out.line(code`${toPropertyName(name)}${isRequired ? "" : "?"}: ${type}${inherited};`);
  }
  if (index !== undefined) out.line(code`[key: string]: ${index};`);
}

/** Title and description, and the tag that editors strike names through for. */
export function docOf(nodes: readonly SchemaNode[]): string {
  const texts = nodes.flatMap(({ says }) => [
    says.title ?? "",
    says.description ?? "",
    says.deprecated === true ? "@deprecated" : "",
  ]);
  return [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== "").join("\n\n");
}
