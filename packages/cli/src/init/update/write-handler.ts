import { compareCodeUnits } from "@a2agen/generators/naming/order.ts";
import type { ts as tsTypes } from "ts-morph";
import type { TextEdits } from "../../migrate/typescript/text-edits.ts";
import { type ImportAdder, relativeEnding, specifierOf } from "./add-imports.ts";
import { beginsLine, type FileStyle, indentAt, quoted, readStyle } from "./file-style.ts";
import type { Handler } from "./find-handlers.ts";
import {
  type GeneratedMethod,
  type GeneratedService,
  type ProjectProgram,
  resolveAlias,
} from "./generated-code.ts";

export interface WriteHandlerInit {
  readonly program: ProjectProgram;
  readonly className: string;
  /** The file that is written. */
  readonly file: tsTypes.SourceFile;
  /** A file of the author's to write like. */
  readonly like: tsTypes.SourceFile | undefined;
}

interface Wanted {
  readonly types: Set<string>;
  readonly values: Set<string>;
}

/** A file with a class that refuses every call of a service. */
export function writeHandler(
  service: GeneratedService,
  { program, className, file, like }: WriteHandlerInit,
): string {
  const style = readStyle(program.ts, like ?? service.file);
  const { semicolon, indent } = style;
  const wanted = new Map<string, Wanted>();
  const ending = relativeEnding(program, like);
  const imports: ImportAdder = {
    nameFor({ name, isType, from }) {
      const specifier = typeof from === "string" ? from : specifierOf(file.fileName, from.fileName, ending);
      const entry = wanted.get(specifier) ?? { types: new Set(), values: new Set() };
      (isType ? entry.types : entry.values).add(name);
      wanted.set(specifier, entry);
      return name;
    },
    finish: () => undefined,
  };
  const name = imports.nameFor({ name: service.name, isType: true, from: service.file });
  const methods = service.methods.map((method) =>
    writeStub(method, { program, imports, style })
      .map((line) => (line === "" ? "" : indent + line))
      .join("\n"),
  );
  const lines = [...wanted]
    .sort(([a], [b]) => Number(a.startsWith(".")) - Number(b.startsWith(".")) || compareCodeUnits(a, b))
    .map(([specifier, { types, values }]) => {
      const mark = values.size === 0 ? "" : "type ";
      const names = [...[...types].map((each) => `${mark}${each}`), ...values];
      const list = names.sort((a, b) => compareCodeUnits(a.replace("type ", ""), b.replace("type ", "")));
      const keyword = values.size === 0 ? "import type" : "import";
      return `${keyword} { ${list.join(", ")} } from ${quoted(specifier, style)}${semicolon}`;
    });
  const text = [
    ...lines,
    "",
    `/** Answers the methods of ${service.name}. */`,
    `export class ${className} implements ${name} {`,
    ...(methods.length === 0 ? [] : [methods.join("\n\n")]),
    "}",
    "",
  ].join("\n");
  return like?.text.includes("\r\n") ? text.replace(/\r?\n/g, "\r\n") : text;
}

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

/** Adds methods at the end of a class or an object. */
export function addStubs(
  { node, file }: Handler,
  methods: readonly GeneratedMethod[],
  { edits, ...context }: StubContext & { readonly edits: TextEdits },
): void {
  const { ts } = context.program;
  const { text } = file;
  const members: readonly tsTypes.Node[] = ts.isClassLike(node) ? node.members : node.properties;
  const brace = node.end - 1;
  const outer = indentAt(text, brace);
  const first = members.find((member) => beginsLine(text, member.getStart(file)));
  const isBraceAlone = beginsLine(text, brace);
  const base = isBraceAlone ? outer : indentAt(text, node.getStart(file));
  const indent = first === undefined ? base + context.style.indent : indentAt(text, first.getStart(file));
  const isObject = !ts.isClassLike(node);
  const hasComma = isObject && (members.length === 0 || node.properties.hasTrailingComma);
  const stubs = methods.map((method, index) => {
    const isLast = index === methods.length - 1;
    const end = isObject && (!isLast || hasComma || members.length === 0) ? "," : "";
    return writeStub(method, context, end)
      .map((line) => (line === "" ? "" : indent + line))
      .join("\n");
  });
  const last = members.at(-1);
  if (isObject && !hasComma && last !== undefined) edits.insert(last.end, ",");
  const written = stubs.join("\n\n");
  if (isBraceAlone) {
    const lineStart = text.lastIndexOf("\n", brace - 1) + 1;
    const isSpaced = members.length === 0 || /\n[ \t]*\r?\n$/.test(text.slice(0, lineStart));
    edits.insert(lineStart, `${isSpaced ? "" : "\n"}${written}\n`);
    return;
  }
  // "{}" or "{ a() {} }": the brace moves to a line of its own, without the space before it.
  const [space = ""] = /[ \t]*$/.exec(text.slice(0, brace)) ?? [];
  edits.replace(brace - space.length, brace, `\n${last === undefined ? "" : "\n"}${written}\n${base}`);
}
