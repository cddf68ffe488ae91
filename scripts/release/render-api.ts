import { readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { ts } from "ts-morph";
import { transpileDeclarations } from "../transpile-declarations.ts";

/** What a module declares and exports, without comments and bodies. */
interface Module {
  readonly path: string;
  /** Declarations by name; several where a function has overloads, or a type and a value share a name. */
  readonly declared: ReadonlyMap<string, readonly ts.Statement[]>;
  /** What other modules get, by the name they get it by. */
  readonly exported: ReadonlyMap<string, Source>;
  /** What it takes from other modules of the package. */
  readonly imported: ReadonlyMap<string, Source>;
  /** Modules of which everything is exported again. */
  readonly passed: readonly string[];
  /** What keeps a declaration from being read without inference of types, by name. */
  readonly problems: ReadonlyMap<string, string>;
  readonly file: ts.SourceFile;
}

/** A name in a module; in this one when there is no other. */
interface Source {
  readonly name: string;
  readonly path: string | undefined;
}

/** A declaration, found. */
interface Place {
  readonly name: string;
  readonly module: Module;
}

type Manifest = { readonly name: string; readonly exports: Readonly<Record<string, unknown>> };

const condition = "a2agen-source";

/**
 * The public names of a package with their signatures, one section per subpath, as Markdown. At the end stand
 * the types that signatures name and no subpath exports. Generated types and subpaths for generated code are
 * left out.
 */
export async function renderApi(directory: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(directory, "package.json"), "utf8")) as Manifest;
  const reader = createReader();
  const sections = [`# Public names of ${manifest.name}`, "Written by `npm run api`."];
  const shown = new Set<string>();
  const pending: Place[] = [];
  for (const [subpath, target] of Object.entries(manifest.exports)) {
    const entry = entryOf(target);
    if (entry === undefined || /^\.\/(?:codegen|internal)(\/|$)/.test(subpath)) continue;
    const names = await reader.namesOf(join(directory, entry));
    const texts: string[] = [];
    for (const [name, place] of [...names].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const key = keyOf(place);
      if (key.includes("/exchange/src/generated/")) continue;
      texts.push(shown.has(key) ? `// ${name}: above` : textOf(name, place));
      shown.add(key);
      pending.push(place);
    }
    sections.push(`## ${manifest.name}${subpath.slice(1)}`, fence(texts));
  }
  const hidden = new Map<string, string>();
  for (let place = pending.shift(); place !== undefined; place = pending.shift()) {
    for (const found of await reader.namedBy(place)) {
      const key = keyOf(found);
      if (shown.has(key) || found.module.path.includes("/generated/")) continue;
      shown.add(key);
      hidden.set(
        `${found.name} ${key}`,
        `// ${relative(directory, found.module.path)}\n${textOf(found.name, found)}`,
      );
      pending.push(found);
    }
  }
  const texts = [...hidden].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
  if (texts.length > 0) sections.push("## Named by signatures, not exported", fence(texts));
  return `${sections.join("\n\n")}\n`;
}

function entryOf(target: unknown): string | undefined {
  if (typeof target !== "object" || target === null || !(condition in target)) return undefined;
  const entry = target[condition];
  return typeof entry === "string" ? entry : undefined;
}

function keyOf({ name, module }: Place): string {
  return `${module.path} ${name}`;
}

function fence(texts: readonly string[]): string {
  return `\`\`\`ts\n${texts.join("\n")}\n\`\`\``;
}

function textOf(name: string, { name: local, module }: Place): string {
  const problem = module.problems.get(local);
  if (problem !== undefined)
    throw new Error(`${module.path}: ${local}: write the type of what is public: ${problem}`);
  const statements = module.declared.get(local) ?? [];
  const text = statements.map((statement) => print(statement, module.file)).join("\n");
  return name === local ? text : `// as ${name}\n${text}`;
}

const printer = ts.createPrinter({ removeComments: true });

