import { type TaskEntry, TaskStoreError } from "@a2agen/runtime/agent";
import { Gathering } from "./gathering.ts";
import type { Sql } from "./sql.ts";
import type { TaskStatements } from "./statements.ts";

/** Entries of a log to read. */
export interface LogPage {
  readonly id: string;
  readonly after: number;
  readonly limit: number | undefined;
}

interface Waiting {
  readonly page: LogPage;
  readonly resolve: (entries: readonly TaskEntry[] | undefined) => void;
  readonly reject: (error: unknown) => void;
}

interface Row {
  readonly number: number;
  readonly compacted: number;
  readonly entries: readonly TaskEntry[] | null;
}

/** Pages of one statement. */
const mostPages = 100;

/** Reads logs; concurrent reads are joined, as when one notification wakes many followers. */
export class LogReader {
  readonly #sql: Sql;
  readonly #statements: TaskStatements;
  readonly #calls = new Gathering<Waiting>({
    lanes: 4,
    split: (waiting) => [waiting.slice(0, mostPages), waiting.slice(mostPages)],
    run: (calls) => this.#readAll(calls),
  });

  constructor(sql: Sql, statements: TaskStatements) {
    this.#sql = sql;
    this.#statements = statements;
  }

  /** Undefined if there is no such task. */
  read(page: LogPage): Promise<readonly TaskEntry[] | undefined> {
    return new Promise((resolve, reject) => this.#calls.add({ page, resolve, reject }));
  }

  async #readAll(calls: readonly Waiting[]): Promise<void> {
    const pages = calls.map(({ page }) => page);
    try {
      const rows = await this.#sql.query<Row>(this.#statements.entries, [
        pages.map(({ id }) => id),
        pages.map(({ after }) => after),
        // No log is longer.
        pages.map(({ limit = 2 ** 31 - 1 }) => limit),
      ]);
      const found = new Map(rows.map((row) => [row.number, row]));
      for (const [at, { page, resolve, reject }] of calls.entries()) {
        const row = found.get(at + 1);
        if (row === undefined) resolve(undefined);
        else if (page.after >= row.compacted) resolve(row.entries ?? []);
        else reject(toCompacted(page.id, row.compacted));
      }
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  }
}

function toCompacted(id: string, version: number): TaskStoreError {
  return new TaskStoreError("compacted", `the entries of the task ${id} begin after version ${version}`);
}
