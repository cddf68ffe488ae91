import type { ts } from "ts-morph";
import { nodeOfType } from "./legacy-questions.ts";
import { namesOf } from "./legacy-schema.ts";
import type { Finding } from "./migrated-file.ts";
import { isLegacyFile, type TypeScript } from "./migration-context.ts";
import { type MigrationFacts, wrapperOf } from "./migration-facts.ts";

interface ErrorsInput {
  readonly ts: TypeScript;
  readonly facts: MigrationFacts;
  /** Errors that the files had before, by the key that `errorKey` gives. */
  readonly before: ReadonlySet<string>;
  /** The program with the migrated files. */
  readonly after: ts.Program;
}

/** Tells an error from others of its file wherever it stands. */
export function errorKey(typescript: TypeScript, { code, messageText }: ts.Diagnostic): string {
  return `${code} ${typescript.flattenDiagnosticMessageText(messageText, "\n")}`;
}

/** What does not compile any more in a migrated file, one finding for each line that has none yet. */
export function findErrors(path: string, known: readonly Finding[], input: ErrorsInput): readonly Finding[] {
  const { ts, after, before } = input;
  const file = after.getSourceFile(path);
  if (file === undefined) return known;
  const findings = [...known];
  for (const error of [...after.getSyntacticDiagnostics(file), ...after.getSemanticDiagnostics(file)]) {
    if (error.category !== ts.DiagnosticCategory.Error || error.start === undefined) continue;
    const { line, character } = file.getLineAndCharacterOfPosition(error.start);
    if (before.has(errorKey(ts, error)) || findings.some((one) => one.line === line + 1)) continue;
    findings.push({ line: line + 1, column: character + 1, message: explainError(error, file, input) });
  }
  return findings.sort((a, b) => a.line - b.line || a.column - b.column);
}

/** What the compiler says of a line, and what to do where a value meets code that still speaks 0.3. */
function explainError(error: ts.Diagnostic, file: ts.SourceFile, input: ErrorsInput): string {
  const { ts } = input;
  const [first = ""] = ts.flattenDiagnosticMessageText(error.messageText, "\n").split("\n");
  const said = `does not compile with the types of ${input.facts.packageName}: ${shorten(first)}`;
  const node = nodeAt(file, error.start ?? 0);
  const advice =
    node === undefined
      ? undefined
      : (adviceForCall(node, input) ?? adviceForRead(node, input) ?? adviceForJson(first));
  return advice === undefined ? said : `${said} ${advice}`;
}

function adviceForJson(message: string): string | undefined {
  const [, name] = /is not assignable to type '(Json(?:Object|Value))'/.exec(message) ?? [];
  return name === undefined ? undefined : `(what holds JSON is a ${name} of @a2agen/runtime)`;
}

/** Types of both packages have one name: where they are from says more than it helps. */
function shorten(message: string): string {
  return message.replace(/import\("[^"]*"\)\.\w+/g, (text) => text.slice(text.lastIndexOf(".") + 1));
}

function nodeAt(file: ts.SourceFile, position: number): ts.Node | undefined {
  let found: ts.Node = file;
  for (;;) {
    const inner: ts.Node | undefined = found.forEachChild((child) =>
      child.getStart(file) <= position && position < child.end ? child : undefined,
    );
    if (inner === undefined) return found === file ? undefined : found;
    found = inner;
  }
}

/** A value that is given to the SDK. */
function adviceForCall(node: ts.Node, { ts, after, facts }: ErrorsInput): string | undefined {
  const checker = after.getTypeChecker();
  let argument: ts.Node = node;
  for (let at = node.parent; at !== undefined; argument = at, at = at.parent) {
    if (ts.isFunctionLike(at) || ts.isSourceFile(at)) return undefined;
    if (!ts.isCallExpression(at) && !ts.isNewExpression(at)) continue;
    const given = at.arguments?.find((each) => each === argument);
    const declaration = checker.getResolvedSignature(at)?.declaration;
    if (given === undefined || declaration === undefined) continue;
    if (!isLegacyFile(declaration.getSourceFile().fileName)) continue;
    const translator = translatorFor(checker.getContextualType(given), { ts, checker, facts });
    if (translator === undefined) continue;
    const callee = at.expression.getText().replace(/\s+/g, " ").slice(0, 60);
    return `(${callee} takes values of 0.3: give it ${translator}.downgrade(...).value of @a2agen/translate, or replace it by createHostFamily or connect of @a2agen/runtime)`;
  }
  return undefined;
}

/** A value that comes from the SDK. */
function adviceForRead(node: ts.Node, { ts, after, facts }: ErrorsInput): string | undefined {
  const checker = after.getTypeChecker();
  const { parent } = node;
  const value =
    ts.isPropertyAccessExpression(parent) && parent.name === node
      ? parent.expression
      : ts.isExpression(node)
        ? node
        : undefined;
  if (value === undefined) return undefined;
  const translator = translatorFor(checker.getTypeAtLocation(value), { ts, checker, facts });
  return translator === undefined
    ? undefined
    : `(this is a value of 0.3: take ${translator}.upgrade(...).value of @a2agen/translate)`;
}

function translatorFor(
  type: ts.Type | undefined,
  { ts, checker, facts }: Pick<ErrorsInput, "ts" | "facts"> & { readonly checker: ts.TypeChecker },
): string | undefined {
  const node = nodeOfType({ ts, checker }, type);
  const names = node === undefined ? [] : namesOf(node);
  const wrapper = names.length > 1 ? wrapperOf(names) : undefined;
  const [only, ...more] = names;
  if (wrapper !== undefined) return facts.translatorOf(facts.wrapperType(wrapper));
  return only === undefined || more.length > 0 ? undefined : facts.translatorOf(only);
}