/** Without what all declarations have: `export declare`. Private members are none of the API. */
function print(statement: ts.Statement, file: ts.SourceFile): string {
  const text = printer.printNode(ts.EmitHint.Unspecified, statement, file);
  return text
    .replace(/^(export )?(declare )?/, "")
    .replace(/\n\s*(private [^\n]*|#private);/g, "")
    .replace(/^(?: {4})+/gm, (indent) => " ".repeat(indent.length / 2))
    .trim();
}

interface Reader {
  /** What a module exports, each with its declaration. */
  namesOf(path: string): Promise<ReadonlyMap<string, Place>>;
  /** The declarations of the package that a declaration names. */
  namedBy(place: Place): Promise<readonly Place[]>;
}

function createReader(): Reader {
  const modules = new Map<string, Promise<Module>>();
  const read = (path: string): Promise<Module> => {
    const known = modules.get(path) ?? readModule(path);
    modules.set(path, known);
    return known;
  };

  async function namesOf(path: string): Promise<ReadonlyMap<string, Place>> {
    const module = await read(path);
    const names = new Map<string, Place>();
    for (const passed of module.passed)
      for (const [name, place] of await namesOf(passed)) names.set(name, place);
    for (const [name, source] of module.exported) {
      const place = await find(source, module);
      if (place !== undefined) names.set(name, place);
    }
    return names;
  }

  async function find({ name, path }: Source, module: Module): Promise<Place | undefined> {
    if (path !== undefined) return (await namesOf(path)).get(name);
    if (module.declared.has(name)) return { name, module };
    const imported = module.imported.get(name);
    return imported === undefined ? undefined : find(imported, module);
  }

  async function namedBy({ name, module }: Place): Promise<readonly Place[]> {
    const names = new Set<string>();
    const visit = (node: ts.Node): void => {
      const named = ts.isTypeReferenceNode(node)
        ? node.typeName
        : ts.isTypeQueryNode(node)
          ? node.exprName
          : ts.isExpressionWithTypeArguments(node)
            ? node.expression
            : undefined;
      if (named !== undefined && ts.isIdentifier(named)) names.add(named.text);
      ts.forEachChild(node, visit);
    };
    module.declared.get(name)?.forEach(visit);
    names.delete(name);
    const known = [...names].filter((each) => module.declared.has(each) || module.imported.has(each));
    const places = await Promise.all(known.map((each) => find({ name: each, path: undefined }, module)));
    return places.filter((place) => place !== undefined);
  }

  return { namesOf, namedBy };
}

async function readModule(path: string): Promise<Module> {
  const { outputText, diagnostics } = await transpileDeclarations(path);
  const file = ts.createSourceFile(path, outputText, ts.ScriptTarget.ES2023, true);
  const declared = new Map<string, ts.Statement[]>();
  const exported = new Map<string, Source>();
  const imported = new Map<string, Source>();
  const passed: string[] = [];
  const locate = (node: ts.Expression | undefined): string | undefined => {
    if (node === undefined || !ts.isStringLiteral(node)) return undefined;
    if (node.text.startsWith(".")) return join(dirname(path), node.text);
    // Private: what is exported of it is published under the names of the package that has it in its bundle.
    const [, file] = /^@a2agen\/exchange\/(.+)$/.exec(node.text) ?? [];
    return file === undefined ? undefined : join("packages/exchange/src", file);
  };
  const declare = (name: string, statement: ts.Statement): void => {
    declared.set(name, [...(declared.get(name) ?? []), statement]);
    if (ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.some(isExport)) {
      exported.set(name, { name, path: undefined });
    }
  };
  for (const statement of file.statements) {
    const name = nameOfDeclaration(statement);
    if (name !== undefined) {
      declare(name, statement);
    } else if (ts.isExportDeclaration(statement)) {
      const from = locate(statement.moduleSpecifier);
      const { exportClause: clause } = statement;
      if (clause === undefined && from !== undefined) passed.push(from);
      if (clause === undefined || !ts.isNamedExports(clause)) continue;
      if (from === undefined && statement.moduleSpecifier !== undefined) continue;
      for (const { name, propertyName } of clause.elements) {
        exported.set(name.text, { name: (propertyName ?? name).text, path: from });
      }
    } else if (ts.isImportDeclaration(statement)) {
      const from = locate(statement.moduleSpecifier);
      const bindings = statement.importClause?.namedBindings;
      if (from === undefined || bindings === undefined || !ts.isNamedImports(bindings)) continue;
      for (const { name, propertyName } of bindings.elements) {
        imported.set(name.text, { name: (propertyName ?? name).text, path: from });
      }
    }
  }
  const problems = new Map<string, string>();
  for (const { file: source, start = 0, messageText } of diagnostics) {
    const statement = source?.statements.find(({ pos, end }) => pos <= start && start < end);
    const name = statement === undefined ? undefined : nameOfDeclaration(statement);
    if (name !== undefined) problems.set(name, ts.flattenDiagnosticMessageText(messageText, "\n"));
  }
  return { path, declared, exported, imported, passed, problems, file };
}

function nameOfDeclaration(statement: ts.Statement): string | undefined {
  if (ts.isVariableStatement(statement)) {
    const name = statement.declarationList.declarations[0]?.name;
    return name !== undefined && ts.isIdentifier(name) ? name.text : undefined;
  }
  return ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement)
    ? statement.name?.text
    : undefined;
}

function isExport({ kind }: ts.ModifierLike): boolean {
  return kind === ts.SyntaxKind.ExportKeyword;
}
