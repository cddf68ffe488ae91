import type { ts as tsTypes } from "ts-morph";

export type TypeScript = typeof tsTypes;

/** A program of the author's files and of what was generated. */
export interface ProjectProgram {
  readonly ts: TypeScript;
  readonly checker: tsTypes.TypeChecker;
  /** The author's files. */
  readonly authored: readonly tsTypes.SourceFile[];
  readonly generated: readonly tsTypes.SourceFile[];
}

/** How messages go: `client` is a stream of requests, `server` one of answers. */
export type StreamKind = "unary" | "client" | "server" | "bidi";

/** A method as the generated interface of a service declares it. */
export interface GeneratedMethod {
  /** Name of the member, and as it is written: with quotes where it needs them. */
  readonly name: string;
  readonly written: string;
  readonly kind: StreamKind;
  readonly request: tsTypes.TypeNode;
  readonly response: tsTypes.TypeNode;
  /** The comment, "/** ... *\/", or "". */
  readonly comment: string;
}

export interface GeneratedService {
  readonly name: string;
  readonly symbol: tsTypes.Symbol;
  readonly file: tsTypes.SourceFile;
  readonly methods: readonly GeneratedMethod[];
}

export interface GeneratedExtension {
  /** The constant. */
  readonly name: string;
  readonly uri: string;
  readonly symbol: tsTypes.Symbol;
  readonly file: tsTypes.SourceFile;
  /** Names of the services that it adds. */
  readonly services: readonly string[];
}

/** The services of generated files: interfaces of which there is a definition as well. */
export function findServices({ ts, checker, generated }: ProjectProgram): readonly GeneratedService[] {
  return generated.flatMap((file) => {
    const definitions = new Set(constantsOf(ts, file, "ServiceDefinition").map(({ name }) => name.text));
    return file.statements.filter(ts.isInterfaceDeclaration).flatMap((node): GeneratedService[] => {
      const symbol = checker.getSymbolAtLocation(node.name);
      if (symbol === undefined || !definitions.has(node.name.text)) return [];
      const methods = node.members.flatMap((member) => readMethod(ts, file, member));
      return [{ name: node.name.text, symbol, file, methods }];
    });
  });
}

/** The extensions of generated files. */
export function findExtensions({ ts, checker, generated }: ProjectProgram): readonly GeneratedExtension[] {
  return generated.flatMap((file) =>
    constantsOf(ts, file, "Extension").flatMap(({ name, initializer }): GeneratedExtension[] => {
      const symbol = checker.getSymbolAtLocation(name);
      if (symbol === undefined || initializer === undefined || !ts.isCallExpression(initializer)) return [];
      const [fields] = initializer.arguments;
      if (fields === undefined || !ts.isObjectLiteralExpression(fields)) return [];
      const memberOf = (key: string): tsTypes.Expression | undefined =>
        fields.properties.filter(ts.isPropertyAssignment).find((each) => each.name.getText(file) === key)
          ?.initializer;
      const uri = memberOf("uri");
      const services = memberOf("services");
      return [
        {
          name: name.text,
          uri: uri !== undefined && ts.isStringLiteralLike(uri) ? uri.text : "",
          symbol,
          file,
          services:
            services !== undefined && ts.isArrayLiteralExpression(services)
              ? services.elements.map((each) => each.getText(file))
              : [],
        },
      ];
    }),
  );
}

/** The exported constants of a type of the runtime. */
export function constantsOf(
  ts: TypeScript,
  file: tsTypes.SourceFile,
  typeName: string,
): readonly (tsTypes.VariableDeclaration & { readonly name: tsTypes.Identifier })[] {
  return file.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .filter(
      (each): each is tsTypes.VariableDeclaration & { readonly name: tsTypes.Identifier } =>
        ts.isIdentifier(each.name) &&
        each.type !== undefined &&
        ts.isTypeReferenceNode(each.type) &&
        each.type.typeName.getText(file).split(".").at(-1) === typeName,
    );
}

function readMethod(
  ts: TypeScript,
  file: tsTypes.SourceFile,
  member: tsTypes.TypeElement,
): readonly GeneratedMethod[] {
  if (!ts.isMethodSignature(member)) return [];
  const { name, type, parameters } = member;
  const request = parameters[0]?.type;
  const text = ts.isStringLiteralLike(name) || ts.isIdentifier(name) ? name.text : undefined;
  if (text === undefined || type === undefined || request === undefined) return [];
  const fromStream = argumentOf(ts, file, request, "AsyncIterable");
  const toStream = argumentOf(ts, file, type, "AsyncIterable");
  const response = toStream ?? argumentOf(ts, file, type, "Promise");
  if (response === undefined) return [];
  const [comment] = ts.getJSDocCommentsAndTags(member);
  return [
    {
      name: text,
      written: name.getText(file),
      kind: kindOf(fromStream !== undefined, toStream !== undefined),
      request: fromStream ?? request,
      response,
      comment: comment === undefined ? "" : comment.getText(file),
    },
  ];
}

function kindOf(isClientStream: boolean, isServerStream: boolean): StreamKind {
  if (isClientStream) return isServerStream ? "bidi" : "client";
  return isServerStream ? "server" : "unary";
}

/** The one type argument of a type of that name, which may be written with what it is a member of. */
function argumentOf(
  ts: TypeScript,
  file: tsTypes.SourceFile,
  type: tsTypes.TypeNode,
  name: string,
): tsTypes.TypeNode | undefined {
  if (!ts.isTypeReferenceNode(type)) return undefined;
  return type.typeName.getText(file).split(".").at(-1) === name ? type.typeArguments?.[0] : undefined;
}

/** What a symbol stands for, behind imports. */
export function resolveAlias(
  { ts, checker }: Pick<ProjectProgram, "ts" | "checker">,
  symbol: tsTypes.Symbol | undefined,
): tsTypes.Symbol | undefined {
  if (symbol === undefined) return undefined;
  return (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
}
