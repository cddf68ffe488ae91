import page from "../../../../docs/errors.md?raw";

/** What the page of errors says of a code, without its links; "" for an unknown one. */
export function explainCode(code: string): string {
  const wanted = code.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  return page
    .replaceAll(/<!--.*?-->\n/gs, "")
    .replaceAll(/\[([^\]\n]*)\]\([^)\n]*\)/g, "$1")
    .split(/^#+ /m)
    .filter((section) => !section.startsWith("Exit codes\n"))
    .map((section) => explainIn(section, wanted))
    .join("");
}

/** A section under the name of an error as a whole, or the rows of a table with the code. */
function explainIn(section: string, wanted: string): string {
  const [title = "", ...lines] = section.split("\n");
  const [head = [], , ...rows] = lines.filter((line) => line.startsWith("|")).map(readCells);
  const found = rows.filter((cells) => cells.some((cell) => cell.toLowerCase() === wanted));
  const isNamed = title.toLowerCase() === wanted;
  if (!isNamed && found.length === 0) return "";
  const texts = isNamed || head[0] === "version" ? lines.filter((line) => /^[^|]/.test(line)) : [];
  const shown = (isNamed ? rows : found).map((cells) =>
    cells.map((cell, at) => (head[at] === "" ? `  ${cell}\n` : `  ${head[at]}: ${cell}\n`)).join(""),
  );
  return `${[title, ...texts, ...shown].join("\n").trimEnd()}\n\n`;
}

const readCells = (line: string): readonly string[] =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll("`", ""));
