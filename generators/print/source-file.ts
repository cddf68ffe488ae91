import { compareCodeUnits } from "../naming/order.ts";

/** A name that the printed file takes from another module; the printer decides on the import at the end. */
export interface ImportRef {
  readonly kind: "import";
  readonly name: string;
  /** A package ("@a2agen/runtime") or a file below the output root without extension ("./a2a/v1/a2a_types"). */
  readonly from: string;
  readonly typeOnly: boolean;
}

/** The quoted path of another module, as an import would have it. */
export interface ModuleRef {
  readonly kind: "module";
  readonly from: string;
}

/** What a line is made of. */
export type Piece = string | ImportRef | ModuleRef | readonly Piece[];

/** How an import of a generated file ends: "import_extension" of the plugins. */
export type ImportExtension = "none" | "js" | "ts";

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

/** Builds a reference to a value of another module. */
export function importValue(name: string, from: string): ImportRef {
  return { kind: "import", name, from, typeOnly: false };
}

/** Builds a reference to a type of another module. */
export function importType(name: string, from: string): ImportRef {
  return { kind: "import", name, from, typeOnly: true };
}

/** Builds the path of another module, for `export * from`. */
export function exportAll(from: string): ModuleRef {
  return { kind: "module", from };
}

/** Pieces from a template literal, so that code reads as code: code`x = ${ref};`. */
export function code(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Piece {
  const all: Piece[] = [];
  strings.forEach((text, i) => {
    if (text !== "") all.push(text);
    const piece = pieces[i];
    if (piece !== undefined && piece !== "") all.push(piece);
  });
  return all;
}

/** Joins pieces with a separator. */
export function join(pieces: readonly Piece[], separator: string): Piece {
  return pieces.flatMap((piece, i) => (i === 0 ? [piece] : [separator, piece]));
}

interface Line {
  readonly indent: number;
  readonly pieces: readonly Piece[];
}

export function createSourceFile({ path, source }: { path: string; source?: string }): SourceFile {
  const lines: Line[] = [];
  const declared = new Set<string>();
  let indent = 0;
  const file: SourceFile = {
    path,
    source,
    exports: declared,
    declare(name) {
      declared.add(name);
    },
    line(...pieces) {
      lines.push({ indent, pieces });
    },
    indent(body) {
      indent++;
      body();
      indent--;
    },
    block(open, body, close) {
      file.line(open);
      file.indent(body);
      file.line(close);
    },
    doc(text) {
      for (const line of formatDoc(text)) file.line(line);
    },
    blank() {
      lines.push({ indent: 0, pieces: [] });
    },
    toText({ header, importExtension }) {
      const imports = planImports(lines, { declared, self: `./${path}` });
      const parts = [header];
      const statements = printImports(imports, path, importExtension);
      if (statements !== "") parts.push("\n", statements);
      parts.push("\n");
      const resolveAll = (pieces: readonly Piece[]): string =>
        pieces
          .map((piece) => {
            if (typeof piece === "string") return piece;
            if (isPieces(piece)) return resolveAll(piece);
            if (piece.kind === "module")
              return JSON.stringify(resolveModule(path, piece.from, importExtension));
            // What is not in the plan is the file's own.
            return imports.get(importKey(piece))?.local ?? piece.name;
          })
          .join("");
      for (const line of lines) {
        const text = resolveAll(line.pieces);
        parts.push(text === "" ? "\n" : `${"  ".repeat(line.indent)}${text}\n`);
      }
      return parts.join("");
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

interface PlannedImport {
  readonly name: string;
  readonly from: string;
  local: string;
  typeOnly: boolean;
}

type ImportPlan = ReadonlyMap<string, PlannedImport>;

function importKey(ref: ImportRef): string {
  return `${ref.from} ${ref.name}`;
}

/** Plans an import for every reference but those to `self`, the file's own names. */
function planImports(
  lines: readonly Line[],
  { declared, self }: { declared: ReadonlySet<string>; self: string },
): ImportPlan {
  const plan = new Map<string, PlannedImport>();
  const visit = (piece: Piece): void => {
    if (typeof piece === "string") return;
    if (isPieces(piece)) {
      piece.forEach(visit);
      return;
    }
    if (piece.kind === "module" || piece.from === self) return;
    const planned = plan.get(importKey(piece));
    if (planned === undefined) {
      plan.set(importKey(piece), {
        name: piece.name,
        from: piece.from,
        local: piece.name,
        typeOnly: piece.typeOnly,
      });
    } else if (!piece.typeOnly) {
      planned.typeOnly = false;
    }
  };
  for (const line of lines) line.pieces.forEach(visit);
  const taken = new Set([...declared, ...globalsInUse]);
  for (const planned of [...plan.values()].sort(compareImports)) {
    for (let i = 1; taken.has(planned.local); i++) planned.local = `${planned.name}$${i}`;
    taken.add(planned.local);
  }
  return plan;
}

/** Globals that generated code refers to; an imported type of the same name gets an alias. */
const globalsInUse = ["JSON", "Object", "Record", "Uint8Array", "undefined"];

function compareImports(a: PlannedImport, b: PlannedImport): number {
  const relative = Number(a.from.startsWith(".")) - Number(b.from.startsWith("."));
  return relative || compareCodeUnits(a.from, b.from) || compareCodeUnits(a.name, b.name);
}

function printImports(plan: ImportPlan, path: string, extension: ImportExtension): string {
  const modules = new Map<string, PlannedImport[]>();
  for (const planned of [...plan.values()].sort(compareImports)) {
    const names = modules.get(planned.from);
    if (names === undefined) modules.set(planned.from, [planned]);
    else names.push(planned);
  }
  let text = "";
  for (const [from, names] of modules) {
    const onlyTypes = names.every((planned) => planned.typeOnly);
    const specifiers = names.map((planned) => {
      const alias = planned.local === planned.name ? planned.name : `${planned.name} as ${planned.local}`;
      return planned.typeOnly && !onlyTypes ? `type ${alias}` : alias;
    });
    const head = onlyTypes ? "import type" : "import";
    const tail = `from ${JSON.stringify(resolveModule(path, from, extension))};\n`;
    const oneLine = `${head} { ${specifiers.join(", ")} } ${tail}`;
    text +=
      oneLine.length <= 111 ? oneLine : `${head} {\n${specifiers.map((s) => `  ${s},\n`).join("")}} ${tail}`;
  }
  return text;
}

function isPieces(piece: Exclude<Piece, string>): piece is readonly Piece[] {
  return Array.isArray(piece);
}

function resolveModule(importer: string, from: string, extension: ImportExtension): string {
  if (!from.startsWith("./")) return from;
  const source = importer.split("/").slice(0, -1);
  const target = from.slice(2).split("/");
  let shared = 0;
  while (shared < source.length && shared < target.length - 1 && source[shared] === target[shared]) shared++;
  const up = source.slice(shared).map(() => "..");
  const relative = [...(up.length === 0 ? ["."] : up), ...target.slice(shared)].join("/");
  return extension === "none" ? relative : `${relative}.${extension}`;
}
