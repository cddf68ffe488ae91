import type { ts as tsTypes } from "ts-morph";
import type { Handler } from "./find-handlers.ts";
import type { GeneratedMethod, GeneratedService, ProjectProgram } from "./generated-code.ts";

/** Something a person has to look at. */
export interface Remark {
  readonly node: tsTypes.Node;
  readonly message: string;
}

export interface Inspection {
  readonly missing: readonly { readonly service: GeneratedService; readonly method: GeneratedMethod }[];
  readonly remarks: readonly Remark[];
}

/** Compares what a handler has with what its services ask for. */
export function inspectHandler(program: ProjectProgram, handler: Handler): Inspection {
  const { ts } = program;
  const { node, services } = handler;
  const type = instanceType(program, node);
  const unknownBase = findUnknownBase(program, node);
  if (unknownBase !== undefined) {
    const message = `it cannot be seen what ${nameOf(handler)} inherits, so that nothing is added to it; expected types for ${unknownBase.getText()}: run "npm install"`;
    return { missing: [], remarks: [{ node: unknownBase, message }] };
  }
  const missing: { service: GeneratedService; method: GeneratedMethod }[] = [];
  const remarks: Remark[] = [];
  const names = new Set(services.flatMap(({ service }) => service.methods.map(({ name }) => name)));
  for (const { service, has } of services) {
    for (const method of service.methods) {
      if (!has(method.name) || missing.some((other) => other.method.name === method.name)) continue;
      const property = type.getProperty(method.name);
      if (property === undefined) missing.push({ service, method });
      else remarks.push(...compareKind(program, { property, method, node }));
    }
  }
  for (const member of ts.isClassLike(node) ? node.members : node.properties) {
    const name = member.name;
    if (
      name === undefined ||
      !isOwnMethod(ts, member) ||
      !(ts.isIdentifier(name) || ts.isStringLiteral(name))
    ) {
      continue;
    }
    if (names.has(name.text) || !takesGenerated(program, member)) continue;
    const list = services.map(({ service }) => service.name).join(", ");
    remarks.push({
      node: name,
      message: `${name.text} is no rpc of ${list}, or is none any more; it was left as it is: take it out, or give it another name`,
    });
  }
  return { missing, remarks };
}

/** How messages name a handler. */
export function nameOf({ node }: Pick<Handler, "node">): string {
  if ("name" in node && node.name !== undefined) return node.name.getText();
  const { parent } = node;
  const name = "name" in parent ? (parent as { readonly name?: tsTypes.Node }).name : undefined;
  return name === undefined ? "what answers here" : name.getText();
}

function instanceType({ ts, checker }: ProjectProgram, node: Handler["node"]): tsTypes.Type {
  const type = checker.getTypeAtLocation(node);
  if (!ts.isClassExpression(node)) return type;
  return checker.getSignaturesOfType(type, ts.SignatureKind.Construct)[0]?.getReturnType() ?? type;
}

/** What a class extends, when its types are not there. */
function findUnknownBase({ ts, checker }: ProjectProgram, node: Handler["node"]): tsTypes.Node | undefined {
  if (!ts.isClassLike(node)) return undefined;
  const base = node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0];
  if (base === undefined) return undefined;
  return (checker.getTypeAtLocation(base.expression).flags & ts.TypeFlags.Any) === 0 ? undefined : base;
}

interface CompareInit {
  readonly property: tsTypes.Symbol;
  readonly method: GeneratedMethod;
  readonly node: tsTypes.Node;
}

/** Says when a method answers with a stream and should not, or the other way round, or takes one. */
function compareKind(
  { ts, checker }: ProjectProgram,
  { property, method, node }: CompareInit,
): readonly Remark[] {
  const [declaration] = property.declarations ?? [];
  const signature = checker
    .getTypeOfSymbolAtLocation(property, node)
    .getNonNullableType()
    .getCallSignatures()[0];
  if (declaration === undefined || signature === undefined) return [];
  const remarks: Remark[] = [];
  const place = declaration.getSourceFile() === node.getSourceFile() ? declaration : node;
  const result = signature.getReturnType();
  const isStream = method.kind === "server" || method.kind === "bidi";
  if (isStream && isPromise(checker, result) && !isIterable(result)) {
    const message = `${method.name}: the rpc answers with a stream: expected an async iterable, such as "async *${method.name}" gives; found a promise`;
    remarks.push({ node: place, message });
  }
  if (!isStream && isIterable(result)) {
    const message = `${method.name}: the rpc answers with one message: expected a promise, such as "async ${method.name}" gives; found an async iterable`;
    remarks.push({ node: place, message });
  }
  const parameter = signature.parameters[0];
  if (parameter === undefined) return remarks;
  const given = checker.getTypeOfSymbolAtLocation(parameter, node);
  const takesStream = method.kind === "client" || method.kind === "bidi";
  const isTold = (given.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) === 0;
  if (isTold && takesStream !== isIterable(given)) {
    const [expected, found] = takesStream
      ? ["a stream of requests", "one request"]
      : ["one request", "a stream of requests"];
    remarks.push({
      node: place,
      message: `${method.name}: the rpc takes ${expected}: expected ${takesStream ? "an async iterable" : "a message"} as its first parameter; found ${found}`,
    });
  }
  return remarks;
}

function isIterable(type: tsTypes.Type): boolean {
  return type.getProperties().some(({ name }) => name.startsWith("__@asyncIterator"));
}

function isPromise(checker: tsTypes.TypeChecker, type: tsTypes.Type): boolean {
  return checker.getPropertyOfType(type, "then") !== undefined;
}

function isOwnMethod(
  ts: ProjectProgram["ts"],
  member: tsTypes.ClassElement | tsTypes.ObjectLiteralElement,
): boolean {
  if (!ts.isMethodDeclaration(member)) return false;
  const hidden: readonly tsTypes.SyntaxKind[] = [
    ts.SyntaxKind.PrivateKeyword,
    ts.SyntaxKind.ProtectedKeyword,
    ts.SyntaxKind.StaticKeyword,
    ts.SyntaxKind.OverrideKeyword,
  ];
  return !(member.modifiers?.some(({ kind }) => hidden.includes(kind)) ?? false);
}

/** Whether the first parameter is of a type that was imported from generated code, as that of a handler is. */
function takesGenerated(
  { ts, checker, generated }: ProjectProgram,
  member: tsTypes.ClassElement | tsTypes.ObjectLiteralElement,
): boolean {
  const type = ts.isMethodDeclaration(member) ? member.parameters[0]?.type : undefined;
  if (type === undefined || !ts.isTypeReferenceNode(type) || !ts.isIdentifier(type.typeName)) return false;
  const files = new Set(generated.map(({ fileName }) => fileName));
  const specifier = checker.getSymbolAtLocation(type.typeName)?.declarations?.find(ts.isImportSpecifier);
  if (specifier === undefined) return false;
  const source = checker.getSymbolAtLocation(specifier.parent.parent.parent.moduleSpecifier);
  // A module that is gone was generated once, by its name.
  const text = specifier.parent.parent.parent.moduleSpecifier.getText();
  if (source === undefined) return /_types(?:\.[jt]s)?["']$/.test(text) && /["'][.#@]/.test(text);
  return source.declarations?.some((each) => files.has(each.getSourceFile().fileName)) ?? false;
}
