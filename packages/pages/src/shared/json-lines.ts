import type { Problem } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { memberPath, splitPath } from "./json-path.ts";

/** A line of a JSON value as it is shown. */
export interface JsonLine {
  readonly depth: number;
  /** The member's name, as JSON writes it, with a colon. */
  readonly name: string;
  /** A bracket, or a value as JSON writes it. */
  readonly text: string;
  readonly kind: "string" | "number" | "word" | "bracket";
  readonly problems: readonly Problem[];
  /** Of a line that opens a list or an object: lines until the one that closes it, and what is in it. */
  readonly inner?: { readonly lines: number; readonly items: number; readonly hasProblems: boolean };
}

/** The lines of a value, each problem at the place that it names, or at the nearest one that is there. */
export function toLines(value: unknown, problems: readonly Problem[] = []): readonly JsonLine[] {
  const writer = new LineWriter(placeProblems(value, problems));
  writer.write(value, { path: "", name: "", depth: 0, end: "" });
  return writer.lines;
}

interface Place {
  readonly path: string;
  readonly name: string;
  readonly depth: number;
  /** A comma where more follows. */
  readonly end: string;
}

class LineWriter {
  readonly lines: JsonLine[] = [];
  readonly #problems: ReadonlyMap<string, readonly Problem[]>;
  #placed = 0;

  constructor(problems: ReadonlyMap<string, readonly Problem[]>) {
    this.#problems = problems;
  }

  write(value: unknown, { path, name, depth, end }: Place): void {
    const problems = this.#problems.get(path) ?? [];
    this.#placed += problems.length;
    if (typeof value !== "object" || value === null) {
      const kind = typeof value === "string" ? "string" : typeof value === "number" ? "number" : "word";
      this.lines.push({ depth, name, text: `${JSON.stringify(value) ?? "null"}${end}`, kind, problems });
      return;
    }
    const isList = Array.isArray(value);
    const entries = Object.entries(value);
    const [open, close] = isList ? ["[", "]"] : ["{", "}"];
    const head = entries.length === 0 ? `${open}${close}${end}` : open;
    const at = this.lines.push({ depth, name, text: head, kind: "bracket", problems }) - 1;
    if (entries.length === 0) return;
    const before = this.#placed;
    for (const [at, [key, member]] of entries.entries()) {
      this.write(member, {
        path: `${path}${isList ? `[${key}]` : memberPath(key)}`,
        name: isList ? "" : `${JSON.stringify(key)}: `,
        depth: depth + 1,
        end: at === entries.length - 1 ? "" : ",",
      });
    }
    const inner = {
      lines: this.lines.length - at,
      items: entries.length,
      hasProblems: this.#placed > before,
    };
    this.lines[at] = { depth, name, text: head, kind: "bracket", problems, inner };
    this.lines.push({ depth, name: "", text: `${close}${end}`, kind: "bracket", problems: [] });
  }
}

/** Problems by the path of the line that shows them. */
function placeProblems(
  value: unknown,
  problems: readonly Problem[],
): ReadonlyMap<string, readonly Problem[]> {
  const placed = new Map<string, Problem[]>();
  for (const problem of problems) {
    const path = findPlace(value, splitPath(problem.path ?? ""));
    placed.set(path, [...(placed.get(path) ?? []), problem]);
  }
  return placed;
}

function findPlace(value: unknown, segments: readonly string[]): string {
  let path = "";
  let here = value;
  for (const segment of segments) {
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, segment)) return path;
    path += Array.isArray(here) ? `[${segment}]` : memberPath(segment);
    here = (here as Readonly<Record<string, unknown>>)[segment];
  }
  return path;
}
