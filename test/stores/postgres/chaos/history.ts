import type { StreamResponse } from "@a2agen/a2a-1.0";
import type { TaskEntry } from "@a2agen/runtime/agent";
import { countPieces } from "./count-pieces.ts";

/**
 * What was seen of an agent in several processes while these, their connections and their database failed.
 */
export interface History {
  /** The log of each task, as the store has it in the end. */
  readonly logs: ReadonlyMap<string, readonly TaskEntry[]>;
  /** The numbers to which the tasks count that clients know of. */
  readonly wanted: ReadonlyMap<string, number>;
  /** The tasks that a client has asked to cancel. */
  readonly canceled: ReadonlySet<string>;
  readonly streams: readonly Stream[];
  readonly answers: readonly Answer[];
  readonly messages: readonly SentMessage[];
  /** Messages that begin a task, sent again until one was answered. */
  readonly repeated: readonly SentMessage[];
  /** Those that were acknowledged, in the order in which they came. */
  readonly notifications: readonly Notification[];
  /** The tasks whose clients know that they have a webhook. */
  readonly watched: ReadonlySet<string>;
  /** Every run of a step. */
  readonly runs: readonly StepRun[];
}

/** What one subscriber read, over one connection or, resumed, over several. */
export interface Stream {
  readonly taskId: string;
  readonly events: readonly StreamResponse[];
  /** Whether the server ended it; otherwise it was cut. */
  readonly isWhole: boolean;
}

/** The end of a task, as a client was told. */
export interface Answer {
  readonly taskId: string;
  readonly state: string;
}

/** A further message, for which a client got an answer. */
export interface SentMessage {
  readonly taskId: string;
  readonly messageId: string;
}

export interface Notification {
  readonly taskId: string;
  /** The header webhook-id. */
  readonly id: string;
  /** What it told, as JSON. */
  readonly text: string;
}

export interface StepRun {
  readonly taskId: string;
  readonly step: string;
  /** Of the turn. */
  readonly attempt: number;
  /** The result. */
  readonly run: number;
  /** In milliseconds of one clock for all processes. */
  readonly begun: number;
  readonly ended: number;
}

/** A task of the history. */
interface Recorded {
  readonly taskId: string;
  readonly log: readonly TaskEntry[];
  /** What streams and webhooks are told of the log. */
  readonly updates: readonly Update[];
  readonly history: History;
}

interface Update {
  readonly version: number;
  readonly text: string;
  /** Undefined for a part of an artifact. */
  readonly state: string | undefined;
  /** The whole status, as text. */
  readonly status: string | undefined;
}

/** The promises that a history breaks, one text for each. */
export function findViolations(history: History): readonly string[] {
  const tasks = new Map(
    [...history.logs].map(([taskId, log]) => [taskId, { taskId, log, updates: toUpdates(log), history }]),
  );
  const streams = byTask(history.streams);
  const notifications = byTask(history.notifications);
  const told = new Set([...history.wanted.keys(), ...streams.keys()]);
  return [
    ...[...told].filter((taskId) => !tasks.has(taskId)).map((taskId) => `${taskId}: lost`),
    ...[...tasks.values()].flatMap((task) => [
      ...checkEnd(task),
      ...checkLog(task),
      ...(streams.get(task.taskId) ?? []).flatMap((stream) => checkStream(stream, task)),
      ...checkNotifications(notifications.get(task.taskId) ?? [], task),
    ]),
    ...history.answers.flatMap((answer) => checkAnswer(answer, tasks.get(answer.taskId))),
    ...history.messages.flatMap((message) => checkMessage(message, tasks.get(message.taskId))),
    ...history.repeated.flatMap((message) => checkRepeated(message, history.logs)),
    ...checkSteps(history),
  ];
}

/** A task ends, once, and as it was asked to. */
function checkEnd({ taskId, updates, history }: Recorded): readonly string[] {
  const { wanted, canceled } = history;
  const states = updates.flatMap(({ state }) => state ?? []);
  const last = states.at(-1) ?? "its beginning";
  // No one knows of a question whose call was cut.
  if (!isEnd(last)) {
    return last === "TASK_STATE_INPUT_REQUIRED" && !wanted.has(taskId) ? [] : [`${taskId}: stuck in ${last}`];
  }
  const parts = updates.filter(({ state }) => state === undefined).length;
  const number = wanted.get(taskId) ?? parts;
  return [
    ...(states.filter(isEnd).length > 1 ? [`${taskId}: ended twice`] : []),
    ...(last === "TASK_STATE_FAILED" ? [`${taskId}: failed`] : []),
    ...(last === "TASK_STATE_CANCELED" && !canceled.has(taskId) ? [`${taskId}: canceled by no one`] : []),
    ...(last === "TASK_STATE_COMPLETED" && parts !== number
      ? [`${taskId}: completed with ${parts} of ${number} parts`]
      : []),
  ];
}

