import { createImportPlan } from "./import-plan.ts";
import { isPieces, type Piece } from "./piece.ts";
import { type ImportExtension, type PackageOf, resolveModule } from "./resolve-module.ts";
import { markTypes, withoutMarks } from "./types.ts";
import { maximumWidth, wrapCode } from "./wrap-code.ts";

/** A TypeScript file in the making: lines of pieces, indented by `block`; `toText` decides the imports. */
export interface SourceFile {
  /** Path below the output root, without extension. */
  readonly path: string;
  /** What the file is made from, if that is one file. */
  readonly source: string | undefined;
  /** The names that the file exports. */
  readonly exports: ReadonlySet<string>;
  /** Those of them that only generated code imports. */
  readonly internals: ReadonlySet<string>;
  /** Those of them that are types and no values. */
  readonly types: ReadonlySet<string>;
  /** Reserves an exported name before anything is printed: an import of the same name gets an alias. */
  declare(name: string, kind?: DeclaredKind): void;
  line(...pieces: readonly Piece[]): void;
  /** Prints what `body` prints one level deeper. */
  indent(body: () => void): void;
  /** Prints `open`, the indented body and `close`. */
  block(open: Piece, body: () => void, close: Piece): void;
  /** Prints a JSDoc comment; nothing for an empty text. */
  doc(text: string): void;
  blank(): void;
  /** Prints an `export` of another generated file, "./a2a/v1/a2a_types": of everything, or of some names. */
  exportFrom(from: string, names?: readonly ExportedName[]): void;
  /** The file as TypeScript. */
  toText(options: TextOptions): string;
  /** The file with marks around its types: `readStatements` makes JavaScript and declarations of it. */
  toMarkedText(options: TextOptions): string;
}

/** What a file declares: a value or a type for users, or something for generated code alone. */
export type DeclaredKind = "public" | "type" | "internal";

export interface ExportedName {
  readonly name: string;
  readonly isType: boolean;
  /** The name under which the file exports it, where that is another. */
  readonly as?: string;
}

export interface TextOptions {
  readonly header: string;
  readonly importExtension: ImportExtension;
  /** Says which generated files are imported from a package; none when absent. */
  readonly packageOf?: PackageOf;
}

/** Lines are joined in portions of this size: many short strings take more memory than their text. */
const textsInPortion = 600;

export function createSourceFile({ path, source }: { path: string; source?: string }): SourceFile {
  const self = `./${path}`;
  const declared = new Set<string>();
  const internals = new Set<string>();
  const types = new Set<string>();
  const imports = createImportPlan(declared);
  const portions: (string | ModuleRef)[] = [];
  let lines: string[] = [];
  let indent = "";
  const closePortion = (): void => {
    portions.push(lines.join(""));
    lines = [];
  };
  const toText = (piece: Piece): string => {
    if (typeof piece === "string") return piece;
    if (isPieces(piece)) {
      let text = "";
      for (const inner of piece) text += toText(inner);
      return text;
    }
    return piece.from === self ? piece.name : imports.localName(piece);
  };
  const file: SourceFile = {
    path,
    source,
    exports: declared,
    internals,
    types,
    declare(name, kind = "public") {
      declared.add(name);
      if (kind === "internal") internals.add(name);
      if (kind === "type") types.add(name);
    },
    line(...pieces) {
      const whole = toText(pieces);
      // Nearly every line is one that fits: the short way makes a fifth of the printing.
      if (indent.length + whole.length <= maximumWidth && !whole.includes("\n")) {
        lines.push(indent, whole, "\n");
      } else {
        for (const text of whole.split("\n")) {
          for (const line of wrapCode(text, indent)) lines.push(line, "\n");
        }
      }
      if (lines.length >= textsInPortion) closePortion();
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
      lines.push("\n");
    },
    exportFrom(from, names) {
      closePortion();
      portions.push({ from, names });
    },
    toText: (options) => withoutMarks(file.toMarkedText(options)),
    toMarkedText({ header, importExtension, packageOf }) {
      closePortion();
      const statements = imports.toText(path, importExtension, packageOf);
      const body = portions.map((portion) => {
        if (typeof portion === "string") return portion;
        const what = portion.names === undefined ? "*" : `{\n${portion.names.map(exportSpecifier).join("")}}`;
        return `export ${what} from ${JSON.stringify(resolveModule(path, portion.from, importExtension))};\n`;
      });
      return [header, "\n", statements, statements === "" ? "" : "\n", ...body].join("");
    },
  };
  return file;
}

/** A module of which the file exports everything, or some names. */
interface ModuleRef {
  readonly from: string;
  readonly names: readonly ExportedName[] | undefined;
}

function exportSpecifier({ name, isType, as = name }: ExportedName): string {
  const specifier = as === name ? name : `${name} as ${as}`;
  return isType ? markTypes(`  type ${specifier},\n`) : `  ${specifier},\n`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the marks of types are such characters
const needsCare = /[\u0001\u0002\n]|\*\//;

/** Lines of a JSDoc comment; a comment terminator inside the text is made harmless. */
function formatDoc(text: string): string[] {
  if (text === "") return [];
  if (text.length < 100 && !needsCare.test(text)) return [`/** ${text} */`];
  const lines = withoutMarks(text).replaceAll("*/", "*\\/").split("\n");
  const [first = ""] = lines;
  if (lines.length === 1 && first.length < 100) return [`/** ${first} */`];
  return ["/**", ...lines.map((line) => ` * ${line}`.trimEnd()), " */"];
}
