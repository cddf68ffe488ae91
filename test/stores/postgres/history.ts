import type { StreamResponse } from "@a2agen/a2a-1.0";
import type { TaskEntry } from "@a2agen/runtime/agent";

/** What was seen of an agent in several processes while these were killed. */
export interface History {
  /** The log of each task, as the store has it in the end. */
  readonly logs: ReadonlyMap<string, readonly TaskEntry[]>;
  readonly streams: readonly Stream[];
  readonly notifications: readonly Notification[];
  /** The tasks that have a webhook. */
  readonly watched: ReadonlySet<string>;
  /** Every run of a step, in the order in which they ended. */
  readonly runs: readonly StepRun[];
}

/** One connection of a subscriber. */
export interface Stream {
  readonly taskId: string;
  readonly events: readonly StreamResponse[];
  /** Whether the server ended it; otherwise it was cut. */
  readonly isWhole: boolean;
}

export interface Notification {
  readonly taskId: string;
  /** The header webhook-id. */
  readonly id: string;
}

export interface StepRun {
  readonly taskId: string;
  readonly step: string;
  readonly run: number;
}

const ends = new Set(["TASK_STATE_COMPLETED", "TASK_STATE_CANCELED", "TASK_STATE_FAILED"]);

/** The promises that a history breaks, one text for each. */
export function findViolations(history: History): readonly string[] {
  return [
    ...[...history.logs].flatMap(([taskId, log]) => checkLog(taskId, log)),
    ...history.streams.flatMap((stream) => checkStream(stream, history.logs.get(stream.taskId) ?? [])),
    ...[...history.watched].flatMap((taskId) => checkNotifications(taskId, history)),
    ...checkSteps(history),
  ];
}

/** A task ends, once, and counts without gap. */
function checkLog(taskId: string, log: readonly TaskEntry[]): readonly string[] {
  const states = log.flatMap((entry) => ("statusUpdate" in entry ? [entry.statusUpdate.status.state] : []));
  const found: string[] = [];
  if (!ends.has(states.at(-1) ?? "")) found.push(`${taskId}: stuck in ${states.at(-1) ?? "its beginning"}`);
  if (states.filter((state) => ends.has(state)).length > 1) found.push(`${taskId}: ended twice`);
  const numbers = log.flatMap((entry) =>
    "artifactUpdate" in entry
      ? [Number.parseInt(entry.artifactUpdate.artifact.parts[0]?.text ?? "", 10)]
      : [],
  );
  if (numbers.some((number, index) => number !== index + 1)) {
    found.push(`${taskId}: counted ${numbers.join(" ")}`);
  }
  return found;
}

/** A stream is one piece of the log, from where its first task stands, to the end if it was not cut. */
function checkStream({ taskId, events, isWhole }: Stream, log: readonly TaskEntry[]): readonly string[] {
  const [first, ...rest] = events;
  if (first?.task === undefined)
    return events.length === 0 ? [] : [`${taskId}: a stream begins without a task`];
  const updates = log.filter((entry) => "statusUpdate" in entry || "artifactUpdate" in entry);
  const parts = first.task.artifacts?.[0]?.parts.length ?? 0;
  const texts = updates.map(toText);
  const seen = rest.map(toText);
  const start = seen[0] === undefined ? -1 : texts.indexOf(seen[0]);
  if (seen.length > 0) {
    const before = updates.slice(0, start).filter((entry) => "artifactUpdate" in entry).length;
    if (start < 0 || before !== parts) return [`${taskId}: a stream does not begin where its task stands`];
  }
  const expected = start < 0 ? [] : texts.slice(start, start + seen.length);
  if (seen.some((text, index) => text !== expected[index])) {
    return [`${taskId}: a stream lost, doubled or changed an event`];
  }
  const isEnd = start < 0 ? ends.has(first.task.status.state) : start + seen.length === texts.length;
  return isWhole && !isEnd ? [`${taskId}: a stream ended before its task`] : [];
}

/** Every update arrives, and none before the one that precedes it has arrived. */
function checkNotifications(taskId: string, { logs, notifications }: History): readonly string[] {
  const arrived: number[] = [];
  for (const { id } of notifications.filter((one) => one.taskId === taskId)) {
    const version = Number(id.slice(id.lastIndexOf(":") + 1));
    if (!arrived.includes(version)) arrived.push(version);
  }
  const wanted = (logs.get(taskId) ?? []).flatMap((entry, index) =>
    "statusUpdate" in entry || "artifactUpdate" in entry ? [index + 1] : [],
  );
  if (JSON.stringify(arrived) === JSON.stringify(wanted)) return [];
  return [`${taskId}: notified of ${arrived.join(" ")}, expected ${wanted.join(" ")}`];
}

/** No step runs after the one whose result is kept. */
function checkSteps({ logs, runs }: History): readonly string[] {
  const latest = new Map<string, number>();
  for (const { taskId, step, run } of runs) latest.set(`${taskId} ${step}`, run);
  return [...logs].flatMap(([taskId, log]) =>
    log.flatMap((entry) => {
      if (!("step" in entry)) return [];
      const { name, value } = entry.step;
      return latest.get(`${taskId} ${name}`) === value
        ? []
        : [`${taskId}: ${name} ran after it had returned`];
    }),
  );
}

/** The same whatever the order of properties. */
function toText(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
