import { dirname, posix, relative, sep } from "node:path";
import { uniqueName } from "@a2agen/generators/naming/unique-name.ts";
import type { ts as tsTypes } from "ts-morph";
import type { TextEdits } from "../../migrate/typescript/text-edits.ts";
import { beginsLine, indentAt, quoted, readStyle } from "./file-style.ts";
import { type ProjectProgram, resolveAlias } from "./generated-code.ts";

/** Something that a file has to import. */
export interface ImportWish {
  readonly name: string;
  readonly isType: boolean;
  /** A package, or the file that has it. */
  readonly from: string | tsTypes.SourceFile;
}

/** The imports of one of the author's files: existing ones and those to add. */
export interface ImportAdder {
  /** How the file names it. */
  nameFor(wish: ImportWish): string;
  /** Notes the edits; after all names are asked for. */
  finish(): void;
}

interface Added extends ImportWish {
  readonly local: string;
}

export function createImportAdder(
  program: ProjectProgram,
  file: tsTypes.SourceFile,
  edits: TextEdits,
): ImportAdder {
  const { ts, checker } = program;
  const style = readStyle(ts, file);
  const declarations = file.statements.filter(ts.isImportDeclaration);
  const added: Added[] = [];
  const taken = namesOf(ts, file);

  return {
    nameFor(wish) {
      const known = added.find(({ name, from }) => name === wish.name && from === wish.from);
      if (known !== undefined) return known.local;
      const present = findPresent(wish);
      if (present !== undefined) return present;
      const local = uniqueName(wish.name, taken);
      taken.add(local);
      added.push({ ...wish, local });
      return local;
    },
    finish() {
      const rest = new Map<string, Added[]>();
      const places = new Map<tsTypes.ImportDeclaration, Added[]>();
      for (const each of added) {
        const place = declarations.find((declaration) => canTake(declaration, each));
        if (place !== undefined) places.set(place, [...(places.get(place) ?? []), each]);
        else {
          const specifier = specifierFor(each.from);
          rest.set(specifier, [...(rest.get(specifier) ?? []), each]);
        }
      }
      for (const [declaration, list] of places) extend(declaration, list);
      const lines = [...rest].map(([specifier, list]) => declarationOf(specifier, list));
      if (lines.length === 0) return;
      const last = declarations.at(-1);
      if (last !== undefined) edits.insert(last.end, lines.map((line) => `\n${line}`).join(""));
      else edits.insert(startOf(file), `${lines.join("\n")}\n\n`);
    },
  };

  /** The name under which a file has something already. */
  function findPresent({ name, isType, from }: ImportWish): string | undefined {
    for (const declaration of declarations) {
      const clause = declaration.importClause;
      const bindings = clause?.namedBindings;
      if (clause === undefined || bindings === undefined) continue;
      const isTypeOnly = clause.phaseModifier === ts.SyntaxKind.TypeKeyword;
      if (isTypeOnly && !isType) continue;
      if (ts.isNamespaceImport(bindings)) {
        if (exportsIt(declaration, name, from)) return `${bindings.name.text}.${name}`;
        continue;
      }
      const specifier = bindings.elements.find(
        (each) =>
          (each.propertyName ?? each.name).text === name &&
          (isType || !each.isTypeOnly) &&
          exportsIt(declaration, name, from),
      );
      if (specifier !== undefined) return specifier.name.text;
    }
    return undefined;
  }

  /** Whether what a declaration imports from has the thing that is wanted, itself or from elsewhere. */
  function exportsIt(
    declaration: tsTypes.ImportDeclaration,
    name: string,
    from: ImportWish["from"],
  ): boolean {
    if (!ts.isStringLiteral(declaration.moduleSpecifier)) return false;
    if (typeof from === "string") return declaration.moduleSpecifier.text === from;
    const module = checker.getSymbolAtLocation(declaration.moduleSpecifier);
    const own = module?.exports?.get(ts.escapeLeadingUnderscores(name));
    const found =
      own ??
      (module === undefined ? [] : checker.getExportsOfModule(module)).find((each) => each.name === name);
    const target = resolveAlias(program, found);
    return target?.declarations?.some((each) => each.getSourceFile() === from) ?? false;
  }

  function canTake(declaration: tsTypes.ImportDeclaration, { name, isType, from }: Added): boolean {
    const clause = declaration.importClause;
    const bindings = clause?.namedBindings;
    if (clause === undefined || bindings === undefined || !ts.isNamedImports(bindings)) return false;
    if (bindings.elements.length === 0) return false;
    if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword && !isType) return false;
    return exportsIt(declaration, name, from);
  }

  function extend(declaration: tsTypes.ImportDeclaration, list: readonly Added[]): void {
    const clause = declaration.importClause;
    const bindings = clause?.namedBindings;
    if (bindings === undefined || !ts.isNamedImports(bindings)) return;
    const isTypeOnly = clause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
    const texts = list.map((each) => `${each.isType && !isTypeOnly ? "type " : ""}${withAlias(each)}`);
    const last = bindings.elements.at(-1);
    if (last === undefined) return;
    const start = last.getStart(file);
    const before = beginsLine(file.text, start) ? `\n${indentAt(file.text, start)}` : " ";
    edits.insert(last.end, texts.map((text) => `,${before}${text}`).join(""));
  }

  function declarationOf(specifier: string, list: readonly Added[]): string {
    const areTypes = list.every(({ isType }) => isType);
    const names = list.map((each) => `${each.isType && !areTypes ? "type " : ""}${withAlias(each)}`);
    const keyword = areTypes ? "import type" : "import";
    return `${keyword} { ${names.join(", ")} } from ${quoted(specifier, style)}${style.semicolon}`;
  }

  /** As the file writes its other imports of generated code, else of its own files. */
  function specifierFor(from: ImportWish["from"]): string {
    if (typeof from === "string") return from;
    const isGenerated = program.generated.includes(from);
    for (const declaration of isGenerated ? declarations : []) {
      if (!ts.isStringLiteral(declaration.moduleSpecifier)) continue;
      const target = checker
        .getSymbolAtLocation(declaration.moduleSpecifier)
        ?.declarations?.find(ts.isSourceFile);
      if (target === undefined || !program.generated.includes(target)) continue;
      const { text } = declaration.moduleSpecifier;
      const way = toSlashes(relative(dirname(target.fileName), from.fileName));
      const joined = posix.join(posix.dirname(text), way);
      return withEnding(
        text.startsWith(".") && !joined.startsWith(".") ? `./${joined}` : joined,
        endingOf(text),
      );
    }
    return specifierOf(file.fileName, from.fileName, relativeEnding(program, file));
  }
}

