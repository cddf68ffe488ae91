import { currentVersion } from "@a2agen/versions/table.ts";
import { ts } from "ts-morph";
import { type TypeChange, writeType } from "./changes.ts";
import { isLegacyModule, isLegacyNode, type MigrationContext } from "./context.ts";
import { counterparts } from "./counterparts.ts";
import type { MigrationFacts } from "./facts.ts";
import { eventNames, findDefinition, isEnvelope, namesOf, wrapperFor } from "./legacy-model.ts";
import { resolveType } from "./resolve-types.ts";

/** As the table of counterparts names the package of the newest version. */
const released = `@a2agen/${currentVersion}`;

interface ImportPlanInput extends Pick<MigrationContext, "checker" | "facts" | "file" | "edits" | "report"> {
  /** True with `verbatimModuleSyntax`. */
  readonly isVerbatim: boolean;
}

type Specifier = ts.ImportSpecifier | ts.ExportSpecifier;

/** The names of one declaration, `import { ... } from "..."` or `export { ... } from "..."`. */
interface Group {
  readonly declaration: ts.ImportDeclaration | ts.ExportDeclaration;
  readonly clause: ts.NamedImports | ts.NamedExports;
  readonly list: ts.NodeArray<Specifier>;
  /** Those with a counterpart in the target. */
  readonly moved: ReadonlyMap<Specifier, TypeChange>;
}

interface Namespace {
  readonly declaration: ts.ImportDeclaration;
  readonly name: string;
  /** True when the target has a counterpart of every member that the file uses. */
  readonly isWhole: boolean;
}

/** The names that a file takes from 0.3, and those that it takes from the target instead. */
export class ImportPlan {
  readonly #input: ImportPlanInput;
  readonly #groups: Group[] = [];
  readonly #namespaces = new Map<ts.Symbol, Namespace>();
  /** Imported types of 0.3; those with an alias keep it. */
  readonly #types = new Map<ts.Symbol, { readonly change: TypeChange; readonly alias: string | undefined }>();
  /** The file's names of types that it imports from the target already. */
  readonly #present = new Map<string, string>();
  /** Types of the target to import. */
  readonly #added = new Set<string>();
  /** True for symbols that are still used where they stand. */
  readonly #uses = new Map<ts.Symbol, boolean>();
  /** Names of other types in the file. */
  readonly #taken: Set<string>;

