/** A statement at the top of a file. */
export interface Statement {
  /** The comment before it. */
  readonly doc: string;
  readonly code: string;
  /** True for what JavaScript does not have: an interface, a type, an import of types alone. */
  readonly isType: boolean;
}

/** What a file consists of. */
export interface Statements {
  /** The comments at its top, each line with its end. */
  readonly header: string;
  readonly statements: readonly Statement[];
}

const typeStart = /^(?:(?:export )?(?:interface|type) |import type )/;

/** Reads a file that `SourceFile` has printed: statements begin at the margin, their other lines do not. */
export function readStatements(text: string): Statements {
  const header = /^(?:\/\/.*\n)*/.exec(text)?.[0] ?? "";
  const statements: Statement[] = [];
  let doc: string[] = [];
  let code: string[] = [];
  const close = (): void => {
    if (code.length === 0) return;
    const own = code.join("\n").trimEnd();
    statements.push({ doc: doc.map((line) => `${line}\n`).join(""), code: own, isType: typeStart.test(own) });
    doc = [];
    code = [];
  };
  for (const line of text.slice(header.length).split("\n")) {
    const isStart = /^[A-Za-z]/.test(line);
    if (isStart || line.startsWith("/")) close();
    if (isStart || code.length > 0) code.push(line);
    else if (line !== "") doc.push(line);
  }
  close();
  return { header, statements };
}
