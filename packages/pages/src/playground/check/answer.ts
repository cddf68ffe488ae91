import { lastName } from "@a2agen/generators/naming/last-name.ts";
import type { Versions } from "@a2agen/migrate/versions.ts";
import { type Analysis, analyse, type Hints } from "./analyse.ts";
import { fromBinary, listBinaryTypes } from "./binary.ts";
import { fillPane } from "./panes.ts";
import { isCut, type Piece, pathOnPage, splitText } from "./pieces.ts";
import type { Answer, CheckRequest, Note, Ready, Report, Request } from "./report.ts";

/** Notes that are shown: more would fill the page. */
const maximumNotes = 200;

/** Characters that are read: beyond, a browser runs out of memory. */
const maximumText = 20_000_000;

/** The versions and types that users can choose. */
export function listVersions({ dialects }: Versions): Ready {
  const versions = dialects.toReversed().map(({ name, codecs }) => ({
    dialect: name,
    typeNames: codecs.map(({ typeName }) => typeName).sort(),
    binaryTypeNames: listBinaryTypes(name),
  }));
  return { kind: "ready", versions };
}

/** What the worker answers to the page. */
export async function answer(request: Request, versions: Versions): Promise<Answer> {
  switch (request.kind) {
    case "check":
      return check(request, versions);
    case "decode":
      return { kind: "decoded", id: request.id, result: fromBinary(request) };
  }
}

async function check(
  { id, text, pane, part = 0, dialect, typeName }: CheckRequest,
  versions: Versions,
): Promise<Report> {
  if (text.length > maximumText) {
    const message = `expected at most ${maximumText} characters, got ${text.length}`;
    const note = { severity: "error", path: "", message } as const;
    return { kind: "report", id, others: [], notes: [note], more: 0, pane: { facts: [], notes: [] } };
  }
  const split = splitText(text);
  const hints = { dialect, typeName };
  const pieces = split?.pieces ?? [wholeOf(text)];
  const at = Math.min(part, pieces.length - 1);
  const piece = pieces[at] ?? wholeOf(text);
  const checked = split === undefined ? undefined : checkPieces(pieces, hints, versions);
  const analysis = analyse(
    piece.text,
    {
      dialect: dialect ?? checked?.[at]?.found?.dialect,
      typeName: typeName ?? (checked?.[at]?.found?.typeName || undefined),
    },
    versions,
  );
  const { found, others } = analysis;
  const notes = (checked ?? [analysis]).flatMap((each, index) =>
    each.notes.map((note) => onPage(note, pieces[index] ?? piece)),
  );
  if (split !== undefined && isCut(split)) {
    notes.push({
      severity: "warning",
      path: "",
      message: "has more messages than are read; those beyond are left out",
    });
  }
  const inOrder = notes.toSorted((left, right) => (left.from ?? 0) - (right.from ?? 0));
  const filled = await fillPane(pane, analysis, versions);
  return {
    kind: "report",
    id,
    ...(found === undefined ? {} : { found }),
    others,
    ...(split === undefined || checked === undefined
      ? {}
      : { parts: { kind: split.kind, count: split.pieces.length, at, kinds: countBy(checked, nameOf) } }),
    notes: withLines(inOrder.slice(0, maximumNotes), text),
    more: Math.max(0, inOrder.length - maximumNotes),
    pane: {
      ...filled,
      notes: withLines(
        filled.notes.slice(0, maximumNotes).map((note) => onPage(note, piece)),
        text,
      ),
    },
  };
}

function wholeOf(text: string): Piece {
  return { text, from: 0, to: text.length, isVerbatim: true, path: "" };
}

/** A note on a piece as one on the page. */
function onPage(note: Note, piece: Piece): Note {
  const path = pathOnPage(piece, note.path);
  if (!piece.isVerbatim) return { ...note, path, from: piece.from, to: piece.to };
  if (note.from === undefined || note.to === undefined) return { ...note, path };
  return { ...note, path, from: note.from + piece.from, to: note.to + piece.from };
}

type CheckedPiece = Pick<Analysis, "notes" | "found" | "others">;

/** The pieces of the text before, so that a key costs the piece that it changes. */
let remembered: ReadonlyMap<string, CheckedPiece> = new Map();

/** What is wrong is read as of the version that most are of: streams and lists have one. */
function checkPieces(pieces: readonly Piece[], hints: Hints, versions: Versions): readonly CheckedPiece[] {
  const used = new Map<string, CheckedPiece>();
  const read = (text: string, dialect: string | undefined): CheckedPiece => {
    const key = `${dialect} ${hints.typeName} ${text}`;
    let piece = remembered.get(key) ?? used.get(key);
    if (piece === undefined) {
      const { notes, found, others } = analyse(text, { ...hints, dialect }, versions);
      piece = found === undefined ? { notes, others } : { notes, found, others };
    }
    used.set(key, piece);
    return piece;
  };
  const first = pieces.map(({ text }) => read(text, hints.dialect));
  const [most] = countBy(first, ({ found }) => found?.dialect ?? "");
  const checked = first.map((piece, at) => {
    const isWrong = piece.notes.some(({ severity }) => severity === "error");
    const isOther = hints.dialect === undefined && piece.found?.dialect !== most?.[0];
    return isWrong && isOther && most?.[0] !== "" ? read(pieces[at]?.text ?? "", most?.[0]) : piece;
  });
  remembered = used;
  // The first event of a stream is what an answer without one would be as well.
  const [usual] = countBy(checked, typeOf);
  return checked.map((piece) => {
    const found = piece.others.find((other) => typeOf({ found: other }) === usual?.[0]);
    return found === undefined ? piece : { ...piece, found };
  });
}

function typeOf({ found }: Pick<CheckedPiece, "found">): string {
  return found === undefined ? "" : `${found.dialect} ${found.what} ${found.typeName}`;
}

function countBy<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
): readonly (readonly [name: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + 1);
  return [...counts].toSorted(([, left], [, right]) => right - left);
}

function nameOf({ found }: CheckedPiece): string {
  if (found === undefined) return "unknown";
  const { what, typeName, error = "", version } = found;
  if (typeName === "") return `Error ${error}`.trim();
  return `${what === "response" ? "Response with " : ""}${lastName(typeName)}, ${version}`;
}

function withLines(notes: readonly Note[], text: string): readonly Note[] {
  return notes.map((note) => {
    if (note.from === undefined) return note;
    let line = 1;
    for (let at = text.indexOf("\n"); at !== -1 && at < note.from; at = text.indexOf("\n", at + 1)) line += 1;
    return { ...note, line };
  });
}
