const maximumWidth = 96;

/** A text in lines that fit into a comment. */
export function wrapText(text: string): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (longer.length > maximumWidth && line !== "") {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line].join("\n");
}
