import { withoutMarks } from "./types.ts";

/** Characters of a line that is not broken. */
export const maximumWidth = 120;

/** A line of code as lines that fit, where it has brackets or an assignment to break at. */
export function wrapCode(text: string, outerIndent: string): readonly string[] {
  const line = text.trimStart();
  const indent = outerIndent + text.slice(0, text.length - line.length);
  const whole = indent + line;
  if (whole.length <= maximumWidth || isComment(line) || withoutMarks(whole).length <= maximumWidth)
    return [whole];
  return (
    wrapUnion(line, indent) ??
    wrapCondition(line, indent) ??
    wrapAssignment(line, indent) ??
    wrapBrackets(line, indent) ?? [whole]
  );
}

function isComment(line: string): boolean {
  return /^(\/?\*|\/\/)/.test(line);
}

/** The arms of `type A = B | C;` or `a: B | C;` get a line each. */
function wrapUnion(line: string, indent: string): readonly string[] | undefined {
  const [, head, arms] = /^((?:export )?type \w+ =|\w+\??:) ([\w$]+(?: \| [\w$]+)+;)$/.exec(line) ?? [];
  if (head === undefined || arms === undefined) return undefined;
  return [`${indent}${head}`, ...arms.split(" | ").map((arm) => `${indent}  | ${arm}`)];
}

/** `if (...) statement;` gets braces. */
function wrapCondition(line: string, indent: string): readonly string[] | undefined {
  if (!line.startsWith("if (") || line.endsWith("{")) return undefined;
  const [condition] = findGroups(line);
  if (condition === undefined) return undefined;
  const statement = line.slice(condition.end + 1).trimStart();
  if (statement === "") return undefined;
  return [
    ...wrapCode(`${line.slice(0, condition.end + 1)} {`, indent),
    ...wrapCode(statement, `${indent}  `),
    `${indent}}`,
  ];
}

/** `export const a: A = b;` continues on the next line, unless it has brackets to break at. */
function wrapAssignment(line: string, indent: string): readonly string[] | undefined {
  const at = /^(export )?(const|let|type) /.test(line) ? line.indexOf(" = ") : -1;
  if (at < 0 || /[([{]/.test(line.slice(at))) return undefined;
  return [`${indent}${line.slice(0, at)} =`, `${indent}  ${line.slice(at + " = ".length)}`];
}

/** The arguments, parameters or members in the last brackets get a line each. */
function wrapBrackets(line: string, indent: string): readonly string[] | undefined {
  const group = findGroups(line).findLast(({ start, end }) => isList(line, start, end));
  if (group === undefined) return undefined;
  const { start, end, commas } = group;
  const bounds = [start, ...commas, end];
  const items = commas.map((comma, i) => line.slice((bounds[i] ?? start) + 1, comma));
  const last = line.slice((bounds.at(-2) ?? start) + 1, end);
  return [
    `${indent}${line.slice(0, start + 1)}`,
    ...[...items, last].flatMap((item) => wrapCode(`${item.trim()},`, `${indent}  `)),
    ...wrapCode(line.slice(end), indent),
  ];
}

/** Arguments, parameters, elements or members; not a parenthesized expression, a block, or an index. */
function isList(line: string, start: number, end: number): boolean {
  if (end - start === 1) return false;
  if (line[start] === "[") return !/(?:[\w$)\]]|\?\.)$/.test(withoutMarks(line.slice(0, start)));
  if (line[start] === "{") return !line.slice(start, end).includes(";");
  const before = withoutMarks(line.slice(0, start));
  return /[\w$>\])]$/.test(before) && !/\b(as|case|for|if|in|of|return|switch|while)$/.test(before);
}

/** Brackets that no others hold, and their commas. */
interface Group {
  readonly start: number;
  readonly end: number;
  readonly commas: readonly number[];
}

/** None in a line with a slash outside of strings: it can begin a regular expression or a comment. */
function findGroups(line: string): readonly Group[] {
  const groups: Group[] = [];
  const open: { readonly start: number; readonly commas: number[] }[] = [];
  for (let i = 0; i < line.length; i++) {
    switch (line[i] ?? "") {
      case '"':
        i = skipString(line, i);
        break;
      case "`":
        return [];
      case "/":
        if (!line.startsWith("/* @__PURE__ */", i)) return [];
        i += "/* @__PURE__ */".length - 1;
        break;
      case "(":
      case "[":
      case "{":
        open.push({ start: i, commas: [] });
        break;
      case ")":
      case "]":
      case "}": {
        const group = open.pop();
        if (group === undefined) return [];
        if (open.length === 0) groups.push({ ...group, end: i });
        break;
      }
      case ",":
        if (isBetweenItems(line, i)) open.at(-1)?.commas.push(i);
    }
  }
  return groups;
}

/** Commas between type arguments, `Record<string, Part>`, are none between items. */
function isBetweenItems(line: string, comma: number): boolean {
  let depth = 0;
  for (let i = comma - 1; i >= 0 && !"([{".includes(line[i] ?? ""); i--) {
    if (line[i] === ">" && line[i - 1] !== "=") depth++;
    else if (line[i] === "<") depth--;
    if (depth < 0) return false;
  }
  return true;
}

function skipString(line: string, start: number): number {
  for (let i = start + 1; i < line.length; i++) {
    if (line[i] === "\\") i++;
    else if (line[i] === '"') return i;
  }
  return line.length;
}
