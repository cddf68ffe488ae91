import { nameOfCall } from "@a2agen/exchange/describe-frame.ts";
import { outcomeOf } from "@a2agen/exchange/outcome.ts";
import { contains, FoldedFrames, isFolded, type Run } from "./fold-frames.ts";
import type { WireEntry } from "./wire-log.ts";

/** Which exchanges and frames are listed. */
export interface WireFilter {
  /** In names, addresses and bodies, whatever the case. */
  readonly search: string;
  /** The name of a call; empty for all. */
  readonly method: string;
  readonly status: keyof typeof statuses;
  readonly direction: keyof typeof directions;
}

export const statuses = {
  "": "Any status",
  good: "Succeeded",
  bad: "Failed",
  open: "Open",
  wrong: "With problems",
} as const;
export const directions = { "": "Both ways", sent: "Sent", received: "Received" } as const;
export const noFilter: WireFilter = { search: "", method: "", status: "", direction: "" };

/** A line of the wire. */
export interface Row {
  /** Names the line as long as it is there. */
  readonly key: string;
  readonly group: Group;
  /** Of frames; absent for the line of the exchange. */
  readonly run?: Run;
  /** The number of its frame; absent for the line of an exchange, and of a folded run. */
  readonly frame?: number;
}

/** An exchange with its lines. */
interface Group {
  readonly entry: WireEntry;
  readonly folded: FoldedFrames;
  /** Begins the keys of its lines. */
  readonly key: string;
  /** The number of its first line. */
  readonly start: number;
  readonly length: number;
  /** Whether its frames have lines. */
  readonly isStream: boolean;
}

/** The lines of the wire, made again when something comes; what was read of frames is kept. */
export class WireRows {
  readonly #folded = new WeakMap<WireEntry, FoldedFrames>();
  readonly #keys = new WeakMap<WireEntry, string>();
  readonly #filter: WireFilter;
  readonly #search: RegExp | undefined;
  #count = 0;
  #groups: readonly Group[] = [];
  length = 0;

  constructor(filter: WireFilter) {
    this.#filter = filter;
    const text = filter.search.trim();
    this.#search = text === "" ? undefined : new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"), "i");
  }

  /** Reads what is new, unless paused. In `turned` are the keys of closed exchanges, and of open runs. */
  update(
    entries: readonly WireEntry[],
    { turned, isPaused }: { turned: ReadonlySet<string>; isPaused: boolean },
  ): void {
    const groups: Group[] = [];
    let start = 0;
    for (const entry of entries) {
      const folded = this.#folded.get(entry) ?? new FoldedFrames(entry, this.#search);
      this.#folded.set(entry, folded);
      const key = this.#keys.get(entry) ?? String(++this.#count);
      this.#keys.set(entry, key);
      if (!isPaused || folded.count === 0) folded.update();
      if (!this.#has(entry, folded)) continue;
      const isStream = isStreamed(entry) && this.#filter.direction !== "sent";
      const length = 1 + (isStream && !turned.has(key) ? countLines(folded, key, turned) : 0);
      groups.push({ entry, folded, key, start, length, isStream });
      start += length;
    }
    this.#groups = groups;
    this.length = start;
  }

  #has(entry: WireEntry, { runs }: FoldedFrames): boolean {
    const { method, status, direction } = this.#filter;
    const { exchange } = entry;
    if (method !== "" && nameOfCall(exchange) !== method) return false;
    if (
      direction !== "" &&
      (direction === "sent") === isNotification(entry) &&
      !(direction === "received" && isStreamed(entry))
    )
      return false;
    if (status !== "" && !fits(status, entry)) return false;
    const search = this.#search;
    if (search === undefined || runs.length > 0) return true;
    const { request } = exchange;
    return (
      search.test(`${nameOfCall(exchange)} ${request.url}`) ||
      contains({ bytes: request.body, meaning: request.meaning }, search)
    );
  }

  /** How many exchanges are listed. */
  get exchanges(): number {
    return this.#groups.length;
  }

  /** The lines from one number to another. */
  slice(from: number, to: number, turned: ReadonlySet<string>): readonly Row[] {
    const rows: Row[] = [];
    for (const group of this.#groups) {
      if (group.start + group.length <= from) continue;
      if (group.start >= to) break;
      let at = group.start;
      const add = (row: Omit<Row, "group">): void => {
        if (at >= from && at < to) rows.push({ group, ...row });
        at++;
      };
      add({ key: group.key });
      if (group.length === 1) continue;
      for (const run of group.folded.runs) {
        if (at >= to) break;
        const key = keyOfRun(group.key, run);
        if (isFolded(run)) add({ key, run });
        if (isFolded(run) && !turned.has(key)) continue;
        if (at + run.frames.length <= from) at += run.frames.length;
        else for (const frame of run.frames) add({ key: `${group.key}/${frame}`, run, frame });
      }
    }
    return rows;
  }

  /** The number of a line; -1 if it is not listed. */
  indexOf(key: string | undefined, turned: ReadonlySet<string>): number {
    const group = this.#groups.find((each) => each.key === key || key?.startsWith(`${each.key}/`));
    if (group === undefined) return -1;
    const rows = this.slice(group.start, group.start + group.length, turned);
    const at = rows.findIndex((row) => row.key === key);
    return at === -1 ? -1 : group.start + at;
  }
}

function keyOfRun(key: string, { id }: Run): string {
  return `${key}/run-${id}`;
}

function countLines({ runs }: FoldedFrames, key: string, turned: ReadonlySet<string>): number {
  return runs.reduce((sum, run) => {
    if (!isFolded(run)) return sum + run.frames.length;
    return sum + 1 + (turned.has(keyOfRun(key, run)) ? run.frames.length : 0);
  }, 0);
}

/** Whether the frames of an exchange come one by one. */
export function isStreamed({ exchange: { answer } }: WireEntry): boolean {
  if ((answer?.frames?.length ?? 0) > 1) return true;
  return answer?.headers?.some(({ value = "" }) => value.startsWith("text/event-stream")) ?? false;
}

/** Whether the agent sent the request, to a webhook of the console. */
export function isNotification({ exchange: { side } }: WireEntry): boolean {
  return side === "SIDE_SERVER";
}

function fits(status: WireFilter["status"], { exchange, problems }: WireEntry): boolean {
  if (status === "open") return exchange.end === undefined;
  if (status === "wrong") return problems > 0;
  return outcomeOf(exchange).isGood === (status === "good");
}
