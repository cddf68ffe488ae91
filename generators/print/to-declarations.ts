import type { Statement, Statements } from "./statements.ts";
import { toLiteralType } from "./to-literal-type.ts";
import { withoutMarks } from "./types.ts";

/**
 * The declarations of a file that `SourceFile` has printed, without a compiler: each export of it states its
 * type, or is a literal.
 */
export function toDeclarations({ header, statements }: Statements): string {
  const isExported = ({ code }: Statement): boolean => code.startsWith("export ");
  const names = wordsOf(statements.filter(isExported).map(declare).join("\n"));
  const isNeeded = (statement: Statement): boolean => isExported(statement) || names.has(nameOf(statement));
  const needed = statements.filter((statement) => !isImport(statement) && isNeeded(statement));
  const declarations = needed.map((statement) => `${statement.doc}${declare(statement)}`);
  const used = wordsOf(declarations.join("\n"));
  const imports = statements.filter(isImport).flatMap(({ code }) => keepUsed(withoutMarks(code), used) ?? []);
  // Without it everything in a file of declarations is exported.
  const end = needed.every(isExported) ? [] : ["export {};"];
  return [`${header}\n`, ...[...imports, ...declarations, ...end].map((each) => `${each}\n`)].join("");
}

const isImport = ({ code }: Statement): boolean => code.startsWith("import ");

function declare({ code, isType }: Statement): string {
  if (isType || code.startsWith("export *")) return code;
  if (code.startsWith("export {")) return withoutMarks(code);
  const [, modifier = "", kind] = /^(export )?(function|const) /.exec(code) ?? [];
  if (kind === "function") return `${modifier}declare ${declareFunction(code.slice(modifier.length))}`;
  if (kind === "const")
    return `${modifier}declare ${declareConst(withoutMarks(code.slice(modifier.length)))}`;
  throw new Error(`expected a statement that has a declaration, got ${JSON.stringify(code.slice(0, 80))}`);
}

/** The head of a function ends in its first line, or in the line that closes its parameters. */
function declareFunction(code: string): string {
  const lines = code.split("\n");
  const last = lines[0]?.endsWith("(") ? lines.findIndex((line) => line.startsWith(")")) : 0;
  const head = withoutMarks(lines.slice(0, last + 1).join("\n"));
  return `${head.replace(/ \{\}?$/, "").replaceAll(/(\w+) = \d+/g, "$1?: number")};`;
}

function declareConst(code: string): string {
  const [, head = "", literal] =
    /^(const [\w$]+)(?: =\s(.*?))?(?: as const(?: satisfies .*)?)?;?$/s.exec(code) ?? [];
  if (literal !== undefined) return `${head}: ${toLiteralType(literal)};`;
  return `${code.slice(0, endOfType(code)).trimEnd()};`;
}

/** Where the type of a constant ends and its value begins. */
function endOfType(code: string): number {
  return /^(?:"(?:[^"\\]|\\.)*"|=>|[^"=])*/.exec(code)?.[0].length ?? 0;
}

function nameOf({ code }: Statement): string {
  return /^(?:export )?(?:function|const|interface|type) ([\w$]+)/.exec(code)?.[1] ?? "";
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.match(/[\w$]+/g));
}

/** An import of the names that are used; undefined if none is. */
function keepUsed(code: string, used: ReadonlySet<string>): string | undefined {
  const [, open = "", names = "", from = ""] = /^(import (?:type )?\{)([^}]*)(\} from .*)$/s.exec(code) ?? [];
  if (open === "") return used.has(/ as ([\w$]+) from /.exec(code)?.[1] ?? "") ? code : undefined;
  const kept = names
    .split(",")
    .map((name) => name.trim())
    .filter((name) => used.has(name.split(" ").at(-1) ?? ""));
  return kept.length === 0 ? undefined : `${open} ${kept.join(", ")} ${from}`;
}
