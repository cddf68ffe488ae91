/**
 * Markdown as one line that can stand in a cell of a table: pipes are escaped, paragraphs, list items
 * and lines of code blocks are kept apart by <br>, other line breaks become blanks.
 */
export function toMarkdownCell(markdown: string): string {
  const cell = { text: "", isOpen: false };
  let fence: string | undefined;
  for (const line of markdown.split(/\r\n|[\n\r\u2028\u2029]/)) {
    const opening = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined && opening !== undefined) {
      fence = opening;
      cell.isOpen = false;
    } else if (fence !== undefined && opening?.startsWith(fence) === true) {
      fence = undefined;
      cell.isOpen = false;
    } else if (fence === undefined) {
      addText(cell, line);
    } else {
      addCode(cell, line);
    }
  }
  return cell.text.replace(/\\?\|/g, "\\|");
}

interface Cell {
  text: string;
  /** Whether the next line continues the last one. */
  isOpen: boolean;
}

function addText(cell: Cell, line: string): void {
  const text = line.trim();
  if (text === "") {
    cell.isOpen = false;
    return;
  }
  const startsItem = /^(?:[-*+]|\d+[.)])\s/.test(text);
  const separator = cell.isOpen && !startsItem ? " " : "<br>";
  cell.text += cell.text === "" ? text : `${separator}${text}`;
  cell.isOpen = true;
}

function addCode(cell: Cell, line: string): void {
  if (line.trim() === "") return;
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = longest > 0 ? " " : "";
  cell.text += `${cell.text === "" ? "" : "<br>"}${fence}${pad}${line.trimEnd()}${pad}${fence}`;
}
