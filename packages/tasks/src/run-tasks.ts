import { TaskState } from "@a2agen/a2a-1.0";
import { isTerminal, stateName, terminalStates } from "@a2agen/exchange/task-states.ts";
import type { PostgresTaskStore, TaskSummary } from "@a2agen/postgres";
import type { TaskEntry } from "@a2agen/runtime/agent";
import type { CommandInput, Outcome } from "@a2agen/terminal/command.ts";
import { CommandError, isCommandError, UsageError } from "@a2agen/terminal/command-error.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import { formatExpired, formatSummaries, formatTask } from "./format-tasks.ts";
import { openStore } from "./open-store.ts";
import { toState } from "./task-states.ts";

interface SharedFlags {
  readonly schema?: string;
  readonly json?: true;
}

/** `a2agen tasks list`. */
export function runList(
  input: CommandInput<SharedFlags & { readonly state?: string; readonly limit?: string }>,
  terminal: Terminal,
): Promise<Outcome> {
  const { state, limit = "50", json } = input.flags;
  if (!/^[1-9]\d{0,6}$/.test(limit))
    throw new UsageError(`--limit: expected a number from 1, found "${limit}"`);
  return withStore(input, 0, async (store) => {
    const query = { limit: Number(limit), ...(state !== undefined && { state: toState(state) }) };
    const summaries = await store.summaries(query);
    terminal.out(json === true ? toJson(summaries) : formatSummaries(summaries, terminal));
    return 0;
  });
}

/** `a2agen tasks show`. */
export function runShow(input: CommandInput<SharedFlags>, terminal: Terminal): Promise<Outcome> {
  return withStore(input, 1, async (store, [id = ""]) => {
    const summary = await find(store, id);
    const stored = await store.read(id);
    if (stored === undefined) throw missing(id);
    const entries = await store.entries(id, summary.compacted);
    const shown = { ...summary, task: stored.task, entries };
    terminal.out(input.flags.json === true ? toJson(shown) : formatTask(shown, terminal));
    return 0;
  });
}

/** `a2agen tasks cancel`: 1 if a task is missing or has ended. */
export function runCancel(
  input: CommandInput<SharedFlags & { readonly "dry-run"?: true }>,
  terminal: Terminal,
): Promise<Outcome> {
  const { json, "dry-run": dryRun } = input.flags;
  return withStore(input, Number.POSITIVE_INFINITY, async (store, ids) => {
    const results: { readonly id: string; readonly result: string }[] = [];
    let outcome: Outcome = 0;
    for (const id of ids) {
      try {
        results.push({ id, result: await cancel(store, await find(store, id), dryRun === true) });
      } catch (error) {
        if (!isCommandError(error)) throw error;
        outcome = 1;
        terminal.err(`${error.message}\n`);
      }
    }
    const text = results.map(({ id, result }) => `${id}: ${result}\n`).join("");
    terminal.out(json === true ? toJson(results) : text);
    return outcome;
  });
}

async function cancel(store: PostgresTaskStore, summary: TaskSummary, dryRun: boolean): Promise<string> {
  const { id, state, work } = summary;
  if (isTerminal(state)) throw new CommandError(`${id}: has ended, in the state ${stateName(state)}`);
  const isLeased = work === "leased";
  if (dryRun) return isLeased ? "its process would be asked to stop" : "would be canceled";
  if (work === "queued") await store.queue.take(id, 60_000);
  const stored = await store.read(id);
  if (stored === undefined) throw missing(id);
  const timestamp = new Date().toISOString();
  const { contextId = "" } = stored.task;
  const status = { state: TaskState.Canceled, timestamp };
  const entry: TaskEntry = isLeased
    ? { cancelRequest: { at: timestamp } }
    : { statusUpdate: { taskId: id, contextId, status } };
  await store.append(id, stored.version, [entry]);
  return isLeased ? "its process is asked to stop" : "canceled";
}

/** `a2agen tasks expire`. */
export function runExpire(
  input: CommandInput<
    SharedFlags & { readonly "older-than"?: string; readonly state?: string; readonly "dry-run"?: true }
  >,
  terminal: Terminal,
): Promise<Outcome> {
  const { "older-than": age, state, json, "dry-run": dryRun = false } = input.flags;
  if (age === undefined) throw new UsageError("expected --older-than AGE, as --older-than 30d");
  const before = new Date(Date.now() - toMilliseconds(age)).toISOString();
  const states = state === undefined ? terminalStates : [toState(state)];
  return withStore(input, 0, async (store) => {
    const limit = dryRun ? Number.MAX_SAFE_INTEGER : 1000;
    const ids: string[] = [];
    for (;;) {
      const found = await store.expire({ before, states, limit, dryRun });
      ids.push(...found);
      if (dryRun || found.length < limit) break;
    }
    terminal.out(
      json === true ? toJson({ before, dryRun, tasks: ids }) : formatExpired(ids, { before, dryRun }),
    );
    return 0;
  });
}

/** `a2agen tasks migrate-schema`. */
export function runMigrateSchema(
  input: CommandInput<SharedFlags & { readonly "dry-run"?: true }>,
  terminal: Terminal,
): Promise<Outcome> {
  const { json, "dry-run": dryRun = false } = input.flags;
  return withStore(
    input,
    0,
    async (store) => {
      const result = await store.migrate({ dryRun });
      const { from, to, statements } = result;
      if (json === true) terminal.out(toJson({ ...result, dryRun }));
      else if (statements.length === 0) terminal.out(`the schema is at version ${from}, nothing to do\n`);
      else if (dryRun) terminal.out(statements.map((one) => `${one.trim()};\n`).join("\n"));
      else terminal.out(`the schema is at version ${to}, before at ${from}\n`);
      return 0;
    },
    { isMigrated: true },
  );
}

type Use = (store: PostgresTaskStore, rest: readonly string[]) => Promise<Outcome>;

/** Opens the store of the first word; `more` words may follow, at least one of them if there may be any. */
async function withStore(
  { flags, operands }: CommandInput<SharedFlags>,
  more: number,
  use: Use,
  { isMigrated = false } = {},
): Promise<Outcome> {
  const [place = "", ...rest] = operands;
  if (rest.length > more)
    throw new UsageError(
      `expected ${more === 0 ? "one store" : "a store and a task"}, found ${operands.length} words`,
    );
  if (more > 0 && rest.length === 0) throw new UsageError("expected a store and a task, found only one word");
  const { store, close } = await openStore({ place, schema: flags.schema, mayBeNew: isMigrated });
  try {
    if (!isMigrated) await store.check();
    return await use(store, rest);
  } catch (error) {
    if (isCommandError(error)) throw error;
    throw new CommandError(
      `${withoutPassword(place)}: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  } finally {
    await close();
  }
}

function withoutPassword(place: string): string {
  return place.replace(/^(\w+:\/\/[^:@/]*):[^@/]*@/, "$1@");
}

async function find(store: PostgresTaskStore, id: string): Promise<TaskSummary> {
  const [summary] = id.includes("\0") ? [] : await store.summaries({ id, limit: 1 });
  if (summary === undefined) throw missing(id);
  return summary;
}

function missing(id: string): CommandError {
  return new CommandError(`${id}: there is no such task`);
}

function toMilliseconds(age: string): number {
  const [, number, unit = ""] = /^(\d{1,6})([mhd])$/.exec(age) ?? [];
  if (number === undefined)
    throw new UsageError(`--older-than: expected a number with m, h or d, found "${age}"`);
  return Number(number) * { m: 60_000, h: 3_600_000, d: 86_400_000 }[unit as "m" | "h" | "d"];
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
