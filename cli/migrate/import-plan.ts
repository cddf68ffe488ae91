import type { ts } from "ts-morph";
import type { TypeFate } from "./fate.ts";
import { nodeOfType, wrapperFor } from "./legacy-questions.ts";
import { eventNames, findDefinition, isEnvelope, namesOf } from "./legacy-schema.ts";
import { removeElements } from "./line-layout.ts";
import { isLegacyFile, isLegacyModule, type TypeScript } from "./migration-context.ts";
import type { MigrationFacts } from "./migration-facts.ts";
import type { TextEdits } from "./text-edits.ts";

/** Where a file takes names of 0.3 from, and what it takes from the target instead. */
export interface ImportPlan {
  /** The name, in this file, of a type of the target. */
  importType(name: string): string;
  /** What a name that this file imports from 0.3 is written as now; undefined for what stays. */
  replacementOf(symbol: ts.Symbol | undefined): string | undefined;
  /** Notes that a name is still used where it stands, or that what stood there is gone. */
  noteUse(symbol: ts.Symbol | undefined, isKept: boolean): void;
  /** The same for a member of a namespace import. */
  replacementOfMember(namespace: ts.Symbol | undefined, name: string): string | undefined;
  /** Writes the import and export declarations; after everything that imports types. */
  finish(): void;
}

interface PlanInput {
  readonly ts: TypeScript;
  readonly checker: ts.TypeChecker;
  readonly facts: MigrationFacts;
  readonly file: ts.SourceFile;
  readonly edits: TextEdits;
  readonly isVerbatim: boolean;
  report(node: ts.Node, message: string): void;
}

type Specifier = ts.ImportSpecifier | ts.ExportSpecifier;

interface Group {
  readonly declaration: ts.ImportDeclaration | ts.ExportDeclaration;
  readonly module: string;
  readonly list: ts.NodeArray<Specifier>;
  readonly moved: ReadonlyMap<Specifier, TypeFate>;
}

