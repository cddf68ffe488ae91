import type { CallOptions } from "../../service/call-context.ts";
import type { TaskShape } from "../../service/growing-task.ts";
import { StreamProgress } from "../../service/stream-progress.ts";
import { systemClock } from "../calls/backoff.ts";
import { EventFold } from "./fold-event.ts";
import { type TaskCallOptions, TaskCalls } from "./task-calls.ts";

/** A client of any version. */
export interface TaskClient {
  sendStreamingMessage(request: never, options?: CallOptions): AsyncIterable<object>;
  getTask(request: never, options?: CallOptions): Promise<object>;
}

/** An event, and the task as the events so far make it; undefined for an answer that is a message. */
export interface Followed<Task, Event> {
  readonly task: Task | undefined;
  readonly event: Event;
}

export interface FollowOptions extends CallOptions, TaskCallOptions {
  /** Milliseconds between two looks at the task of an agent that does not stream. Default: 1000. */
  readonly pollMs?: number;
  /** The task as it is known, for a message to it: not all agents send it before they go on. */
  readonly task?: object;
  /** What to keep of the task after each event: an endless stream would fill memory. Default: all. */
  readonly trim?: (task: object) => object;
}

/** What `follow` takes: a request of SendStreamingMessage, or of GetTask for a task that is there. */
export type FollowRequest<Client extends TaskClient> =
  | Parameters<Client["sendStreamingMessage"]>[0]
  | Parameters<Client["getTask"]>[0];

export type FollowedTask<Client extends TaskClient> = Awaited<ReturnType<Client["getTask"]>>;

export type FollowedEvent<Client extends TaskClient> =
  ReturnType<Client["sendStreamingMessage"]> extends AsyncIterable<infer Event extends object>
    ? Event
    : never;

/**
 * Sends a message, or takes up a task by its identifier, and yields each event with the task that the events
 * make. It ends when the task has ended or waits for its caller, or with the message that is the whole
 * answer. A stream that breaks is resumed; where the agent does not stream, the message is sent without and
 * the task asked for from time to time: `configuration` may say that the agent is to answer at once.
 *
 * Throws a CallError as the calls do, and a TypeError for a client that is not made from a service with
 * tasks.
 */
export async function* follow<Client extends TaskClient>(
  client: Client,
  request: FollowRequest<Client>,
  options: FollowOptions = {},
): AsyncGenerator<Followed<FollowedTask<Client>, FollowedEvent<Client>>, void, undefined> {
  const { pollMs = 1000, task, trim, resume, service, ...call } = options;
  const calls = new TaskCalls(client, {
    ...(resume !== undefined && { resume }),
    ...(service && { service }),
  });
  const { clock = systemClock } = resume || {};
  // Of the client's version, as what it yields.
  let fold = new EventFold<TaskShape>(task as TaskShape | undefined);
  const progress = new StreamProgress(calls.rules);
  const take = (event: object): Followed<FollowedTask<Client>, FollowedEvent<Client>> => {
    progress.add(event);
    fold.add(event);
    if (trim !== undefined && fold.task !== undefined) {
      fold = new EventFold<TaskShape>(trim(fold.task) as TaskShape);
    }
    // What the client answers is of its version.
    return { task: fold.task, event } as Followed<FollowedTask<Client>, FollowedEvent<Client>>;
  };
  const named = calls.taskIn(request);
  try {
    for await (const event of calls.stream(request, call)) {
      yield take(event);
      // A subscription would go on: others may answer the task.
      if (named !== undefined && !progress.isUnfinished) return;
    }
    return;
  } catch (error) {
    if (!calls.isRefusal(error)) throw error;
  }
  const taskId = progress.taskId ?? named;
  let event =
    taskId === undefined ? await calls.send(request, call) : await calls.read(taskId, request, call);
  yield take(event);
  while (progress.isUnfinished) {
    await clock.sleep(pollMs, call.signal);
    const before = JSON.stringify(event);
    event = await calls.read(progress.taskId ?? "", request, call);
    if (JSON.stringify(event) !== before) yield take(event);
  }
}