/** The ending of relative imports: as the file has it, else as generated files do. */
export function relativeEnding(
  { ts, generated }: ProjectProgram,
  file: tsTypes.SourceFile | undefined,
): string {
  const specifiers = [...(file === undefined ? [] : [file]), ...generated].flatMap(({ statements }) =>
    statements
      .filter(ts.isImportDeclaration)
      .map(({ moduleSpecifier }) => (ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : "")),
  );
  return endingOf(specifiers.find((text) => text.startsWith(".")) ?? "./x.js");
}

/** How a file imports another one. */
export function specifierOf(from: string, to: string, ending: string): string {
  const way = toSlashes(relative(dirname(from), to));
  return withEnding(way.startsWith(".") ? way : `./${way}`, ending);
}

function endingOf(specifier: string): string {
  return /\.(?:[cm]?[jt]s)$/.exec(specifier)?.[0] ?? "";
}

function withEnding(path: string, ending: string): string {
  return path.replace(/\.(?:[cm]?ts)$/, "") + ending;
}

function withAlias({ name, local }: Added): string {
  return name === local ? name : `${name} as ${local}`;
}

function toSlashes(path: string): string {
  return path.split(sep).join("/");
}

/** After a line for the shell, before everything else. */
function startOf(file: tsTypes.SourceFile): number {
  return /^#!.*\r?\n/.exec(file.text)?.[0].length ?? (file.text.startsWith("\uFEFF") ? 1 : 0);
}

/** All names that a file declares or imports anywhere. */
function namesOf(ts: ProjectProgram["ts"], file: tsTypes.SourceFile): Set<string> {
  const names = new Set<string>();
  const visit = (node: tsTypes.Node): void => {
    if (ts.isIdentifier(node)) names.add(node.text);
    node.forEachChild(visit);
  };
  visit(file);
  return names;
}
