import { anchorName, createAnchors, shortName } from "@a2agen/generators/emit/docs/anchors.ts";
import { findPagePlaces, relativePath } from "@a2agen/generators/emit/docs/page-links.ts";
import { toEnumView } from "@a2agen/generators/emit/docs/to-enum-view.ts";
import { toMessageView } from "@a2agen/generators/emit/docs/to-message-view.ts";
import { toServiceView } from "@a2agen/generators/emit/docs/to-service-view.ts";
import type { LegacyAlias } from "@a2agen/generators/emit/legacy/legacy-alias.ts";
import { resolveLegacy } from "@a2agen/generators/emit/legacy/resolve-legacy.ts";
import { code } from "@a2agen/generators/emit/shared/markdown.ts";
import { indexModel, type ModelIndex } from "@a2agen/generators/model/index-model.ts";
import type { Model } from "@a2agen/generators/model/model.ts";
import { builtinLegacy } from "@a2agen/generators/source/profile/builtin-legacy.ts";
import type { RenderTemplate } from "@a2agen/generators/template/compile-templates.ts";
import { type Call, findCalls } from "./find-calls.ts";
import { findHeadings } from "./find-headings.ts";
import { type Names, resolveCall, type Target } from "./resolve-call.ts";
import { createPositions } from "./text-position.ts";

