/** The calls, and what each of them makes a table of. */
export const callTable = {
  proto_to_table: "message",
  proto_enum_to_table: "enum",
  proto_service_to_table: "service",
} as const;

export type CallName = keyof typeof callTable;
export type CallKind = (typeof callTable)[CallName];

/** A call in a document; offsets are those of its text. */
export interface Call {
  readonly kind: CallKind;
  readonly start: number;
  readonly end: number;
  readonly proto: Argument;
  readonly type: Argument;
}

export interface Argument {
  readonly text: string;
  readonly offset: number;
}

/** A malformed or misplaced call. */
export interface CallProblem {
  readonly code: "malformed-call" | "unknown-call" | "call-not-alone";
  readonly offset: number;
  readonly message: string;
}

export interface FoundCalls {
  readonly calls: readonly Call[];
  readonly problems: readonly CallProblem[];
}

/** Finds the calls of a document outside of code, comments and raw blocks. */
export function findCalls(text: string): FoundCalls {
  const calls: Call[] = [];
  const problems: CallProblem[] = [];
  const token =
    /^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)*(`{3,}|~{3,})|`+|<!--|\{#|\{%[-+]?\s*raw\s*[-+]?%\}|\{\{/gm;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [found, fence] = match;
    if (found === "{{") {
      const result = readCall(text, match.index);
      if (result === undefined) continue;
      if ("kind" in result) calls.push(result);
      else problems.push(result);
      token.lastIndex = "kind" in result ? result.end : result.offset + found.length;
    } else {
      token.lastIndex = skip(text, { found, fence, start: match.index });
    }
  }
  const alone = calls.filter((call) => isAlone(text, call));
  for (const call of calls.filter((candidate) => !alone.includes(candidate))) {
    const message = "a call becomes a table and has to stand on a line of its own; move what is beside it";
    problems.push({ code: "call-not-alone", offset: call.start, message });
  }
  return { calls: alone, problems: problems.sort((a, b) => a.offset - b.offset) };
}

interface Opening {
  readonly found: string;
  readonly fence: string | undefined;
  readonly start: number;
}

/** The offset behind code, a comment or a raw block, or behind its opening when it is not closed. */
function skip(text: string, { found, fence, start }: Opening): number {
  const behind = start + found.length;
  if (fence !== undefined) {
    const lineEnd = endOfLine(text, behind);
    // What follows the fence on its line cannot hold backticks: then it is code in a line of text.
    if (fence.startsWith("`") && text.slice(behind, lineEnd).includes("`")) {
      return skipSpan(text, fence, behind);
    }
    const closing = new RegExp(`^[ \\t>]*${fence.charAt(0)}{${fence.length},}[ \\t]*\\r?$`, "gm");
    closing.lastIndex = lineEnd;
    return closing.exec(text) === null ? text.length : closing.lastIndex;
  }
  if (found.startsWith("`")) return skipSpan(text, found, behind);
  const closing = found === "<!--" ? /-->/g : found === "{#" ? /#\}/g : /\{%[-+]?\s*endraw\s*[-+]?%\}/g;
  closing.lastIndex = behind;
  return closing.exec(text) === null ? behind : closing.lastIndex;
}

/** A code span ends with as many backticks as it begins with, in the same paragraph. */
function skipSpan(text: string, opening: string, behind: number): number {
  const run = /`+|\r?\n[ \t]*\r?\n/g;
  run.lastIndex = behind;
  for (let match = run.exec(text); match !== null; match = run.exec(text)) {
    if (match[0] === opening) return run.lastIndex;
    if (!match[0].startsWith("`")) return behind;
  }
  return behind;
}

const stringPattern = String.raw`(?:"[^"\r\n]*"|'[^'\r\n]*')`;
const callPattern = new RegExp(
  String.raw`\{\{\s*(proto_\w*)\s*\(\s*(${stringPattern})\s*,\s*(${stringPattern})\s*\)\s*\}\}`,
  "dy",
);

/** Reads the call at an offset; undefined where something else is called. */
function readCall(text: string, start: number): Call | CallProblem | undefined {
  const begin = /\{\{[-+]?\s*(proto_\w*)/y;
  begin.lastIndex = start;
  const name = begin.exec(text)?.[1];
  if (name === undefined) return undefined;
  if (!isCallName(name)) {
    const message = `there is no ${name}; the calls are ${Object.keys(callTable).join(", ")}`;
    return { code: "unknown-call", offset: start, message };
  }
  callPattern.lastIndex = start;
  const match = callPattern.exec(text);
  const [, , proto, type] = match?.indices ?? [];
  if (proto === undefined || type === undefined) {
    const found = Buffer.from(text.slice(start, endOfLine(text, start)), "latin1")
      .toString("utf8")
      .trimEnd();
    const message = `expected {{ ${name}("PROTO", "NAME") }}; found ${found}`;
    return { code: "malformed-call", offset: start, message };
  }
  const argument = ([from, to]: [number, number]): Argument => ({
    text: Buffer.from(text.slice(from + 1, to - 1), "latin1").toString("utf8"),
    offset: from,
  });
  return {
    kind: callTable[name],
    start,
    end: callPattern.lastIndex,
    proto: argument(proto),
    type: argument(type),
  };
}

function isCallName(name: string): name is CallName {
  return Object.hasOwn(callTable, name);
}

function isAlone(text: string, { start, end }: Call): boolean {
  const before = text.slice(text.lastIndexOf("\n", start - 1) + 1, start).replace(/^\xEF\xBB\xBF/, "");
  return /^[ \t>]*$/.test(before) && text.slice(end, endOfLine(text, end)).trim() === "";
}

/** The offset of the line break, or of the end. */
function endOfLine(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end === -1 ? text.length : end;
}
