import { isDeepStrictEqual } from "node:util";
import type { ListTasksResponse, Message, SendMessageResponse, Task } from "@a2agen/a2a-1.0";
import type { Difference } from "@a2agen/exchange/replay/differences.ts";
import type { Check } from "../core/check.ts";
import type { Outcome } from "../core/outcome.ts";
import { methodOf } from "../core/subject.ts";
import { askingState, isInterrupted, isTerminal } from "../core/task-states.ts";
import { type Effect, effectOf, excerpt, NotReached, type Run, type Trial } from "../core/trial.ts";

/** No task of any agent. */
export const unknownTask = "a2agen-probe-no-such-task";

/** Likewise, and named in no message: an agent that takes those may make the task that they name. */
export const unnamedTask = `${unknownTask}-2`;

/** Why a check is not for an agent whose card does not declare a capability. */
export function needsCapability(name: "streaming" | "pushNotifications"): NonNullable<Check["except"]> {
  return ({ card }) => (card.capabilities[name] === true ? undefined : `the card does not declare ${name}`);
}

export function hasEnded({ subject }: Trial, { status }: Task): boolean {
  return isTerminal(subject, status.state);
}

/** Whether a task waits for its client. */
export function isWaiting({ subject }: Trial, { status }: Task): boolean {
  return isInterrupted(subject, status.state);
}

/** Whether a task waits for a message. */
export function isAsking({ subject }: Trial, { status }: Task): boolean {
  return status.state === askingState(subject);
}

/** A request of SendMessage with a text. */
export function textRequest(
  trial: Trial,
  text: string,
  { message = {}, ...rest }: { readonly message?: Partial<Message>; readonly configuration?: object } = {},
): object {
  const own: Message = { messageId: trial.messageId(), role: "ROLE_USER", parts: [{ text }], ...message };
  trial.facts.known.messages.set(own.messageId, own);
  return { message: own, ...rest };
}

/** A request of each method that the card declares, about no task; those that only read come first. */
export function strayCalls(trial: Trial): readonly StrayCall[] {
  const { subject, scenario } = trial;
  const { streaming, pushNotifications, extendedAgentCard } = subject.card.capabilities;
  const message = textRequest(trial, scenario.plain, { message: { taskId: unknownTask } });
  const config = { taskId: unknownTask, id: "a2agen-probe" };
  const rows: readonly (readonly [member: string, request: object, isDeclared?: boolean | undefined])[] = [
    ["getTask", { id: unknownTask }],
    ["listTasks", { contextId: unknownTask }],
    ["subscribeToTask", { id: unknownTask }, streaming],
    ["getTaskPushNotificationConfig", config, pushNotifications],
    ["listTaskPushNotificationConfigs", { taskId: unknownTask }, pushNotifications],
    ["getExtendedAgentCard", {}, extendedAgentCard],
    ["cancelTask", { id: unknownTask }],
    ["deleteTaskPushNotificationConfig", config, pushNotifications],
    [
      "createTaskPushNotificationConfig",
      { ...config, url: "https://example.com/a2agen-probe" },
      pushNotifications,
    ],
    ["sendMessage", message],
    ["sendStreamingMessage", message, streaming],
  ];
  return rows.flatMap(([member, request, isDeclared = true]) =>
    isDeclared && methodOf(subject, member) !== undefined
      ? { member, request, effect: member.startsWith("send") ? ("changes" as const) : effectOf(member) }
      : [],
  );
}

interface StrayCall {
  readonly member: string;
  readonly request: object;
  readonly effect: Effect;
}

/** Whether 0 is another number than none over the interface: some protos do not tell them apart. */
export function tellsZero(trial: Trial): boolean {
  const [none, zero] = [{}, { historyLength: 0 }].map((length) =>
    trial.encode("getTask", { id: unknownTask, ...length }),
  );
  return !isDeepStrictEqual(none, zero);
}

