import type { ts as tsTypes } from "ts-morph";
import type { ImportAdder } from "./add-imports.ts";
import { type FileStyle, quoted } from "./file-style.ts";
import { type GeneratedMethod, type ProjectProgram, resolveAlias } from "./generated-code.ts";

/** Where names come from in the file that a stub is written to. */
export interface StubContext {
  readonly program: ProjectProgram;
  readonly imports: ImportAdder;
  readonly style: FileStyle;
}

/** A method that refuses every call, as lines without indentation; `end` stands after it. */
export function writeStub(
  method: GeneratedMethod,
  { program, imports, style }: StubContext,
  end = "",
): readonly string[] {
  const { written, name, kind, request, response, comment } = method;
  const error = imports.nameFor({ name: "CallError", isType: false, from: "@a2agen/runtime/service" });
  const input = typeText(program, request, imports);
  const output = typeText(program, response, imports);
  const takesStream = kind === "client" || kind === "bidi";
  const givesStream = kind === "server" || kind === "bidi";
  const parameter = takesStream ? `_requests: AsyncIterable<${input}>` : `_request: ${input}`;
  const result = givesStream ? `AsyncGenerator<${output}>` : `Promise<${output}>`;
  const status = quoted("UNIMPLEMENTED", style);
  const message = quoted(`${name} is not implemented yet`, style);
  return [
    ...(comment === "" ? [] : comment.split(/\r?\n/).map((line) => line.replace(/^\s+\*/, " *"))),
    `async ${givesStream ? "*" : ""}${written}(${parameter}): ${result} {`,
    `${style.indent}throw new ${error}(${status}, ${message})${style.semicolon}`,
    `}${end}`,
  ];
}

/** A type of a generated file, with the names of the file that it is written to. */
function typeText(program: ProjectProgram, type: tsTypes.TypeNode, imports: ImportAdder): string {
  const { ts, checker } = program;
  const file = type.getSourceFile();
  const edits: { readonly start: number; readonly end: number; readonly text: string }[] = [];
  const visit = (node: tsTypes.Node): void => {
    if (!ts.isTypeReferenceNode(node)) {
      node.forEachChild(visit);
      return;
    }
    node.typeArguments?.forEach(visit);
    if (!ts.isIdentifier(node.typeName)) return;
    const { text: name } = node.typeName;
    const from = originOf(name, node.typeName);
    if (from === undefined) return;
    edits.push({
      start: node.typeName.getStart(file),
      end: node.typeName.end,
      text: imports.nameFor({ ...from, isType: true }),
    });
  };
  visit(type);
  let text = file.text.slice(type.getStart(file), type.end);
  for (const edit of edits.sort((a, b) => b.start - a.start)) {
    const at = type.getStart(file);
    text = text.slice(0, edit.start - at) + edit.text + text.slice(edit.end - at);
  }
  return text;

  /** The file or the package that has a name; undefined for what every file sees. */
  function originOf(
    name: string,
    node: tsTypes.Node,
  ): { readonly name: string; readonly from: string | tsTypes.SourceFile } | undefined {
    for (const statement of file.statements) {
      if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
      const bindings = statement.importClause?.namedBindings;
      if (bindings === undefined || !ts.isNamedImports(bindings)) continue;
      const specifier = bindings.elements.find((each) => each.name.text === name);
      if (specifier === undefined) continue;
      const imported = (specifier.propertyName ?? specifier.name).text;
      const module = statement.moduleSpecifier.text;
      if (!module.startsWith(".")) return { name: imported, from: module };
      const target = checker.getSymbolAtLocation(statement.moduleSpecifier);
      const source = target?.declarations?.find(ts.isSourceFile);
      return source === undefined ? undefined : { name: imported, from: source };
    }
    const declared = resolveAlias(program, checker.getSymbolAtLocation(node))?.declarations;
    return declared?.some((each) => each.getSourceFile() === file) === true
      ? { name, from: file }
      : undefined;
  }
}
