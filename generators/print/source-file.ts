import { createImportPlan, type PlannedImport } from "./import-plan.ts";
import { type ModuleRef, type Piece, visitPieces } from "./piece.ts";
import { type ImportExtension, resolveModule } from "./resolve-module.ts";

/** A TypeScript file in the making: lines of pieces, indented by `block`; `toText` decides the imports. */
export interface SourceFile {
  /** Path below the output root, without extension. */
  readonly path: string;
  /** What the file is made from, if that is one file. */
  readonly source: string | undefined;
  /** The names that the file exports. */
  readonly exports: ReadonlySet<string>;
  /** Reserves a name that the file exports, so that an import of the same name gets an alias. */
  declare(name: string): void;
  line(...pieces: readonly Piece[]): void;
  /** Prints what `body` prints one level deeper. */
  indent(body: () => void): void;
  /** Prints `open`, the indented body and `close`. */
  block(open: Piece, body: () => void, close: Piece): void;
  /** Prints a JSDoc comment; nothing for an empty text. */
  doc(text: string): void;
  blank(): void;
  toText(options: { readonly header: string; readonly importExtension: ImportExtension }): string;
}

export function createSourceFile({ path, source }: { path: string; source?: string }): SourceFile {
  const self = `./${path}`;
  const declared = new Set<string>();
  const imports = createImportPlan();
  // Finished text, and between it what is known at the end only.
  const chunks: (string | PlannedImport | ModuleRef)[] = [];
  let text = "";
  let indent = "";
  const pushChunk = (chunk: PlannedImport | ModuleRef): void => {
    chunks.push(text, chunk);
    text = "";
  };
  const print = (piece: Piece): void => {
    visitPieces(piece, (atom) => {
      if (typeof atom === "string") text += atom;
      else if (atom.kind === "module") pushChunk(atom);
      else if (atom.from === self) text += atom.name;
      else pushChunk(imports.add(atom));
    });
  };
  const file: SourceFile = {
    path,
    source,
    exports: declared,
    declare(name) {
      declared.add(name);
    },
    line(...pieces) {
      text += indent;
      pieces.forEach(print);
      text += "\n";
    },
    indent(body) {
      const before = indent;
      indent += "  ";
      body();
      indent = before;
    },
    block(open, body, close) {
      file.line(open);
      file.indent(body);
      file.line(close);
    },
    doc(comment) {
      for (const line of formatDoc(comment)) file.line(line);
    },
    blank() {
      text += "\n";
    },
    toText({ header, importExtension }) {
      imports.assignNames(declared);
      const statements = imports.toText(path, importExtension);
      const body = chunks.map((chunk) => {
        if (typeof chunk === "string") return chunk;
        if (chunk.kind === "planned") return chunk.local;
        return JSON.stringify(resolveModule(path, chunk.from, importExtension));
      });
      return [header, "\n", statements, statements === "" ? "" : "\n", ...body, text].join("");
    },
  };
  return file;
}

/** Lines of a JSDoc comment; a comment terminator inside the text is made harmless. */
function formatDoc(text: string): string[] {
  if (text === "") return [];
  const lines = text.replaceAll("*/", "*\\/").split("\n");
  const [first = ""] = lines;
  if (lines.length === 1 && first.length < 100) return [`/** ${first} */`];
  return ["/**", ...lines.map((line) => ` * ${line}`.trimEnd()), " */"];
}