/** What was expected at the place of a difference, and what came. */
export function tellDifference({ path, one, other }: Difference): [expected: string, came: string] {
  return [`${path}: ${excerpt(one)}`, excerpt(other)];
}

/** A task that has ended; throws NotReached without one. */
export function endedTask({ facts }: Trial): Task {
  if (facts.ended === undefined) throw new NotReached(facts.reason);
  return facts.ended;
}

/** A task, at work if there is such a one; throws NotReached without any. */
export function anyTask({ facts }: Trial): Task {
  const task = facts.running ?? facts.waiting ?? facts.ended;
  if (task === undefined) throw new NotReached(facts.reason);
  return task;
}

/** The task when it has ended or waits for its client, or as it is after some seconds. */
export function* settle(trial: Trial, task: Task): Run<Task> {
  let last = task;
  for (let count = 0; count < 20 && !hasEnded(trial, last) && !isWaiting(trial, last); count++) {
    yield { kind: "pause", ms: 25 * (count + 1) };
    const outcome = yield* trial.call("getTask", { id: task.id });
    last = trial.value<Task>(outcome, "get.found", "the task of a SendMessage");
  }
  return last;
}

export function* getTask(trial: Trial, request: object): Run<Task> {
  const outcome = yield* trial.call("getTask", request);
  return trial.value<Task>(outcome, "get.found", "the task");
}

export function* listTasks(trial: Trial, request: object): Run<ListTasksResponse> {
  const outcome = yield* trial.call("listTasks", request);
  return trial.value<ListTasksResponse>(outcome, "list.found", "a list of tasks");
}

/** Whether an agent says that a task cannot be canceled; one that was canceled may be gone (A2A 3.3.1). */
export function isNotCancelable(outcome: Outcome): boolean {
  if (outcome.kind !== "error") return false;
  const { names } = outcome.failure;
  return names.includes("TaskNotCancelableError") || names.includes("TaskNotFoundError");
}

/** Whether a task comes before one whose status is later (A2A 3.1.4). */
export function isOutOfOrder(tasks: readonly Task[]): boolean {
  const times = tasks.flatMap(({ status }) => status.timestamp ?? []).map((time) => Date.parse(time));
  return times.some((time, at) => at > 0 && time > (times[at - 1] ?? time));
}

/** A text that leads to a task which is not over at once; throws NotReached without one. */
export function openText({ facts, scenario: { working, inputRequired } }: Trial): string {
  const text = working ?? inputRequired ?? facts.openText;
  if (text === undefined) {
    throw new NotReached("no task stays open: name a text for one in the scenario, working or inputRequired");
  }
  return text;
}

/** Why a check is not reached that needs a task to be open for longer. */
export const endedEarly =
  "the task ended meanwhile: name a text in the scenario that leads to one which stays open, working";

/** A new task that runs until canceled, or waits for its client; throws NotReached without a text for one. */
export function* openTask(trial: Trial, configuration: object = {}): Run<Task> {
  const text = openText(trial);
  const { task } = yield* send(
    trial,
    textRequest(trial, text, { configuration: { returnImmediately: true, ...configuration } }),
  );
  if (task === undefined || hasEnded(trial, task)) {
    throw new NotReached(`the text ${excerpt(text)} leads to no task that stays open`);
  }
  return task;
}

/** The methods that send messages, as far as the card declares them. */
export function sending({ subject }: Trial): readonly string[] {
  return subject.card.capabilities.streaming === true
    ? ["sendMessage", "sendStreamingMessage"]
    : ["sendMessage"];
}

export function* send(trial: Trial, request: object): Run<SendMessageResponse> {
  return readSent(trial, yield* trial.call("sendMessage", request));
}

/** What a SendMessage is answered with; without an answer a finding, and the check ends. */
export function readSent(trial: Trial, outcome: Outcome): SendMessageResponse {
  return trial.value<SendMessageResponse>(outcome, "send.answered", "a task or a message");
}
