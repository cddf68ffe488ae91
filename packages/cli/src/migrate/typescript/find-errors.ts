import { ts } from "ts-morph";
import { isLegacyNode } from "./context.ts";
import type { MigrationFacts } from "./facts.ts";
import { findWrapper, namesOf } from "./legacy-model.ts";
import type { Finding } from "./migrated-file.ts";
import { resolveType } from "./resolve-types.ts";

interface ErrorsInput {
  readonly facts: MigrationFacts;
  /** Errors that the files had before, as `errorKey` writes them. */
  readonly before: ReadonlySet<string>;
  /** The program with the migrated files. */
  readonly after: ts.Program;
}

/** Tells an error from others of its file wherever it stands. */
export function errorKey({ code, messageText }: ts.Diagnostic): string {
  return `${code} ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
}

/** Adds the errors that are new in a migrated file, one for each line without a finding. */
export function findErrors(path: string, known: readonly Finding[], input: ErrorsInput): readonly Finding[] {
  const { after, before } = input;
  const file = after.getSourceFile(path);
  if (file === undefined) return known;
  const findings = [...known];
  for (const error of [...after.getSyntacticDiagnostics(file), ...after.getSemanticDiagnostics(file)]) {
    if (error.category !== ts.DiagnosticCategory.Error || error.start === undefined) continue;
    const { line, character } = file.getLineAndCharacterOfPosition(error.start);
    if (before.has(errorKey(error)) || findings.some((one) => one.line === line + 1)) continue;
    findings.push({ line: line + 1, column: character + 1, message: explainError(error, file, input) });
  }
  return findings.sort((a, b) => a.line - b.line || a.column - b.column);
}

/** The message of the compiler, with advice where a value meets code that still speaks 0.3. */
function explainError(error: ts.Diagnostic, file: ts.SourceFile, input: ErrorsInput): string {
  const [first = ""] = ts.flattenDiagnosticMessageText(error.messageText, "\n").split("\n");
  // Types of both packages have the same names; their paths are noise.
  const message = first
    .replace(/import\("[^"]*"\)\.(\w+)/g, "$1")
    // The SDK is minified.
    .replace(/(?:[Pp]arameter of )?[Tt]ype '[a-z]{1,2}'/g, "a type of @a2a-js/sdk");
  const node = findNode(file, error.start ?? 0);
  const advice = node && (adviseCall(node, input) ?? adviseRead(node, input) ?? adviseJson(first));
  const said = `does not compile with the types of ${input.facts.packageName}: ${message}`;
  return advice === undefined ? said : `${said} ${advice}`;
}

function adviseJson(message: string): string | undefined {
  const [, name] = /is not assignable to type '(Json(?:Object|Value))'/.exec(message) ?? [];
  return name === undefined ? undefined : `(use ${name} of @a2agen/runtime for JSON)`;
}

/** The innermost node at a place. */
function findNode(node: ts.Node, position: number): ts.Node | undefined {
  const inner = node.forEachChild((child) =>
    child.getStart() <= position && position < child.end ? child : undefined,
  );
  if (inner === undefined) return ts.isSourceFile(node) ? undefined : node;
  return findNode(inner, position);
}

/** Advice for a value that is given to the SDK. */
function adviseCall(node: ts.Node, input: ErrorsInput): string | undefined {
  const checker = input.after.getTypeChecker();
  let argument = node;
  for (let at = node.parent; at !== undefined; argument = at, at = at.parent) {
    if (ts.isFunctionLike(at) || ts.isSourceFile(at)) return undefined;
    if (!ts.isCallExpression(at) && !ts.isNewExpression(at)) continue;
    const given = at.arguments?.find((each) => each === argument);
    const declaration = checker.getResolvedSignature(at)?.declaration;
    if (given === undefined || declaration === undefined || !isLegacyNode(declaration)) continue;
    const translator = findTranslator(checker.getContextualType(given), input);
    if (translator === undefined) continue;
    const callee = at.expression.getText().replace(/\s+/g, " ").slice(0, 60);
    return `(${callee} takes values of 0.3: pass it ${translator}.downgrade(...).value of @a2agen/translate, or replace it with createHostFamily or connect of @a2agen/runtime)`;
  }
  return undefined;
}

/** Advice for a value that comes from the SDK. */
function adviseRead(node: ts.Node, input: ErrorsInput): string | undefined {
  const { parent } = node;
  const isMember = ts.isPropertyAccessExpression(parent) && parent.name === node;
  const value = isMember ? parent.expression : node;
  if (!ts.isExpression(value)) return undefined;
  const translator = findTranslator(input.after.getTypeChecker().getTypeAtLocation(value), input);
  return translator && `(this is a value of 0.3: use ${translator}.upgrade(...).value of @a2agen/translate)`;
}

function findTranslator(type: ts.Type | undefined, { after, facts }: ErrorsInput): string | undefined {
  const names = namesOf(resolveType(after.getTypeChecker(), type));
  const wrapper = names.length > 1 ? findWrapper(names) : undefined;
  if (wrapper !== undefined) return facts.translatorOf(facts.wrapperType(wrapper));
  return names.length === 1 ? facts.translatorOf(names[0] ?? "") : undefined;
}
