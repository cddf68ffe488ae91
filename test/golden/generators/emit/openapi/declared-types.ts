import ts from "typescript-5.9";
import { wireForms } from "../../../../../generators/emit/types/doc-text.ts";

/** What a type says of a property. */
export interface DeclaredProperty {
  readonly optional: boolean;
  /** Without the sentence on the form of a string, which a schema says by its keywords. */
  readonly description: string;
  readonly deprecated: boolean;
}

/** A property that must not be set is undefined. */
export type DeclaredArm = Readonly<Record<string, DeclaredProperty | undefined>>;

export interface DeclaredType {
  readonly description: string;
  readonly deprecated: boolean;
  /** One for each member of a oneof, and one for none; a single one without oneofs. */
  readonly arms: readonly DeclaredArm[];
}

/** Reads the types of messages that a TypeScript text exports. */
export function readDeclaredTypes(text: string): Readonly<Record<string, DeclaredType>> {
  const source = ts.createSourceFile("types.ts", text, ts.ScriptTarget.ES2022, true);
  const types: Record<string, DeclaredType> = {};
  for (const statement of source.statements) {
    if (ts.isInterfaceDeclaration(statement)) {
      types[statement.name.text] = { ...docOf(statement), arms: [readMembers(statement.members)] };
    }
    if (ts.isTypeAliasDeclaration(statement) && !isEnum(statement.type)) {
      types[statement.name.text] = { ...docOf(statement), arms: readArms(statement.type) };
    }
  }
  return types;
}

/** The type of an enum is made of its const object; that of an open one is a number too. */
function isEnum(node: ts.TypeNode): boolean {
  return ts.isUnionTypeNode(node) ? node.types.some(isEnum) : ts.isIndexedAccessTypeNode(node);
}

function readArms(node: ts.TypeNode): readonly DeclaredArm[] {
  if (ts.isParenthesizedTypeNode(node)) return readArms(node.type);
  if (ts.isTypeLiteralNode(node)) return [readMembers(node.members)];
  if (ts.isUnionTypeNode(node)) return node.types.flatMap(readArms);
  if (ts.isIntersectionTypeNode(node)) {
    return node.types
      .map(readArms)
      .reduce((left, right) => left.flatMap((a) => right.map((b) => ({ ...a, ...b }))));
  }
  throw new Error(`expected an object, a union or an intersection, got ${node.getText()}`);
}

function readMembers(members: ts.NodeArray<ts.TypeElement>): DeclaredArm {
  return Object.fromEntries(
    members.filter(ts.isPropertySignature).map((member) => {
      const name = ts.isStringLiteral(member.name) ? member.name.text : member.name.getText();
      if (member.type?.kind === ts.SyntaxKind.NeverKeyword) return [name, undefined];
      const { description, deprecated } = docOf(member);
      const optional = member.questionToken !== undefined;
      return [name, { optional, description: withoutWireForm(description), deprecated }];
    }),
  );
}

/** The sentence begins the last paragraph. */
function withoutWireForm(description: string): string {
  const paragraphs = description.split("\n\n");
  const last = paragraphs.pop() ?? "";
  const form = [...wireForms.values()].find(({ text }) => last.startsWith(text));
  return [...paragraphs, last.slice(form?.text.length ?? 0).trimStart()].join("\n\n").trimEnd();
}

function docOf(node: ts.HasJSDoc): { readonly description: string; readonly deprecated: boolean } {
  const [doc] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  return {
    description: ts.getTextOfJSDocComment(doc?.comment) ?? "",
    deprecated: ts.getJSDocDeprecatedTag(node) !== undefined,
  };
}