export interface Document {
  /** As it is named in messages. */
  readonly name: string;
  /** Relative to a directory that all documents share, with "/". */
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface RenderOptions {
  readonly model: Model;
  readonly render: RenderTemplate;
  /** Where the pages of the reference are, for types without a table in the documents. */
  readonly reference?: string;
}

export interface RenderedDocuments {
  /** In the order of the documents; bytes outside of calls do not change. */
  readonly documents: readonly Document[];
  /** One line each, with its place; the documents are not to be used when there are any. */
  readonly problems: readonly string[];
}

/** Expands the calls of documents into tables that link to one another. */
export function renderDocuments(documents: readonly Document[], options: RenderOptions): RenderedDocuments {
  const aliases = resolveLegacy(options.model, builtinLegacy)
    .flatMap((entry) => entry.aliases)
    .filter(({ entry }) => entry.kind === "message");
  const drafts = documents.map((document) => readDraft(document, { model: options.model, aliases }));
  const problems = drafts.flatMap((draft) => draft.problems);
  if (problems.length > 0) return { documents, problems };
  const context = { ...options, index: indexModel(options.model), linkFrom: createLinks(drafts, options) };
  return { documents: drafts.map((draft) => renderDraft(draft, context)), problems };
}

/** A document whose calls have been found. */
interface Draft {
  readonly document: Document;
  /** Its bytes as characters, so that those that are not UTF-8 stay as they are. */
  readonly text: string;
  readonly tables: readonly Table[];
  readonly problems: readonly string[];
}

interface Table extends Target {
  readonly call: Call;
  readonly anchor: string;
  /** Of the methods of a service, in order. */
  readonly methodAnchors: readonly string[];
}

function readDraft(document: Document, names: Names): Draft {
  const text = Buffer.from(document.bytes).toString("latin1");
  const found = findCalls(text);
  const problems: { readonly offset: number; readonly message: string; readonly code: string }[] = [
    ...found.problems,
  ];
  const tables: Table[] = [];
  const nextAnchor = createAnchors();
  for (const call of found.calls) {
    const target = resolveCall(call, names);
    if ("code" in target) problems.push(target);
    else tables.push(toTable(call, target, nextAnchor));
  }
  const positionOf = createPositions(text);
  const lines = problems
    .sort((a, b) => a.offset - b.offset)
    .map(({ offset, message, code }) => {
      const { line, column } = positionOf(offset);
      return `${document.name}:${line}:${column}: error: ${message} [${code}]`;
    });
  return { document, text, tables, problems: lines };
}

function toTable(call: Call, target: Target, nextAnchor: (wanted: string) => string): Table {
  const { declaration, file, alias } = target;
  const name = alias?.name ?? shortName(declaration.typeName, file.package);
  const anchor = nextAnchor(anchorName(declaration.kind, name));
  const methods = declaration.kind === "service" ? declaration.methods : [];
  const methodAnchors = methods.map((method) => nextAnchor(anchorName("method", `${name}.${method.name}`)));
  return { ...target, call, anchor, methodAnchors };
}

/**
 * Where a document links to for a type: to a table, else to a heading, else to a table under another name,
 * else to the reference.
 */
type LinkFrom = (document: Document) => (typeName: string) => string | undefined;

function createLinks(drafts: readonly Draft[], { model, reference }: RenderOptions): LinkFrom {
  const pages = findPagePlaces(model, ({ requested }) => requested);
  const headings = new Map(drafts.map(({ document, text }) => [document, findHeadings(text)]));
  const shortNames = new Map(
    model.files.flatMap((file) =>
      [...file.messages, ...file.enums].map(
        ({ typeName }) => [typeName, shortName(typeName, file.package)] as const,
      ),
    ),
  );
  const inTable: FindAnchor = ({ tables }, typeName) =>
    tables.find(({ declaration, alias }) => declaration.typeName === typeName && alias === undefined)?.anchor;
  const inAliasTable: FindAnchor = ({ tables }, typeName) =>
    tables.find(({ declaration }) => declaration.typeName === typeName)?.anchor;
  const inHeading: FindAnchor = ({ document }, typeName) =>
    headings.get(document)?.get(shortNames.get(typeName) ?? "");
  return (document) => {
    const own = drafts.filter((draft) => draft.document === document);
    const ordered = [...own, ...drafts.filter((draft) => draft.document !== document)];
    return (typeName) => {
      for (const find of [inTable, inHeading, inAliasTable]) {
        for (const draft of ordered) {
          const anchor = find(draft, typeName);
          if (anchor === undefined) continue;
          const way = draft.document === document ? "" : relativePath(document.path, draft.document.path);
          return `${encodeURI(way)}#${anchor}`;
        }
      }
      const page = pages.get(typeName);
      if (reference === undefined || page === undefined) return undefined;
      return `${reference.replace(/\/$/, "")}/${page.path}#${page.anchor}`;
    };
  };
}

type FindAnchor = (draft: Draft, typeName: string) => string | undefined;

interface DraftContext {
  readonly model: Model;
  readonly index: ModelIndex;
  readonly render: RenderTemplate;
  readonly linkFrom: LinkFrom;
}

function renderDraft({ document, text, tables }: Draft, context: DraftContext): Document {
  const linkOf = context.linkFrom(document);
  const pieces: string[] = [];
  let end = 0;
  for (const table of tables) {
    const lines = renderTable(table, { ...context, linkOf });
    pieces.push(text.slice(end, table.call.start), fitLines(lines, table.call, text));
    end = table.call.end;
  }
  pieces.push(text.slice(end));
  return { ...document, bytes: Buffer.from(pieces.join(""), "latin1") };
}

interface TableContext extends DraftContext {
  readonly linkOf: (typeName: string) => string | undefined;
}

function renderTable(table: Table, { model, index, render, linkOf }: TableContext): readonly string[] {
  const { declaration, file, anchor, methodAnchors, alias } = table;
  const context = { index, package: file.package, linkOf };
  const text = (): string => {
    switch (declaration.kind) {
      case "message":
        return render("fields", toMessageView(declaration, anchor, context));
      case "enum":
        return render("values", toEnumView(declaration, anchor, context));
      case "service": {
        const hasJsonRpc = model.profiles[file.profile]?.protocolVersion !== undefined;
        const names = declaration.methods.map((method) => `${declaration.typeName}.${method.name}`);
        const anchorOf = (name: string): string => methodAnchors[names.indexOf(name)] ?? anchor;
        return render("methods", toServiceView(declaration, { ...context, anchorOf, hasJsonRpc }));
      }
    }
  };
  const note = alias === undefined ? [] : [aliasNote(alias), ""];
  return [`<a id="${anchor}"></a>`, "", ...note, ...text().trim().split(/\r?\n/)];
}

function aliasNote({ name, target, direction }: LegacyAlias): string {
  return direction === "inverted"
    ? `${code(name)} is the current name; this version still says ${code(target.name)}.`
    : `${code(name)} is an earlier name; the current one is ${code(target.name)}.`;
}

/** The lines with the line ends of the document, indented like the call and apart from the text around it. */
function fitLines(lines: readonly string[], { start, end }: Call, text: string): string {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const prefix = text.slice(lineStart, start).replace(/^\xEF\xBB\xBF/, "");
  const lineEnd = text.indexOf("\n", end);
  const isBlank = (line: string): boolean => /^[ \t>\r]*$/.test(line);
  const before = text.slice(text.lastIndexOf("\n", lineStart - 2) + 1, Math.max(0, lineStart - 1));
  const nextEnd = text.indexOf("\n", lineEnd + 1);
  const after = lineEnd === -1 ? "" : text.slice(lineEnd + 1, nextEnd === -1 ? text.length : nextEnd);
  const all = [...(isBlank(before) ? [] : [""]), ...lines, ...(isBlank(after) ? [] : [""])];
  const lineBreak = lineEndOf(text, lineEnd === -1 ? lineStart - 1 : lineEnd);
  const indented = all.map((line, index) => {
    if (index === 0) return line;
    return line === "" ? prefix.trimEnd() : `${prefix}${line}`;
  });
  return Buffer.from(indented.join(lineBreak), "utf8").toString("latin1");
}

/** The line break at an offset, that of "\n". */
function lineEndOf(text: string, offset: number): "\r\n" | "\n" {
  return offset > 0 && text[offset - 1] === "\r" ? "\r\n" : "\n";
}
