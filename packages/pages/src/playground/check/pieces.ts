import { type JsonNode, readJsonTree } from "@a2agen/migrate/json-tree.ts";
import { isObject } from "@a2agen/runtime/internal";

/** A JSON text in the text of the page. */
export interface Piece {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** Whether each character of its text stands on the page, as far from the beginning. */
  readonly isVerbatim: boolean;
  /** The path to it, "[3]" or "answer.frames[0]"; "" where its lines say enough. */
  readonly path: string;
}

/** A list of messages, JSON Lines, server-sent events, or exchanges that the toolchain has recorded. */
export type SplitKind = "list" | "lines" | "events" | "recording";

export interface Split {
  readonly kind: SplitKind;
  readonly pieces: readonly Piece[];
}

/** Pieces that are read, and one more where there are more. */
const maximumPieces = 10_000;

/** Whether a text has more than is read of it. */
export function isCut({ pieces }: Split): boolean {
  return pieces.length > maximumPieces;
}

/** The messages of a text that has more than one in it; undefined for others. */
export function splitText(text: string): Split | undefined {
  const start = text.search(/[^\s\uFEFF]/);
  if (start === -1) return undefined;
  switch (text.charAt(start)) {
    case "[":
      return splitList(text);
    case "{":
      return splitLines(text);
    default:
      return /^(?:data|event|id|retry|):/.test(text.slice(start, start + 6)) ? splitEvents(text) : undefined;
  }
}

function splitList(text: string): Split | undefined {
  const root = tryRead(text);
  if (root === undefined || root.children.size === 0) return undefined;
  const nodes = [...root.children.values()];
  if (!nodes.every(({ value }) => isObject(value))) return undefined;
  const pieces = nodes.slice(0, maximumPieces + 1).map(
    ({ start, end }, at): Piece => ({
      text: text.slice(start, end),
      from: start,
      to: end,
      isVerbatim: true,
      path: `[${at}]`,
    }),
  );
  return { kind: "list", pieces };
}

function splitLines(text: string): Split | undefined {
  const lines = toLines(text);
  const [first] = lines;
  if (first === undefined) return undefined;
  if (tryRecord(first.text) !== undefined) return { kind: "recording", pieces: lines.flatMap(splitRecord) };
  // One line may be wrong while it is typed.
  const areObjects = lines.length > 1 && lines.slice(0, 2).every(({ text: line }) => /^\s*\{/.test(line));
  const areWhole = areObjects && lines.slice(0, 4).some(({ text: line }) => isWhole(line));
  return areWhole && !isWhole(text) ? { kind: "lines", pieces: lines } : undefined;
}

function toLines(text: string): readonly Piece[] {
  const found: Piece[] = [];
  for (const { 0: line, index } of text.matchAll(/[^\r\n]+/g)) {
    if (found.length > maximumPieces) break;
    if (line.trim() !== "") {
      found.push({ text: line, from: index, to: index + line.length, isVerbatim: true, path: "" });
    }
  }
  return found;
}

/** The data of each event, with spaces in the place of what is around it. */
function splitEvents(text: string): Split | undefined {
  const pieces: Piece[] = [];
  for (const { event, index } of listEvents(text)) {
    if (pieces.length > maximumPieces) break;
    const data = event.replaceAll(/^(data:)|^.*$/gm, (line, isData: string | undefined) =>
      " ".repeat(isData === undefined ? line.length : isData.length),
    );
    if (data.trim() !== "") {
      pieces.push({ text: data, from: index, to: index + event.length, isVerbatim: true, path: "" });
    }
  }
  return pieces.length === 0 ? undefined : { kind: "events", pieces };
}

/** The texts between empty lines. */
function* listEvents(text: string): Generator<{ readonly event: string; readonly index: number }> {
  let index = 0;
  for (const { 0: end, index: at } of text.matchAll(/(?:\r\n|\n|\r(?!\n)){2,}|$/g)) {
    if (at > index) yield { event: text.slice(index, at), index };
    index = at + end.length;
  }
}

/** The bodies of an exchange: its request, and the frames of its answer. */
function splitRecord(line: Piece): readonly Piece[] {
  const root = tryRecord(line.text);
  if (root === undefined) return [line];
  const answer = root.children.get("answer");
  const frames = [...(answer?.children.get("frames")?.children.values() ?? [])];
  return [
    ...splitBody(line, root.children.get("request")?.children.get("body"), "request.body"),
    ...frames.flatMap((frame, at) => splitBody(line, frame.children.get("bytes"), `answer.frames[${at}]`)),
  ];
}

function splitBody(line: Piece, body: JsonNode | undefined, path: string): readonly Piece[] {
  const node = body?.children.get("text");
  if (typeof node?.value !== "string" || node.value.trim() === "") return [];
  const { value: text, start, end } = node;
  const place = { from: line.from + start, to: line.from + end, isVerbatim: false, path };
  return (splitText(text)?.pieces ?? [{ text }]).map((piece) => ({ ...place, text: piece.text }));
}

function tryRecord(line: string): JsonNode | undefined {
  if (!line.includes("a2agen-exchange/")) return undefined;
  const root = tryRead(line);
  const format = root?.children.get("format")?.value;
  return typeof format === "string" && format.startsWith("a2agen-exchange/") ? root : undefined;
}

function tryRead(text: string): JsonNode | undefined {
  try {
    return readJsonTree(text);
  } catch {
    // It is read as one text, which says what is wrong with it.
    return undefined;
  }
}

function isWhole(text: string): boolean {
  try {
    return isObject(JSON.parse(text));
  } catch {
    return false;
  }
}

/** A path within a piece as it is on the page. */
export function pathOnPage({ path: outer }: Pick<Piece, "path">, path: string): string {
  if (outer === "" || path === "") return `${outer}${path}`;
  return path.startsWith("[") ? `${outer}${path}` : `${outer}.${path}`;
}