/** A log counts without gap, its time never goes back, and no message is in it twice. */
function checkLog({ taskId, log }: Recorded): readonly string[] {
  const numbers = log.flatMap((entry) =>
    "artifactUpdate" in entry
      ? [Number.parseInt(entry.artifactUpdate.artifact.parts[0]?.text ?? "", 10)]
      : [],
  );
  const times = log.flatMap((entry) =>
    "statusUpdate" in entry ? [entry.statusUpdate.status.timestamp ?? ""] : [],
  );
  const messages = log.flatMap((entry) => ("message" in entry ? [entry.message.messageId] : []));
  return [
    ...(numbers.some((number, index) => number !== index + 1)
      ? [`${taskId}: counted ${numbers.join(" ")}`]
      : []),
    ...(times.some((time, index) => time < (times[index - 1] ?? ""))
      ? [`${taskId}: its time goes back`]
      : []),
    ...(new Set(messages).size < messages.length ? [`${taskId}: has a message twice`] : []),
  ];
}

/**
 * A stream is one piece of the log, from where its first task stands to a state of rest if it was not cut. A
 * further task, by which a resumed stream goes on, stands no earlier than what came before it.
 */
function checkStream({ events, isWhole }: Stream, { taskId, updates }: Recorded): readonly string[] {
  if (events.length === 0) return [];
  if (events[0]?.task === undefined) return [`${taskId}: a stream begins without a task`];
  /** How many updates the client knows. */
  let known = 0;
  let state: string | undefined;
  /** That of the task, if it was the latest event. */
  let status: string | undefined;
  for (const event of events) {
    if (event.task !== undefined) {
      const found = standing(updates, countPieces(event.task.artifacts));
      if (found === undefined || found < known)
        return [`${taskId}: a stream goes back, or is ahead of the log`];
      known = found;
      ({ state } = event.task.status);
      status = toText(event.task.status);
      continue;
    }
    const text = toText(event);
    const at = status === undefined ? known : findFrom(updates, known, text);
    // The task has the statuses in between already.
    const passed = updates.slice(known, at).at(-1);
    if (updates[at]?.text !== text || (passed !== undefined && passed.status !== status)) {
      return [
        status === undefined
          ? `${taskId}: a stream lost, doubled or changed an event`
          : `${taskId}: a stream does not begin where its task stands`,
      ];
    }
    known = at + 1;
    state = updates[at]?.state;
    status = undefined;
  }
  const isAtRest = isEnd(state ?? "") || state === "TASK_STATE_INPUT_REQUIRED";
  return isWhole && !isAtRest ? [`${taskId}: a stream ended before its task`] : [];
}

/** How many updates a task with so many parts has, at least; undefined if the log has fewer parts. */
function standing(updates: readonly Update[], parts: number): number | undefined {
  let left = parts;
  let count = 0;
  for (; left > 0 && count < updates.length; count++) if (updates[count]?.state === undefined) left--;
  return left > 0 ? undefined : count;
}

/** Where an update with a text is, from a place on; otherwise where the next part is. */
function findFrom(updates: readonly Update[], from: number, text: string): number {
  let at = from;
  while (at < updates.length && updates[at]?.text !== text && updates[at]?.state !== undefined) at++;
  return at;
}

/**
 * Every update arrives, and none before the one that precedes it has arrived. Pieces of a text may come as
 * one; what comes twice is the same under the same identifier.
 */
