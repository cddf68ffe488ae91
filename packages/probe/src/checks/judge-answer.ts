import type { ListTasksResponse, Message, SendMessageResponse, StreamResponse, Task } from "@a2agen/a2a-1.0";
import { firstDifference } from "@a2agen/exchange/replay/differences.ts";
import type { Outcome } from "../core/outcome.ts";
import { isTerminal } from "../core/task-states.ts";
import { excerpt, type Known, type Trial } from "../core/trial.ts";
import { factsOf } from "./event-facts.ts";
import { judgeTask, type Said } from "./judge-task.ts";

/** What holds for every answer of a method: its tasks, and that they agree with what was said before. */
export function judgeAnswer(trial: Trial, outcome: Outcome, member: string): void {
  if (outcome.kind === "events") {
    judgeIds(trial, outcome.events as readonly StreamResponse[]);
    judgeLast(trial, outcome);
  }
  for (const task of tasksIn(outcome, member)) judgeSaid(trial, task);
}

/** Whether the last event of a stream, and no other, says that it is the last, as some versions have it. */
function judgeLast(trial: Trial, { events, lastAt, isWhole }: Extract<Outcome, { kind: "events" }>): void {
  const { subject } = trial;
  if (subject.spoken.service.protocol.tasks?.eventEnds === undefined) return;
  const last = events.at(-1) as StreamResponse | undefined;
  if (lastAt !== -1 && lastAt < events.length - 1) {
    trial.find("streams.no-more", "no event behind the one that says it is the last", excerpt(last));
  }
  const state = last?.statusUpdate?.status.state;
  if (isWhole && lastAt === -1 && isTerminal(subject, state)) {
    trial.find("streams.ends", "a last event that says it is the last", excerpt(last));
  }
}

/** What holds for a task wherever something is said of it. */
export function judgeSaid(trial: Trial, said: Said): void {
  judgeTask(trial, said);
  judgeAgreement(trial, said);
}

/** What an event says of its task; undefined for a message or an artifact. */
export function saidIn({ task, statusUpdate }: StreamResponse): Said | undefined {
  return task ?? (statusUpdate && { ...statusUpdate, id: statusUpdate.taskId });
}

function tasksIn(outcome: Outcome, member: string): readonly Said[] {
  // The codec of the version has checked them.
  if (outcome.kind === "events") {
    return (outcome.events as readonly StreamResponse[]).flatMap((event) => saidIn(event) ?? []);
  }
  if (outcome.kind !== "value" || outcome.value === undefined) return [];
  switch (member) {
    case "sendMessage":
      return [(outcome.value as SendMessageResponse).task ?? []].flat();
    case "getTask":
    case "cancelTask":
      return [outcome.value as Task];
    case "listTasks":
      return (outcome.value as ListTasksResponse).tasks;
    default:
      return [];
  }
}

/** Whether all events of a stream are of one task and context. */
function judgeIds(trial: Trial, events: readonly StreamResponse[]): void {
  const [begin, ...more] = events.map(factsOf);
  if (begin === undefined) return;
  for (const { taskId, contextId } of more) {
    if (taskId !== begin.taskId) trial.find("streams.same-task", excerpt(begin.taskId), excerpt(taskId));
    else if (contextId !== begin.contextId) {
      trial.find("streams.same-task", excerpt(begin.contextId), excerpt(contextId));
    }
  }
}

function judgeAgreement(trial: Trial, { id, contextId = "", status, history = [] }: Said): void {
  const { known } = trial.facts;
  const context = keep(known.contexts, id, contextId);
  if (context !== contextId) trial.find("get.context", excerpt(context), excerpt(contextId));
  // Others may be older: streams are read when they are over.
  const end = isTerminal(trial.subject, status.state) ? keep(known.ends, id, status.state) : status.state;
  if (end !== status.state)
    trial.find("get.final", `${end}, in which the task ${id} has ended`, status.state);
  for (const message of [...history, status.message ?? []].flat()) judgeMessage(trial, message, known);
}

/** Whether a message has the role and the parts with which it was sent, or came first. */
function judgeMessage(trial: Trial, message: Message, { messages }: Known): void {
  const { messageId } = message;
  if (messageId === "") {
    trial.find("send.message-ids", "an identifier", '""');
    return;
  }
  const first = keep(messages, messageId, message);
  // Some versions have no media type of data, and no names of files over gRPC.
  const isCompared = (name: string): boolean =>
    trial.subject.translation === undefined || (name !== "mediaType" && name !== "filename");
  const difference =
    firstDifference(first.role, message.role, "role") ??
    firstDifference(first.parts.length, message.parts.length, "number of parts") ??
    first.parts
      .flatMap((part, at) => Object.entries(part).map(([name, value]) => ({ name, value, at })))
      .filter(({ name }) => isCompared(name))
      // A part may have got more than was sent.
      .map(({ name, value, at }) =>
        firstDifference(value, Reflect.get(message.parts[at] ?? {}, name), `parts[${at}].${name}`),
      )
      .find((each) => each !== undefined);
  if (difference === undefined) return;
  const { path, one, other } = difference;
  trial.find("get.history-same", `${path} of ${excerpt(messageId)}: ${excerpt(one)}`, excerpt(other));
}

/** The first value of a key. */
function keep<T>(all: Map<string, T>, key: string, value: T): T {
  const first = all.get(key);
  if (first === undefined) all.set(key, value);
  return first ?? value;
}
