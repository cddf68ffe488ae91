import type { ts as tsTypes } from "ts-morph";
import { skipOuter } from "../../migrate/typescript/expressions.ts";
import { type GeneratedService, type ProjectProgram, resolveAlias } from "./generated-code.ts";

/** A class or an object of the author's that answers the methods of services. */
export interface Handler {
  readonly node: tsTypes.ClassLikeDeclaration | tsTypes.ObjectLiteralExpression;
  readonly file: tsTypes.SourceFile;
  readonly services: readonly HandledService[];
}

export interface HandledService {
  readonly service: GeneratedService;
  /** Whether a method is one of those that the handler is said to have. */
  has(method: string): boolean;
}

export interface Handlers {
  readonly handlers: readonly Handler[];
  /** Names of the services that something is said to answer, with `implement`. */
  readonly served: ReadonlySet<string>;
  /** Nodes that name a service which is gone. */
  readonly gone: readonly tsTypes.Node[];
  /** Whether anything in the project answers calls. */
  readonly isServer: boolean;
}

/** Finds what answers the methods of services: by `implements`, `satisfies`, a type, or a call of `implement`. */
export function findHandlers(program: ProjectProgram, services: readonly GeneratedService[]): Handlers {
  const { ts, checker, authored } = program;
  const bySymbol = new Map(services.map((service) => [service.symbol, service]));
  const generatedFiles = new Set(program.generated.map(({ fileName }) => fileName));
  const found = new Map<Handler["node"], HandledService[]>();
  const served = new Set<string>();
  const gone: tsTypes.Node[] = [];
  let isServer = false;

  for (const file of authored) visit(file);
  const handlers = [...found].map(([node, list]) => ({ node, file: node.getSourceFile(), services: list }));
  return { handlers, served, gone, isServer };

  function visit(node: tsTypes.Node): void {
    if (ts.isClassLike(node) && !isAmbient(node)) {
      for (const clause of node.heritageClauses ?? []) {
        if (clause.token !== ts.SyntaxKind.ImplementsKeyword) continue;
        for (const type of clause.types) note(node, servicesOf(type, 0));
      }
    } else if (ts.isSatisfiesExpression(node) || ts.isAsExpression(node)) {
      noteValue(node.expression, servicesOf(node.type, 0));
    } else if (ts.isVariableDeclaration(node) && node.type !== undefined && node.initializer !== undefined) {
      noteValue(node.initializer, servicesOf(node.type, 0));
    } else if (ts.isCallExpression(node)) {
      visitCall(node);
    }
    node.forEachChild(visit);
  }

  /** `implement(Service, handler)` of the runtime. */
  function visitCall({ expression, arguments: args }: tsTypes.CallExpression): void {
    const [definition, handler] = args;
    const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
    if (!ts.isIdentifier(name) || definition === undefined || handler === undefined) return;
    const local = resolveAlias(program, checker.getSymbolAtLocation(name));
    if (name.text !== "implement" && local?.name !== "implement") return;
    isServer = true;
    const service = bySymbol.get(symbolOf(definition) as tsTypes.Symbol);
    if (service === undefined) return;
    served.add(service.name);
    noteValue(handler, [{ service, has: () => true }]);
  }

  function symbolOf(node: tsTypes.Node): tsTypes.Symbol | undefined {
    return resolveAlias(program, checker.getSymbolAtLocation(node));
  }

  /** A value that is, or names, an object or an instance of a class of the author's. */
  function noteValue(value: tsTypes.Expression, list: readonly HandledService[], depth = 0): void {
    if (list.length === 0 || depth > maximumDepth) return;
    const inner = skipOuter(value);
    if (ts.isObjectLiteralExpression(inner)) note(inner, list);
    else if (ts.isClassExpression(inner)) note(inner, list);
    else if (ts.isNewExpression(inner)) noteValue(inner.expression, list, depth + 1);
    else if (ts.isIdentifier(inner)) {
      const declaration = symbolOf(inner)?.valueDeclaration;
      if (declaration === undefined || !authored.includes(declaration.getSourceFile())) return;
      if (ts.isClassDeclaration(declaration)) note(declaration, list);
      else if (ts.isVariableDeclaration(declaration) && declaration.initializer !== undefined) {
        noteValue(declaration.initializer, list, depth + 1);
      }
    }
  }

  function note(node: Handler["node"], list: readonly HandledService[]): void {
    if (list.length === 0 || !authored.includes(node.getSourceFile())) return;
    const known = found.get(node) ?? [];
    for (const handled of list) {
      const index = known.findIndex(({ service }) => service === handled.service);
      const other = known[index];
      if (other === undefined) known.push(handled);
      // Omit and Pick leave out methods on purpose.
      else known[index] = { service: other.service, has: (name) => other.has(name) && handled.has(name) };
    }
    found.set(node, known);
  }

  /** The services that a type is made of. */
  function servicesOf(type: tsTypes.Node, depth: number): readonly HandledService[] {
    if (depth > maximumDepth) return [];
    if (ts.isIntersectionTypeNode(type)) return type.types.flatMap((each) => servicesOf(each, depth + 1));
    if (ts.isParenthesizedTypeNode(type)) return servicesOf(type.type, depth + 1);
    const name = ts.isExpressionWithTypeArguments(type)
      ? type.expression
      : ts.isTypeReferenceNode(type)
        ? type.typeName
        : undefined;
    if (name === undefined || !(ts.isExpressionWithTypeArguments(type) || ts.isTypeReferenceNode(type))) {
      return [];
    }
    const [first, keys] = type.typeArguments ?? [];
    const text = name.getText();
    if (first !== undefined && wrappers.has(text)) {
      const inner = servicesOf(first, depth + 1);
      const listed = keys === undefined ? new Set<string>() : literalsOf(keys);
      if (text === "Omit") return inner.map((each) => narrow(each, (method) => !listed.has(method)));
      if (text === "Pick") return inner.map((each) => narrow(each, (method) => listed.has(method)));
      return inner;
    }
    const last = ts.isIdentifier(name)
      ? name
      : ts.isQualifiedName(name)
        ? name.right
        : ts.isPropertyAccessExpression(name)
          ? name.name
          : undefined;
    const own = last === undefined ? undefined : checker.getSymbolAtLocation(last);
    const symbol = resolveAlias(program, own);
    if (symbol === undefined) return [];
    const service = bySymbol.get(symbol);
    if (service !== undefined) return [{ service, has: () => true }];
    if (isGone(own)) gone.push(type);
    const declaration = symbol.declarations?.find(
      (each) => ts.isTypeAliasDeclaration(each) || ts.isInterfaceDeclaration(each),
    );
    if (declaration === undefined || !authored.includes(declaration.getSourceFile())) return [];
    if (ts.isTypeAliasDeclaration(declaration)) return servicesOf(declaration.type, depth + 1);
    if (!ts.isInterfaceDeclaration(declaration)) return [];
    return (declaration.heritageClauses ?? []).flatMap((clause) =>
      clause.types.flatMap((each) => servicesOf(each, depth + 1)),
    );
  }

  /** Whether a name is imported from a generated file that does not have it. */
  function isGone(symbol: tsTypes.Symbol | undefined): boolean {
    const specifier = symbol?.declarations?.find(ts.isImportSpecifier);
    if (specifier === undefined) return false;
    const source = checker.getSymbolAtLocation(specifier.parent.parent.parent.moduleSpecifier);
    const isGenerated =
      source?.declarations?.some((each) => generatedFiles.has(each.getSourceFile().fileName)) ?? false;
    return isGenerated && resolveAlias(program, symbol)?.declarations === undefined;
  }

  function literalsOf(type: tsTypes.TypeNode): ReadonlySet<string> {
    const each = checker.getTypeFromTypeNode(type);
    const types = each.isUnion() ? each.types : [each];
    return new Set(types.flatMap((literal) => (literal.isStringLiteral() ? [literal.value] : [])));
  }

  function isAmbient(node: tsTypes.ClassLikeDeclaration): boolean {
    return node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword) ?? false;
  }
}

const maximumDepth = 8;

const wrappers: ReadonlySet<string> = new Set(["Partial", "Required", "Readonly", "Omit", "Pick"]);

function narrow({ service, has }: HandledService, isIn: (method: string) => boolean): HandledService {
  return { service, has: (method) => has(method) && isIn(method) };
}
