/**
 * The comment of a proto as Markdown that can only be text: outside of code, `<` and `{` are written as
 * character references, so that no renderer takes them for HTML or MDX, and a link leads to http, https,
 * mailto or a relative path, or is text. Code is what every renderer takes for code: a block fenced from
 * the first column, a span that ends on its line. Where backticks are not in pairs, nothing is code.
 */
export function safeMarkdown(comment: string): string {
  const parts = toParts(comment.split(/\r\n|[\n\r]/));
  if (parts === undefined) return escapeText(comment);
  return parts
    .map((line) => line.map(({ isCode, text }) => (isCode ? text : escapeText(text))).join(""))
    .join("\n");
}

interface Part {
  readonly isCode: boolean;
  readonly text: string;
}

/** The parts of each line; undefined where a fence or a run of backticks is not closed. */
function toParts(lines: readonly string[]): readonly (readonly Part[])[] | undefined {
  const parts: (readonly Part[])[] = [];
  let closing: RegExp | undefined;
  for (const line of lines) {
    const fence = closing === undefined ? /^(?:`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[0] : undefined;
    if (closing !== undefined || fence !== undefined) {
      parts.push([{ isCode: true, text: line }]);
      if (closing?.test(line) === true) closing = undefined;
      else if (fence !== undefined) closing = new RegExp(`^ {0,3}${fence}${fence.charAt(0)}*\\s*$`);
    } else {
      const inline = inlineParts(line);
      if (inline === undefined) return undefined;
      parts.push(inline);
    }
  }
  return closing === undefined ? parts : undefined;
}

function inlineParts(line: string): readonly Part[] | undefined {
  const parts: Part[] = [];
  let at = 0;
  // Escaped characters, and runs of backticks.
  for (const { 0: run, index } of line.matchAll(/\\.|`+/g)) {
    if (index < at || !run.startsWith("`")) continue;
    const end = closingRun(line, index + run.length, run.length);
    if (end === undefined) return undefined;
    const span = line.slice(index, end);
    // Tables end a cell at a pipe, be it in a code span.
    parts.push({ isCode: false, text: line.slice(at, index) }, { isCode: !span.includes("|"), text: span });
    at = end;
  }
  return [...parts, { isCode: false, text: line.slice(at) }];
}

/** Where the run of that many backticks ends which closes a span; escapes do not count inside of it. */
function closingRun(line: string, from: number, length: number): number | undefined {
  const runs = /`+/g;
  runs.lastIndex = from;
  for (let run = runs.exec(line); run !== null; run = runs.exec(line)) {
    if (run[0].length === length) return run.index + length;
  }
  return undefined;
}

function escapeText(text: string): string {
  return text
    .replaceAll(/\](?=[(:])/g, (bracket, at: number) => (leadsToSafety(text, at + 2) ? bracket : "&#93;"))
    .replaceAll(/<(?!https?:\/\/[^\s<>]+>)/g, "&lt;")
    .replaceAll("{", "&#123;");
}

/** Whether what stands there is a destination of a link that is none to be afraid of. */
function leadsToSafety(text: string, at: number): boolean {
  const destination =
    /[ \t]*(?:https?:\/\/|mailto:|[^\s:&\\<()[\]/?#]*[/?#]|[^\s:&\\<()[\]/?#]+(?:[)\s]|$))/iy;
  destination.lastIndex = at;
  return destination.test(text);
}
