import { didYouMean } from "@a2agen/generators/naming/did-you-mean.ts";
import errors from "../../../../docs/errors.md?raw";
import requirements from "../../../../docs/probe-requirements.md?raw";

/** What the pages of errors and of requirements say of a code, without links; "" for an unknown one. */
export function explainCode(code: string): string {
  const wanted = code.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  return listSections()
    .map((section) => explainIn(section, wanted))
    .join("");
}

/** The end of an error about an unknown code: "; did you mean get.unknown?". */
export function suggestCode(code: string): string {
  const cells = listSections().flatMap((section) => section.split("\n").flatMap(readCells));
  return didYouMean(code, [...new Set(cells.filter((cell) => /^[\w.-]{3,}$/.test(cell)))]);
}

function listSections(): readonly string[] {
  return `${errors}\n${requirements}`
    .replaceAll(/<!--.*?-->\n/gs, "")
    .replaceAll(/\[([^\]\n]*)\]\([^)\n]*\)/g, "$1")
    .split(/^#+ /m)
    .filter((section) => !section.startsWith("Exit codes\n"));
}

/** A section under the name of an error as a whole, or the rows of a table with the code. */
function explainIn(section: string, wanted: string): string {
  const [title = "", ...lines] = section.split("\n");
  const [head = [], , ...rows] = lines.filter((line) => line.startsWith("|")).map(readCells);
  const found = rows.filter((cells) => cells.some((cell) => cell.toLowerCase().split(", ").includes(wanted)));
  const isNamed = title.toLowerCase() === wanted;
  if (!isNamed && found.length === 0) return "";
  const texts = isNamed || head[0] === "version" ? lines.filter((line) => /^[^|]/.test(line)) : [];
  const shown = (isNamed ? rows : found).map((cells) =>
    cells
      .map((cell, at) => (cell === "" ? "" : `  ${head[at] === "" ? "" : `${head[at]}: `}${cell}\n`))
      .join(""),
  );
  return `${[title, ...texts, ...shown].join("\n").trimEnd()}\n\n`;
}

const readCells = (line: string): readonly string[] =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll("`", ""));
