import { type StateWrites, type TaskEntry, taskTimeKey } from "@a2agen/runtime/agent";
import { Gathering } from "./gathering.ts";
import { isRefused, type Sql, type SqlValue } from "./sql.ts";
import type { TaskStatements } from "./statements.ts";

/** Entries to append where the task is at a version. */
export interface Addition {
  readonly id: string;
  readonly version: number;
  readonly entries: readonly TaskEntry[];
  /** Milliseconds for which a status leases the task. */
  readonly leaseMs: number | undefined;
  /** What is written beside the entries. */
  readonly writes: StateWrites | undefined;
}

interface Waiting {
  readonly addition: Addition;
  readonly resolve: (version: number | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Entries of one statement, roughly. */
const mostEntries = 1000;

/**
 * Appends entries to logs. Additions to several tasks that come while others are written share a statement,
 * and so a transaction: with many of them, the database has to make sure of each a fraction of a time.
 */
export class Appender {
  readonly #sql: Sql;
  readonly #statements: TaskStatements;
  readonly #calls = new Gathering<Waiting>({ lanes: 2, split, run: (calls) => this.#write(calls) });

  constructor(sql: Sql, statements: TaskStatements) {
    this.#sql = sql;
    this.#statements = statements;
  }

  /** The version after the entries; undefined if the task or its memory has moved on, or is missing. */
  append(addition: Addition): Promise<number | undefined> {
    return new Promise((resolve, reject) => this.#calls.add({ addition, resolve, reject }));
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    const plain = batch.filter(({ addition }) => addition.writes === undefined);
    const alone = plain.length === 1 ? batch : batch.filter((one) => !plain.includes(one));
    const all = plain.length > 1 ? [this.#writeAll(plain)] : [];
    await Promise.all([...alone.map((one) => this.#writeOne(one)), ...all]);
  }

  async #writeOne({ addition, resolve, reject }: Waiting): Promise<void> {
    const { id, version, entries, leaseMs, writes } = addition;
    const { append, appendKept } = this.#statements;
    const status = statusOf(entries);
    try {
      const [row] = await this.#sql.query<{ version: number }>(writes === undefined ? append : appendKept, [
        id,
        version,
        entries.map((entry) => JSON.stringify(entry)),
        entries.map(isArtifact),
        status?.state ?? null,
        status === undefined ? null : taskTimeKey(status.timestamp),
        leaseMs ?? null,
        ...(writes === undefined ? [] : valuesOf(writes)),
      ]);
      resolve(row?.version);
    } catch (error) {
      reject(error);
    }
  }

  async #writeAll(batch: readonly Waiting[]): Promise<void> {
    const additions = batch.map(({ addition }) => addition);
    const statuses = additions.map(({ entries }) => statusOf(entries));
    const lines = additions.flatMap(({ version, entries }, at) =>
      entries.map((entry, index) => ({ number: at + 1, version: version + index + 1, entry })),
    );
    try {
      const rows = await this.#sql.query<{ number: number; version: number }>(this.#statements.appendAll, [
        additions.map(({ id }) => id),
        additions.map(({ version }) => version),
        additions.map(({ entries }) => entries.length),
        statuses.map((status) => status?.state ?? ""),
        statuses.map((status) => taskTimeKey(status?.timestamp)),
        additions.map(({ leaseMs = -1 }) => leaseMs),
        lines.map(({ number }) => number),
        lines.map(({ version }) => version),
        lines.map(({ entry }) => isArtifact(entry)),
        lines.map(({ entry }) => JSON.stringify(entry)),
      ]);
      const versions = new Map(rows.map(({ number, version }) => [number, version]));
      for (const [at, { resolve }] of batch.entries()) resolve(versions.get(at + 1));
    } catch (error) {
      // What one of them has that the database does not take must not hinder the others.
      if (isRefused(error)) for (const each of batch) await this.#writeOne(each);
      else for (const { reject } of batch) reject(error);
    }
  }
}

/** At most one addition to each task. */
function split(waiting: readonly Waiting[]): readonly [Waiting[], Waiting[]] {
  const next = new Map<string, Waiting>();
  const left: Waiting[] = [];
  let count = 0;
  for (const one of waiting) {
    const { id, entries } = one.addition;
    if (count >= mostEntries || next.has(id)) left.push(one);
    else {
      next.set(id, one);
      count += Math.max(entries.length, 1);
    }
  }
  return [[...next.values()], left];
}

function valuesOf({ state, memory }: StateWrites): readonly SqlValue[] {
  return [
    state === undefined ? null : JSON.stringify(state.values),
    memory?.version ?? null,
    memory === undefined ? null : JSON.stringify(memory.values),
    state?.version ?? null,
  ];
}

function statusOf(entries: readonly TaskEntry[]) {
  return entries.findLast((entry) => "statusUpdate" in entry)?.statusUpdate.status;
}

function isArtifact(entry: TaskEntry): boolean {
  return "artifactUpdate" in entry;
}