function checkNotifications(
  notifications: readonly Notification[],
  { taskId, log, updates, history }: Recorded,
): readonly string[] {
  // Whether or not its client was told of the task.
  const isSent = log.some((entry) => "turn" in entry && hasWebhook(entry.turn));
  if (!isSent && !history.watched.has(taskId)) return [];
  const arrived = new Map<number, string>();
  for (const { id, text } of notifications) {
    const version = Number(id.slice(id.lastIndexOf(":") + 1));
    if ((arrived.get(version) ?? text) !== text) return [`${taskId}: notified of ${version} in two ways`];
    arrived.set(version, text);
  }
  const wanted = updates.map(({ version }) => version).join(" ");
  const seen = [...arrived.keys()].join(" ");
  const told = [...arrived].flatMap(([version, text]) => piecesOf(text) ?? [`status ${version}`]);
  const all = updates.flatMap(({ version, text }) => piecesOf(text) ?? [`status ${version}`]);
  if (told.join() === all.join()) return [];
  return seen === wanted
    ? [`${taskId}: notified of pieces that it was notified of before: ${seen}`]
    : [`${taskId}: notified of ${seen}, expected ${wanted}`];
}

/** The pieces of a text that an event has; undefined for a status. */
function piecesOf(text: string): readonly string[] | undefined {
  const { artifactUpdate } = JSON.parse(text) as StreamResponse;
  return artifactUpdate?.artifact.parts.flatMap((part) => part.text?.match(/[^;]+;/g) ?? []);
}

function hasWebhook({ configuration }: Extract<TaskEntry, { turn: unknown }>["turn"]): boolean {
  return configuration.taskPushNotificationConfig !== undefined;
}

/** A message that is sent again and again begins one task, of which its client is told. */
function checkRepeated({ taskId, messageId }: SentMessage, logs: History["logs"]): readonly string[] {
  const begun = [...logs].filter(([, log]) =>
    log.some((entry, index) => index === 0 && "turn" in entry && entry.turn.messageId === messageId),
  );
  const found = begun.map(([id]) => id).join(" ");
  return found === taskId ? [] : [`${messageId}: began ${found || "no task"}, answered with ${taskId}`];
}

/** A client that was told of the end was told the truth. */
function checkAnswer({ taskId, state }: Answer, task: Recorded | undefined): readonly string[] {
  const end = task?.updates.findLast((update) => update.state !== undefined)?.state;
  return end === undefined || end === state ? [] : [`${taskId}: answered ${state}, ended with ${end}`];
}

/** An acknowledged message is in the log. */
function checkMessage({ taskId, messageId }: SentMessage, task: Recorded | undefined): readonly string[] {
  const isThere = task?.log.some((entry) => "message" in entry && entry.message.messageId === messageId);
  return isThere === false ? [`${taskId}: lost a message`] : [];
}

/**
 * The result of a step is that of a run of its attempt, and no later attempt runs it. A process that was
 * suspended in a step may end it, for the attempt of before.
 */
function checkSteps({ logs, runs }: History): readonly string[] {
  const ofTasks = byTask(runs);
  return [...logs].flatMap(([taskId, log]) => {
    const found: string[] = [];
    let attempt = 1;
    for (const entry of log) {
      if ("turn" in entry) ({ attempt } = entry.turn);
      if (!("step" in entry)) continue;
      const { name, value } = entry.step;
      const ofStep = (ofTasks.get(taskId) ?? []).filter(({ step }) => step === name);
      if (ofStep.some((run) => run.attempt > attempt))
        found.push(`${taskId}: ${name} ran after it had returned`);
      if (!ofStep.some((run) => run.attempt === attempt && run.run === value))
        found.push(`${taskId}: ${name} has the result of no run`);
      const isLate = ofStep.some(({ begun, attempt: late }) =>
        ofStep.some((run) => run.attempt > late && run.ended < begun),
      );
      if (isLate) found.push(`${taskId}: ${name} began after a later attempt had run it`);
    }
    return found;
  });
}

function toUpdates(log: readonly TaskEntry[]): readonly Update[] {
  return log.flatMap((entry, index) => {
    if (!("statusUpdate" in entry || "artifactUpdate" in entry)) return [];
    const status = "statusUpdate" in entry ? entry.statusUpdate.status : undefined;
    const update = { version: index + 1, text: toText(entry) };
    return [{ ...update, state: status?.state, status: status && toText(status) }];
  });
}

function byTask<Item extends { readonly taskId: string }>(
  items: readonly Item[],
): ReadonlyMap<string, readonly Item[]> {
  const found = new Map<string, Item[]>();
  for (const item of items) {
    const ofTask = found.get(item.taskId) ?? [];
    ofTask.push(item);
    found.set(item.taskId, ofTask);
  }
  return found;
}

function isEnd(state: string): boolean {
  return /^TASK_STATE_(?:COMPLETED|CANCELED|FAILED)$/.test(state);
}

/** The same whatever the order of properties. */
function toText(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
