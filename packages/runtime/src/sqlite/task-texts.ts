import type { JsonObject } from "../core/json.ts";
import { splitsPair } from "../core/well-formed.ts";
import { query, type SqliteStorage } from "./sqlite-storage.ts";

/** UTF-16 code units of one row: a row of a Durable Object has at most 2 MB, and a unit at most 3 bytes. */
const mostUnits = 600_000;

/** The texts of a task that are no entries of its log, by their numbers. */
export const places = { beginning: 0, changes: -1, state: -2 } as const;

/** The JSON of a task: its beginning, its entries by their versions, and what the agent keeps. */
export class TaskTexts {
  readonly #storage: SqliteStorage;

  constructor(storage: SqliteStorage) {
    this.#storage = storage;
  }

  /** Replaces a text, or adds one. */
  write(task: string, number: number, value: object, isArtifact = false): void {
    if (number <= 0) this.remove(task, number, number);
    for (const [part, text] of splitText(JSON.stringify(value)).entries()) {
      const values = [task, number, part, isArtifact ? 1 : 0, text];
      query(this.#storage, "insert into a2agen_text values (?, ?, ?, ?, ?)", values);
    }
  }

  /** Those from one number to another one, both included. */
  read<Value extends object>(task: string, from: number, to: number, withArtifacts = true): readonly Value[] {
    const rows = query<{ number: number; text: string }>(
      this.#storage,
      `select number, text from a2agen_text where task = ? and number between ? and ?
       ${withArtifacts ? "" : "and is_artifact = 0"} order by number, part`,
      [task, from, to],
    );
    const texts = new Map<number, string>();
    for (const { number, text } of rows) texts.set(number, (texts.get(number) ?? "") + text);
    return [...texts.values()].map((text) => JSON.parse(text) as Value);
  }

  readOne<Value extends object = JsonObject>(task: string, number: number): Value | undefined {
    return this.read<Value>(task, number, number)[0];
  }

  remove(task: string, from: number, to: number): void {
    query(this.#storage, "delete from a2agen_text where task = ? and number between ? and ?", [
      task,
      from,
      to,
    ]);
  }
}

/** Texts in parts, such as memories. */
export function splitText(text: string): readonly string[] {
  const parts: string[] = [];
  for (let begin = 0; begin < text.length; ) {
    let end = begin + mostUnits;
    // SQLite takes no half of a surrogate pair.
    if (end < text.length && splitsPair(text, end)) end--;
    parts.push(text.slice(begin, end));
    begin = end;
  }
  return parts;
}
