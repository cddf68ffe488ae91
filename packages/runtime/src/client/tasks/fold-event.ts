import type { JsonObject } from "../../core/json.ts";
import { isObject } from "../../core/object.ts";
import {
  type ArtifactShape,
  GrowingTask,
  type MessageShape,
  type TaskShape,
} from "../../service/growing-task.ts";

/**
 * The task after one more event of its stream, or after an answer that is the task; neither argument is
 * changed. Events and tasks may be of any version. A message that is the whole answer leaves the task as it
 * is, undefined for none.
 *
 * The first event may be an update, where an agent sends no task before: the task then has what the update
 * says, and no `status.state` before one is reported.
 */
export function foldEvent<Task extends TaskShape>(task: Task | undefined, event: object): Task | undefined {
  const fold = new EventFold(task);
  fold.add(event);
  return fold.task;
}

/** The task of a stream, to which each event is added in constant time. */
export class EventFold<Task extends TaskShape> {
  #fold: GrowingTask<TaskShape & CountedTask> | undefined;

  constructor(task?: Task) {
    if (task !== undefined) this.#fold = new GrowingTask(task);
  }

  get task(): Task | undefined {
    // Of the events of this type of tasks.
    return this.#fold?.toTask() as Task | undefined;
  }

  add(event: object): void {
    const payload = payloadOf(event);
    const { id, taskId, messageId, status, artifact, append, message } = payload;
    if (messageId !== undefined) return;
    if (id !== undefined && status !== undefined) this.#fold = new GrowingTask({ ...payload, id, status });
    if (taskId === undefined) return;
    // Another task than the one that was known: the answer to a message may begin one.
    if (this.#fold?.id !== taskId) this.#fold = new GrowingTask(beginTask(payload, taskId));
    const isNews = status !== undefined && JSON.stringify(status) !== JSON.stringify(this.#fold.status);
    if (isNews) setStatus(this.#fold, status);
    // An update that leaves the status as it is brings metadata of the task.
    else if (status !== undefined) this.#fold.addMetadata(payload.metadata);
    if (artifact !== undefined) this.#fold.putArtifact(artifact, append === true, marksOf(payload));
    if (message !== undefined && !isIn(this.#fold.history, message)) this.#fold.addMessage(message);
    countChange(this.#fold, isNews ? payload : { ...payload, status: undefined });
  }
}

/** What an event may say, whatever it is called: a task, a message, or an update of a task. */
interface Payload {
  readonly id?: string;
  readonly taskId?: string;
  readonly contextId?: string;
  readonly messageId?: string;
  readonly status?: TaskShape["status"] | undefined;
  readonly metadata?: JsonObject;
  readonly artifact?: ArtifactShape;
  readonly append?: boolean;
  readonly lastChunk?: boolean;
  readonly message?: MessageShape;
  readonly generation?: string;
}

/** A task of a version whose tasks count their changes. */
interface CountedTask {
  generation?: string;
  timeline?: object[];
}

/** What an event holds: it is tagged with what it is, or has one member that says it by its name. */
function payloadOf(event: object): Payload {
  const isPayload = "status" in event || "artifact" in event || "messageId" in event;
  // Of the protocol's own types, or nothing of it counts.
  return isPayload ? (event as Payload) : (Object.values(event).find(isObject) ?? {});
}

function beginTask({ contextId }: Payload, id: string): TaskShape {
  return { id, ...(contextId === undefined ? {} : { contextId }), status: {} };
}

/** Agents that send an event again, and those that put a message into the history at once, say it once. */
function setStatus(task: GrowingTask<TaskShape>, status: TaskShape["status"]): void {
  const said = task.status.message;
  if (said === undefined || isIn([status.message ?? {}, ...task.history], said)) task.replaceStatus(status);
  else task.setStatus(status);
}

function isIn(history: readonly MessageShape[], { messageId }: MessageShape): boolean {
  return messageId !== undefined && history.some((each) => each.messageId === messageId);
}

/** Where an artifact begins and ends in the count of changes. */
function marksOf({ generation, lastChunk }: Payload): { readonly begins?: object; readonly marks?: object } {
  if (generation === undefined) return {};
  const begins = { startGeneration: generation };
  return lastChunk === true ? { begins, marks: { endGeneration: generation } } : { begins };
}

function countChange(
  task: GrowingTask<TaskShape & CountedTask>,
  { generation, status, message }: Payload,
): void {
  if (generation === undefined) return;
  const { timeline } = task.toTask();
  const step = status === undefined ? message && { generation, message } : { generation, status };
  task.change({
    generation,
    ...(timeline !== undefined && step !== undefined && { timeline: [...timeline, step] }),
  });
}
