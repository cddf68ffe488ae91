/** Where something stands in a document; line and column begin at 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Finds the positions of offsets in a document whose bytes are the characters of `text`. */
export function createPositions(text: string): (offset: number) => TextPosition {
  const starts = [0];
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
  return (offset) => {
    let line = 0;
    let high = starts.length - 1;
    while (line < high) {
      const middle = Math.ceil((line + high) / 2);
      if ((starts[middle] ?? 0) <= offset) line = middle;
      else high = middle - 1;
    }
    const before = Buffer.from(text.slice(starts[line], offset), "latin1").toString("utf8");
    return { line: line + 1, column: before.replace(/^\uFEFF/, "").length + 1 };
  };
}
