import { readStatements } from "../print/statements.ts";

/** Makes JavaScript of a TypeScript file that we have printed. */
export type RemoveTypes = (text: string) => string;

/**
 * Loads what removes types, here and not before. It is no compiler: to load one takes longer than to generate, and
 * generated code has only types to remove.
 */
export async function loadRemoveTypes(): Promise<RemoveTypes> {
  const { transform } = await import("sucrase");
  return (text) => {
    const { header, statements } = readStatements(text);
    const kept = statements.filter(({ isType }) => !isType).map(({ doc, code }) => `${doc}${code}\n`);
    if (kept.length === 0) return `${header}\nexport {};\n`;
    const options = { keepUnusedImports: true, disableESTransforms: true };
    const { text: short, restore } = withoutPlainLines(`${header}\n${kept.join("")}`);
    return restore(transform(short, { ...options, transforms: ["typescript"] }).code);
  };
}

interface ShortText {
  readonly text: string;
  readonly restore: (text: string) => string;
}

/** A text in which comments stand for statements without types: most of the lines, which then need no parser. */
function withoutPlainLines(text: string): ShortText {
  const plain: string[] = [];
  let before = "";
  const lines = text.split("\n").map((line) => {
    // After anything else a line goes on with an expression.
    const begins = /[;{}:]$/.test(before);
    before = line;
    if (!begins || !isPlain(line)) return line;
    plain.push(line);
    return `/*@${plain.length - 1}*/`;
  });
  return {
    text: lines.join("\n"),
    restore: (short) => short.replace(/\/\*@(\d+)\*\//g, (_, at: string) => plain[Number(at)] ?? ""),
  };
}

/** Whether a line of a function is a whole statement that has nothing of TypeScript. */
function isPlain(line: string): boolean {
  return (
    /^ +[\w$(][^:<`/]*;$/.test(line) &&
    !/[\w$)\]]!| (?:as|satisfies) |\b(?:abstract|declare|override|private|protected|public|readonly|type)\b/.test(
      line,
    ) &&
    isBalanced(line)
  );
}

function isBalanced(line: string): boolean {
  let open = 0;
  for (const bracket of line.match(/[()[\]{}]/g) ?? []) {
    open += "([{".includes(bracket) ? 1 : -1;
    if (open < 0) return false;
  }
  return open === 0;
}