export function planImports(input: PlanInput): ImportPlan {
  const { ts, checker, facts, file, edits } = input;
  const groups: Group[] = [];
  const namespaces = new Map<
    ts.Symbol,
    { readonly node: ts.ImportDeclaration; readonly isWhole: boolean; readonly name: string }
  >();
  const fates = new Map<ts.Symbol, { readonly fate: TypeFate; readonly local: string | undefined }>();
  const present = new Map<string, string>();
  const added = new Set<string>();
  const uses = new Map<ts.Symbol, boolean>();
  const taken = namesOfTypes(input);

  const fateOf = (name: string, symbol: ts.Symbol | undefined): TypeFate | undefined => {
    const target =
      symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0
        ? checker.getAliasedSymbol(symbol)
        : symbol;
    const isLegacy =
      target?.declarations?.some((each) => isLegacyFile(each.getSourceFile().fileName)) === true;
    if (target === undefined || !isLegacy) return undefined;
    // A class of the SDK may have the name of a type of the schema.
    if ((target.flags & ts.SymbolFlags.Class) !== 0) return undefined;
    const definition = findDefinition(name);
    const fate = definition === undefined ? undefined : facts.typeFate(definition);
    if (fate !== undefined || (definition !== undefined && isEnvelope(definition))) return fate;
    if ((target.flags & ts.SymbolFlags.TypeAlias) === 0) return undefined;
    const node = nodeOfType(input, checker.getDeclaredTypeOfSymbol(target));
    const names = node === undefined ? [] : namesOf(node);
    const wrapper =
      node === undefined || !names.every((each) => eventNames.includes(each)) ? undefined : wrapperFor(node);
    return wrapper === undefined || wrapper === "securityScheme"
      ? undefined
      : { name: facts.wrapperType(wrapper) };
  };

  for (const statement of file.statements) {
    if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)) {
      const module = statement.moduleSpecifier.text;
      const bindings = statement.importClause?.namedBindings;
      if (module === facts.packageName && bindings !== undefined && ts.isNamedImports(bindings)) {
        for (const each of bindings.elements)
          present.set((each.propertyName ?? each.name).text, each.name.text);
      }
      if (!isLegacyModule(module)) continue;
      if (bindings === undefined) {
        input.report(
          statement,
          `look at this import of ${module}: it brings no names that could be moved to ${facts.packageName}`,
        );
      } else if (ts.isNamedImports(bindings)) {
        groups.push(groupOf(statement, module, bindings.elements));
      } else {
        const symbol = checker.getSymbolAtLocation(bindings.name);
        if (symbol !== undefined) {
          const used = usedMembers(input, symbol);
          const members = checker.getSymbolAtLocation(statement.moduleSpecifier)?.exports;
          const staying = [...used].filter(
            (name) => fateOf(name, members?.get(ts.escapeLeadingUnderscores(name))) === undefined,
          );
          namespaces.set(symbol, {
            node: statement,
            isWhole: staying.length === 0,
            name: bindings.name.text,
          });
          for (const name of staying) input.report(bindings, stayAdvice(facts, name, module));
        }
      }
    } else if (
      ts.isExportDeclaration(statement) &&
      statement.moduleSpecifier !== undefined &&
      ts.isStringLiteral(statement.moduleSpecifier)
    ) {
      const module = statement.moduleSpecifier.text;
      if (!isLegacyModule(module)) continue;
      const clause = statement.exportClause;
      if (clause !== undefined && ts.isNamedExports(clause))
        groups.push(groupOf(statement, module, clause.elements));
      else
        input.report(
          statement,
          `name the types that are exported: ${facts.packageName} has other ones than ${module}`,
        );
    }
  }

  function groupOf(declaration: Group["declaration"], module: string, list: ts.NodeArray<Specifier>): Group {
    const moved = new Map<Specifier, TypeFate>();
    for (const specifier of list) {
      const name = (specifier.propertyName ?? specifier.name).text;
      const symbol = checker.getSymbolAtLocation(specifier.name);
      const fate = fateOf(name, symbol);
      if (fate === undefined) {
        input.report(specifier, stayAdvice(facts, name, module));
      } else if (ts.isExportSpecifier(specifier) && fate.members !== undefined) {
        input.report(
          specifier,
          `${name} is a part of ${fate.name} now: export ${extract("", fate)} under its name`,
        );
      } else {
        moved.set(specifier, fate);
        const isAliased = specifier.propertyName !== undefined && fate.members === undefined;
        if (symbol !== undefined)
          fates.set(symbol, { fate, local: isAliased ? specifier.name.text : undefined });
      }
    }
    return { declaration, module, list, moved };
  }

  for (const { moved } of groups)
    for (const specifier of moved.keys())
      if (ts.isImportSpecifier(specifier) && specifier.propertyName === undefined)
        taken.delete(specifier.name.text);
  for (const { list, moved, declaration } of groups) {
    if (ts.isExportDeclaration(declaration)) continue;
    for (const specifier of list) if (!moved.has(specifier)) taken.add(specifier.name.text);
  }

  const importType = (name: string): string => {
    const known = present.get(name);
    if (known !== undefined) return known;
    added.add(name);
    return localName(name);
  };
  const localName = (name: string): string => (taken.has(name) ? `A2A${name}` : name);

  return {
    importType,
    noteUse(symbol, isKept) {
      if (symbol !== undefined && fates.has(symbol)) uses.set(symbol, isKept || uses.get(symbol) === true);
    },
    replacementOf(symbol) {
      const found = symbol === undefined ? undefined : fates.get(symbol);
      if (found === undefined) return undefined;
      return found.local ?? extract(present.get(found.fate.name) ?? localName(found.fate.name), found.fate);
    },
    replacementOfMember(symbol, name) {
      const found = symbol === undefined ? undefined : namespaces.get(symbol);
      if (found === undefined || symbol === undefined) return undefined;
      const members = checker.getSymbolAtLocation(found.node.moduleSpecifier)?.exports;
      const fate = fateOf(name, members?.get(ts.escapeLeadingUnderscores(name)));
      if (fate === undefined) return undefined;
      return extract(found.isWhole ? `${found.name}.${fate.name}` : importType(fate.name), fate);
    },
    finish() {
      const rest = new Set(added);
      for (const { node, isWhole } of namespaces.values()) if (isWhole) renameModule(node);
      for (const group of groups) {
        const isImport = ts.isImportDeclaration(group.declaration);
        if (group.moved.size > 0) write(group, isImport ? rest : new Set());
      }
      const names = [...rest].filter((name) => !present.has(name));
      if (names.length > 0) {
        const last = file.statements.findLast((each) => ts.isImportDeclaration(each));
        const text = `import type { ${names.map(nameWithAlias).join(", ")} } from ${quote()}${facts.packageName}${quote()};`;
        if (last === undefined) edits.insert(file.statements[0]?.getStart(file) ?? 0, `${text}\n`);
        else edits.insert(last.end, `\n${text}`);
      }
    },
  };

  function nameWithAlias(name: string): string {
    const local = localName(name);
    return local === name ? name : `${name} as ${local}`;
  }

  function quote(): string {
    return /from\s+(["'])/.exec(file.text)?.[1] ?? '"';
  }

  function renameModule(declaration: Group["declaration"]): void {
    const module = declaration.moduleSpecifier;
    if (module !== undefined) edits.replace(module.getStart(file) + 1, module.end - 1, facts.packageName);
  }

  function write({ declaration, list, moved }: Group, rest: Set<string>): void {
    const isImport = ts.isImportDeclaration(declaration);
    const names: string[] = [];
    const texts: string[] = [];
    const put = (name: string, text: string): void => {
      if (present.get(name) === text || texts.includes(text)) return;
      names.push(name);
      texts.push(text);
    };
    const isTypeOnly = ts.isImportDeclaration(declaration)
      ? declaration.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
      : declaration.isTypeOnly;
    const staying = list.filter((specifier) => !moved.has(specifier));
    const marked =
      staying.length === 0 && !isTypeOnly && [...moved.keys()].some((specifier) => specifier.isTypeOnly);
    for (const [specifier, fate] of moved) {
      const symbol = checker.getSymbolAtLocation(specifier.name);
      if (isImport && symbol !== undefined && uses.get(symbol) === false && !rest.has(fate.name)) continue;
      const isAliased = specifier.propertyName !== undefined && fate.members === undefined;
      const outer = isImport && !isAliased ? localName(fate.name) : specifier.name.text;
      const prefix = staying.length === 0 && specifier.isTypeOnly ? "type " : "";
      put(fate.name, prefix + (outer === fate.name ? fate.name : `${fate.name} as ${outer}`));
      if (!isAliased) rest.delete(fate.name);
    }
    for (const name of rest) {
      if (present.has(name)) continue;
      put(
        name,
        (marked || (input.isVerbatim && !isTypeOnly && staying.length === 0) ? "type " : "") +
          nameWithAlias(name),
      );
    }
    rest.clear();
    const clause = isImport ? declaration.importClause?.namedBindings : declaration.exportClause;
    if (clause === undefined) return;
    const text = file.text.slice(clause.getStart(file), clause.end);
    if (staying.length === 0 && texts.length > 0) {
      renameModule(declaration);
      writeList(clause, list, texts);
      return;
    }
    if (texts.length > 0) {
      const space = /^\{\s/.test(text) ? " " : "";
      const keyword = isImport ? "import" : "export";
      edits.insert(
        declaration.end,
        `\n${keyword} type {${space}${texts.join(", ")}${space}} from ${quote()}${facts.packageName}${quote()};`,
      );
    }
    if (staying.length > 0) removeElements(input, list, new Set(moved.keys()));
    else edits.remove(declaration.getStart(file), Math.min(declaration.end + 1, file.end));
  }

  function writeList(clause: ts.Node, list: ts.NodeArray<Specifier>, texts: readonly string[]): void {
    const text = file.text.slice(clause.getStart(file), clause.end);
    if (texts.length === list.length) {
      // One for one: what is between the names stays as it is.
      list.forEach((specifier, index) => {
        const next = texts[index] ?? "";
        if (specifier.getText(file) !== next) edits.replace(specifier.getStart(file), specifier.end, next);
      });
      return;
    }
    const [first] = list;
    if (text.includes("\n") && first !== undefined) {
      const indent = /\n([ \t]*)\S/.exec(text)?.[1] ?? "  ";
      const end = list.hasTrailingComma ? "," : "";
      edits.replace(
        clause.getStart(file),
        clause.end,
        `{\n${texts.map((each) => indent + each).join(",\n")}${end}\n}`,
      );
    } else {
      const space = /^\{\s/.test(text) ? " " : "";
      edits.replace(clause.getStart(file), clause.end, `{${space}${texts.join(", ")}${space}}`);
    }
  }
}

/** A type that is one arm of a union: `Extract<Part, { text: string }>`. */
export function extract(local: string, { name, members }: TypeFate): string {
  if (members === undefined) return local === "" ? name : local;
  return `Extract<${local === "" ? name : local}, ${members.map((member) => `{ ${member}: unknown }`).join(" | ")}>`;
}

/** What to do with a name of the SDK that the target does not have. */
function stayAdvice(facts: MigrationFacts, name: string, module: string): string {
  const definition = findDefinition(name);
  if (definition !== undefined && isEnvelope(definition) && module.split("/").length < 3) {
    return `${name} is an envelope of JSON-RPC in 0.3, for which ${facts.packageName} has no type: use the types of the parameters and of the result`;
  }
  const stays = `${name} of ${module} speaks 0.3 and has no counterpart in ${facts.packageName}`;
  if (/\/server/.test(module))
    return `${stays}: implement A2AService of ${facts.packageName} instead, whose methods return and yield what was published`;
  if (/\/client/.test(module))
    return `${stays}: call an A2AService of ${facts.packageName} that @a2agen/runtime connects to instead`;
  return `${stays}: write what it is for without it`;
}

function usedMembers({ ts, checker, file }: PlanInput, namespace: ts.Symbol): ReadonlySet<string> {
  const used = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (
      ts.isQualifiedName(node) &&
      ts.isIdentifier(node.left) &&
      checker.getSymbolAtLocation(node.left) === namespace
    )
      used.add(node.right.text);
    if (
      ts.isPropertyAccessExpression(node) &&
      ts.isIdentifier(node.expression) &&
      checker.getSymbolAtLocation(node.expression) === namespace
    )
      used.add(node.name.text);
    node.forEachChild(visit);
  };
  visit(file);
  return used;
}

/** Names that the file gives to types of its own, or imports. */
function namesOfTypes({ ts, file }: PlanInput): Set<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isImportSpecifier(node) || ts.isNamespaceImport(node)) names.add(node.name.text);
    else if (ts.isImportClause(node) && node.name !== undefined) names.add(node.name.text);
    else if (
      (ts.isInterfaceDeclaration(node) ||
        ts.isTypeAliasDeclaration(node) ||
        ts.isClassDeclaration(node) ||
        ts.isEnumDeclaration(node)) &&
      node.name !== undefined
    )
      names.add(node.name.text);
    else if (ts.isTypeParameterDeclaration(node)) names.add(node.name.text);
    node.forEachChild(visit);
  };
  visit(file);
  return names;
}