  constructor(input: ImportPlanInput) {
    this.#input = input;
    for (const statement of input.file.statements) {
      if (ts.isImportDeclaration(statement)) this.#readImport(statement);
      else if (ts.isExportDeclaration(statement)) this.#readExport(statement);
    }
    this.#taken = findTypeNames(input.file);
    for (const specifier of this.#groups.flatMap(({ moved }) => [...moved.keys()]))
      if (ts.isImportSpecifier(specifier) && specifier.propertyName === undefined)
        this.#taken.delete(specifier.name.text);
  }

  /** Imports a type of the target; returns its name in this file. */
  importType(name: string): string {
    const known = this.#present.get(name);
    if (known !== undefined) return known;
    this.#added.add(name);
    return this.#localName(name);
  }

  /** Notes that an imported name is used where it stands, or was used there and is gone. */
  noteUse(symbol: ts.Symbol | undefined, isKept: boolean): void {
    if (symbol !== undefined && this.#types.has(symbol))
      this.#uses.set(symbol, isKept || this.#uses.get(symbol) === true);
  }

  /** The new spelling of an imported name of 0.3; undefined for names that stay. */
  findReplacement(symbol: ts.Symbol | undefined): string | undefined {
    const type = symbol && this.#types.get(symbol);
    if (type === undefined) return undefined;
    const { name } = type.change;
    return type.alias ?? writeType(type.change, this.#present.get(name) ?? this.#localName(name));
  }

  /** The same for a member of a namespace import. */
  findMemberReplacement(symbol: ts.Symbol | undefined, member: string): string | undefined {
    const namespace = symbol && this.#namespaces.get(symbol);
    const change = namespace && this.#changeOfMember(namespace.declaration, member);
    if (namespace === undefined || change === undefined) return undefined;
    const { isWhole, name } = namespace;
    return writeType(change, isWhole ? `${name}.${change.name}` : this.importType(change.name));
  }

  /** Writes the import and export declarations, once nothing else imports types. */
  finish(): void {
    const { facts, file, edits } = this.#input;
    const rest = new Set([...this.#added].filter((name) => !this.#present.has(name)));
    for (const { isWhole, declaration } of this.#namespaces.values())
      if (isWhole) this.#renameModule(declaration);
    for (const group of this.#groups) if (group.moved.size > 0) this.#writeGroup(group, rest);
    if (rest.size === 0) return;
    const names = [...rest].map((name) => this.#withAlias(name)).join(", ");
    const text = `import type { ${names} } from ${this.#quote}${facts.packageName}${this.#quote};`;
    const last = file.statements.findLast((each) => ts.isImportDeclaration(each));
    if (last === undefined) edits.insert(file.statements[0]?.getStart(file) ?? 0, `${text}\n`);
    else edits.insert(last.end, `\n${text}`);
  }

  #readImport(declaration: ts.ImportDeclaration): void {
    const { checker, facts, report } = this.#input;
    const module = moduleName(declaration);
    const bindings = declaration.importClause?.namedBindings;
    if (module === facts.packageName && bindings !== undefined && ts.isNamedImports(bindings)) {
      for (const { propertyName, name } of bindings.elements)
        this.#present.set((propertyName ?? name).text, name.text);
    }
    if (!isLegacyModule(module)) return;
    if (bindings === undefined) {
      report(
        declaration,
        `check this import of ${module}: it has no names that ${facts.packageName} could replace`,
      );
      return;
    }
    if (ts.isNamedImports(bindings)) {
      this.#addGroup(declaration, bindings);
      return;
    }
    const symbol = checker.getSymbolAtLocation(bindings.name);
    if (symbol === undefined) return;
    const staying = [...findMembers(this.#input, symbol)].filter(
      (name) => this.#changeOfMember(declaration, name) === undefined,
    );
    for (const name of staying) report(bindings, adviseStaying(facts, name, module));
    this.#namespaces.set(symbol, { declaration, name: bindings.name.text, isWhole: staying.length === 0 });
  }

  #readExport(declaration: ts.ExportDeclaration): void {
    const { facts, report } = this.#input;
    const module = moduleName(declaration);
    if (!isLegacyModule(module)) return;
    const clause = declaration.exportClause;
    if (clause !== undefined && ts.isNamedExports(clause)) this.#addGroup(declaration, clause);
    else report(declaration, `export types by name: ${facts.packageName} and ${module} have different ones`);
  }

  #addGroup(declaration: Group["declaration"], clause: Group["clause"]): void {
    const { checker, facts, report } = this.#input;
    const moved = new Map<Specifier, TypeChange>();
    const list: ts.NodeArray<Specifier> = clause.elements;
    for (const specifier of list) {
      const name = (specifier.propertyName ?? specifier.name).text;
      const symbol = checker.getSymbolAtLocation(specifier.name);
      const change = this.#changeOf(name, symbol);
      if (change === undefined) {
        report(specifier, adviseStaying(facts, name, moduleName(declaration)));
      } else if (ts.isExportSpecifier(specifier) && change.members !== undefined) {
        const { name: whole } = change;
        report(specifier, `${name} is now one case of ${whole}: export ${writeType(change)} under that name`);
      } else {
        moved.set(specifier, change);
        const alias = keepsAlias(specifier, change) ? specifier.name.text : undefined;
        if (symbol !== undefined) this.#types.set(symbol, { change, alias });
      }
    }
    this.#groups.push({ declaration, clause, list, moved });
  }

  #changeOfMember({ moduleSpecifier }: ts.ImportDeclaration, name: string): TypeChange | undefined {
    const members = this.#input.checker.getSymbolAtLocation(moduleSpecifier)?.exports;
    return this.#changeOf(name, members?.get(ts.escapeLeadingUnderscores(name)));
  }

  #changeOf(name: string, symbol: ts.Symbol | undefined): TypeChange | undefined {
    const { checker, facts } = this.#input;
    const isAlias = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    const target = isAlias ? checker.getAliasedSymbol(symbol) : symbol;
    if (target?.declarations?.some(isLegacyNode) !== true) return undefined;
    // A class of the SDK may have the name of a type of the schema.
    if ((target.flags & ts.SymbolFlags.Class) !== 0) return undefined;
    const definition = findDefinition(name);
    const change = definition === undefined ? undefined : facts.typeChange(definition);
    if (change !== undefined || (definition !== undefined && isEnvelope(definition))) return change;
    if ((target.flags & ts.SymbolFlags.TypeAlias) === 0) return undefined;
    const types = resolveType(checker, checker.getDeclaredTypeOfSymbol(target));
    const isEvents = namesOf(types).every((each) => eventNames.includes(each));
    const wrapper = isEvents ? wrapperFor(types) : undefined;
    return wrapper === undefined ? undefined : { name: facts.wrapperType(wrapper) };
  }

  #localName(name: string): string {
    return this.#taken.has(name) ? `A2A${name}` : name;
  }

  #withAlias(name: string): string {
    const local = this.#localName(name);
    return local === name ? name : `${name} as ${local}`;
  }

  get #quote(): string {
    return /from\s+(["'])/.exec(this.#input.file.text)?.[1] ?? '"';
  }

  #renameModule({ moduleSpecifier }: Group["declaration"]): void {
    if (moduleSpecifier !== undefined && ts.isStringLiteral(moduleSpecifier))
      this.#input.edits.replaceString(moduleSpecifier, this.#input.facts.packageName);
  }

  /** An import also takes in the `rest` of the types to import. */
  #writeGroup(group: Group, rest: Set<string>): void {
    const { facts, file, edits } = this.#input;
    const { declaration, clause, list, moved } = group;
    const isImport = ts.isImportDeclaration(declaration);
    const staying = list.filter((specifier) => !moved.has(specifier));
    const texts = this.#writeSpecifiers(group, isImport ? rest : new Set(), staying.length === 0);
    if (staying.length === 0 && texts.length > 0) {
      this.#renameModule(declaration);
      this.#writeList(group, texts);
      return;
    }
    if (texts.length > 0) {
      const space = /^\{\s/.test(clause.getText(file)) ? " " : "";
      const keyword = isImport ? "import" : "export";
      edits.insert(
        declaration.end,
        `\n${keyword} type {${space}${texts.join(", ")}${space}} from ${this.#quote}${facts.packageName}${this.#quote};`,
      );
    }
    if (staying.length > 0) edits.removeElements(list, new Set(moved.keys()));
    else edits.remove(declaration.getStart(file), Math.min(declaration.end + 1, file.end));
  }

  #writeSpecifiers({ declaration, moved }: Group, rest: Set<string>, isWhole: boolean): readonly string[] {
    const { checker, isVerbatim } = this.#input;
    const isImport = ts.isImportDeclaration(declaration);
    const isTypeOnly = isImport
      ? declaration.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
      : declaration.isTypeOnly;
    const isMarked = [...moved.keys()].some((specifier) => specifier.isTypeOnly);
    const texts = new Set<string>();
    const add = (name: string, text: string): void => {
      if (this.#present.get(name) !== text) texts.add(text);
    };
    for (const [specifier, change] of moved) {
      const { name } = change;
      const symbol = checker.getSymbolAtLocation(specifier.name);
      const isUnused = isImport && symbol !== undefined && this.#uses.get(symbol) === false;
      if (isUnused && !rest.has(name)) continue;
      const isAliased = keepsAlias(specifier, change);
      const local = isImport && !isAliased ? this.#localName(name) : specifier.name.text;
      const prefix = isWhole && specifier.isTypeOnly ? "type " : "";
      add(name, prefix + (local === name ? name : `${name} as ${local}`));
      if (!isAliased) rest.delete(name);
    }
    const prefix = isWhole && !isTypeOnly && (isMarked || isVerbatim) ? "type " : "";
    for (const name of rest) add(name, prefix + this.#withAlias(name));
    rest.clear();
    return [...texts];
  }

  #writeList({ clause, list }: Group, texts: readonly string[]): void {
    const { file, edits } = this.#input;
    const text = clause.getText(file);
    if (texts.length === list.length) {
      // One for one: the text between the names stays as it is.
      list.forEach((specifier, index) => {
        const next = texts[index] ?? "";
        if (specifier.getText(file) !== next) edits.replaceNode(specifier, next);
      });
    } else if (text.includes("\n") && list.length > 0) {
      const indent = /\n([ \t]*)\S/.exec(text)?.[1] ?? "  ";
      const end = list.hasTrailingComma ? "," : "";
      edits.replaceNode(clause, `{\n${texts.map((each) => indent + each).join(",\n")}${end}\n}`);
    } else {
      const space = /^\{\s/.test(text) ? " " : "";
      edits.replaceNode(clause, `{${space}${texts.join(", ")}${space}}`);
    }
  }
}

function moduleName({ moduleSpecifier }: Group["declaration"]): string {
  return moduleSpecifier !== undefined && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : "";
}

function keepsAlias({ propertyName }: Specifier, { members }: TypeChange): boolean {
  return propertyName !== undefined && members === undefined;
}

/** Advice for a name of the SDK that the target does not have. */
function adviseStaying({ packageName }: MigrationFacts, name: string, module: string): string {
  const definition = findDefinition(name);
  if (definition !== undefined && isEnvelope(definition) && module.split("/").length < 3) {
    return `${name} is a JSON-RPC envelope of 0.3, and ${packageName} has no type for it: use the types of its params and result`;
  }
  const counterpart = counterparts.find(({ names }) => names.includes(name));
  if (counterpart === undefined) {
    const kit = "the agent kit, createAgent of @a2agen/runtime/agent, or connect of @a2agen/runtime/client";
    return `${name} of ${module} has no counterpart in ${packageName}: remove it, or see ${kit}`;
  }
  const { use, from, how } = counterpart;
  const more = how === "" ? "" : `: ${how}`;
  return `replace ${name} of ${module} with ${use} (${from})${more}`
    .replaceAll("`", "")
    .replaceAll(released, packageName);
}

/** The members of a namespace import that the file uses. */
function findMembers({ checker, file }: ImportPlanInput, namespace: ts.Symbol): ReadonlySet<string> {
  const members = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isQualifiedName(node) && checker.getSymbolAtLocation(node.left) === namespace)
      members.add(node.right.text);
    if (ts.isPropertyAccessExpression(node) && checker.getSymbolAtLocation(node.expression) === namespace)
      members.add(node.name.text);
    node.forEachChild(visit);
  };
  visit(file);
  return members;
}

/** The names of types that the file declares or imports. */
function findTypeNames(file: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    const isType =
      ts.isImportSpecifier(node) ||
      ts.isNamespaceImport(node) ||
      ts.isImportClause(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isClassDeclaration(node) ||
      ts.isEnumDeclaration(node) ||
      ts.isTypeParameterDeclaration(node);
    if (isType && node.name !== undefined) names.add(node.name.text);
    node.forEachChild(visit);
  };
  visit(file);
  return names;
}
