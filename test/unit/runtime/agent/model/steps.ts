import type { Message, SendMessageRequest, SendMessageResponse } from "@a2agen/a2a-1.0";
import { type AgentEvent, textArtifact } from "@a2agen/runtime/agent";
import fc from "fast-check";
import { expect } from "vitest";
import { failureOf, inShort } from "../../../../shared/agent/start-agent.ts";
import { type AgentModel, Expected, type Mode } from "./agent-model.ts";
import { Observer } from "./observer.ts";
import { callers, type Session, setClock } from "./session.ts";
import { settle } from "./settle.ts";
import { showPage, showTask } from "./shown.ts";
import { type ModelMessage, notAllowed, type TaskModel } from "./task-model.ts";

/** What a message refers to; tasks and messages that came before are chosen by number. */
export type Target =
  | { readonly to: "nothing" }
  | { readonly to: "a context"; readonly index: number }
  | { readonly to: "a task"; readonly index: number; readonly withContext: boolean }
  | { readonly to: "a task in another context"; readonly index: number }
  | { readonly to: "no task" }
  | { readonly to: "the same"; readonly index: number }
  | { readonly to: "the same, with its task"; readonly index: number }
  | { readonly to: "the same, in other words"; readonly index: number };

const states = [
  "working",
  "input-required",
  "auth-required",
  "completed",
  "failed",
  "rejected",
  "canceled",
  "submitted",
] as const;

export type Act =
  | { readonly does: "status"; readonly state: (typeof states)[number]; readonly speaks: boolean }
  | { readonly does: "artifact"; readonly name: "a" | "b"; readonly append: boolean }
  | { readonly does: "garbage" | "end" | "throw" };

/** One operation of somebody, chosen at random. */
export type Step =
  | {
      readonly op: "send";
      readonly caller: number;
      readonly target: Target;
      readonly answer: "work" | "promise" | "reply" | "refuse" | "later";
      readonly mode: Mode;
      readonly historyLength: number | undefined;
    }
  | { readonly op: "author"; readonly index: number; readonly act: Act }
  | { readonly op: "answer"; readonly index: number; readonly how: "work" | "reply" | "fail" }
  | { readonly op: "subscribe" | "cancel"; readonly caller: number; readonly index: number }
  | {
      readonly op: "get";
      readonly caller: number;
      readonly index: number;
      readonly historyLength: number | undefined;
    }
  | {
      readonly op: "list";
      readonly caller: number;
      readonly pageSize: number;
      readonly context: number | undefined;
      readonly state: (typeof states)[number] | undefined;
      readonly since: number | undefined;
      readonly historyLength: number | undefined;
      readonly withArtifacts: boolean | undefined;
    }
  | { readonly op: "disconnect"; readonly index: number }
  | { readonly op: "wait"; readonly ms: number };

// Often the latest, so that much happens to one task.
const index = fc.oneof({ weight: 3, arbitrary: fc.nat(1) }, { weight: 1, arbitrary: fc.nat(30) });
const caller = fc.nat(callers.length - 1);
const historyLength = fc.option(fc.nat(4), { nil: undefined });

const target: fc.Arbitrary<Target> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Target>({ to: "nothing" }) },
  { weight: 1, arbitrary: fc.record({ to: fc.constant("a context" as const), index }) },
  {
    weight: 8,
    arbitrary: fc.record({ to: fc.constant("a task" as const), index, withContext: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ to: fc.constant("a task in another context" as const), index }) },
  { weight: 1, arbitrary: fc.constant<Target>({ to: "no task" }) },
  { weight: 2, arbitrary: fc.record({ to: fc.constant("the same" as const), index }) },
  { weight: 1, arbitrary: fc.record({ to: fc.constant("the same, with its task" as const), index }) },
  { weight: 1, arbitrary: fc.record({ to: fc.constant("the same, in other words" as const), index }) },
);

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      does: fc.constant("status" as const),
      state: fc.constantFrom("working", "working", "input-required", "input-required", ...states),
      speaks: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant("artifact" as const),
      name: fc.constantFrom("a" as const, "b" as const),
      append: fc.boolean(),
    }),
  },
  { weight: 5, arbitrary: fc.constant<Act>({ does: "end" }) },
  { weight: 2, arbitrary: fc.constantFrom<Act>({ does: "garbage" }, { does: "throw" }) },
);

export const steps: readonly { readonly weight: number; readonly arbitrary: fc.Arbitrary<Step> }[] = [
  {
    weight: 8,
    arbitrary: fc.record({
      op: fc.constant("send" as const),
      caller,
      target,
      answer: fc.constantFrom("work", "work", "work", "work", "promise", "reply", "refuse", "later"),
      mode: fc.constantFrom("blocking", "immediate", "stream"),
      historyLength,
    }),
  },
  { weight: 12, arbitrary: fc.record({ op: fc.constant("author" as const), index, act }) },
  {
    weight: 2,
    arbitrary: fc.record({
      op: fc.constant("answer" as const),
      index,
      how: fc.constantFrom("work" as const, "reply" as const, "fail" as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ op: fc.constant("subscribe" as const), caller, index }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant("cancel" as const), caller, index }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant("get" as const), caller, index, historyLength }) },
  {
    weight: 2,
    arbitrary: fc.record({
      op: fc.constant("list" as const),
      caller,
      pageSize: fc.integer({ min: 1, max: 4 }),
      context: fc.option(index, { nil: undefined }),
      state: fc.option(fc.constantFrom(...states), { nil: undefined }),
      since: fc.option(fc.nat(20), { nil: undefined }),
      historyLength,
      withArtifacts: fc.option(fc.boolean(), { nil: undefined }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ op: fc.constant("disconnect" as const), index }) },
  {
    weight: 3,
    arbitrary: fc.record({ op: fc.constant("wait" as const), ms: fc.integer({ min: -3, max: 5 }) }),
  },
];

/** Whether a step is possible. */
export function isPossible(step: Step, model: Readonly<AgentModel>): boolean {
  switch (step.op) {
    case "send":
      return messageFor(step, model) !== undefined;
    case "author":
      return atWork(model).length > 0;
    case "answer":
      return model.pending.length > 0;
    case "disconnect":
      return openCalls(model).length > 0;
    case "subscribe":
    case "cancel":
    case "get":
    case "list":
    case "wait":
      return true;
  }
}

export async function take(step: Step, model: AgentModel, session: Session): Promise<void> {
  await takeIt(step, model, session);
  await session.check(model);
}

async function takeIt(step: Step, model: AgentModel, session: Session): Promise<void> {
  switch (step.op) {
    case "send":
      await send(step, model, session);
      return;
    case "author":
      await tellAuthor(step, model, session);
      return;
    case "answer":
      await giveAnswer(step, model, session);
      return;
    case "subscribe": {
      const id = taskIdAt(model, step.index);
      const client = clientAt(session, step.caller);
      const made = await session.call(() =>
        Observer.stream((signal) => client.subscribeToTask({ id }, { signal })),
      );
      model.subscribe(model.expect(new Expected(made, "subscribe")), callerAt(step.caller), id);
      return;
    }
    case "cancel": {
      const id = taskIdAt(model, step.index);
      const client = clientAt(session, step.caller);
      const made = await session.call(() =>
        Observer.unary((signal) => client.cancelTask({ id }, { signal }).then(showTask)),
      );
      model.cancel(model.expect(new Expected(made, "cancel")), callerAt(step.caller), id);
      return;
    }
    case "get": {
      const id = taskIdAt(model, step.index);
      const client = clientAt(session, step.caller);
      const lengths = step.historyLength === undefined ? {} : { historyLength: step.historyLength };
      const made = await session.call(() =>
        Observer.unary((signal) => client.getTask({ id, ...lengths }, { signal }).then(showTask)),
      );
      model.get(model.expect(new Expected(made, "immediate", step.historyLength)), callerAt(step.caller), id);
      return;
    }
    case "list":
      await list(step, model, session);
      return;
    case "disconnect": {
      const open = openCalls(model);
      const expected = pick(open, step.index);
      if (expected === undefined) return;
      expected.observer.disconnect();
      await settle();
      expected.leave();
      return;
    }
    case "wait":
      model.now += step.ms;
      setClock(model.now);
  }
}

async function send(
  step: Step & { readonly op: "send" },
  model: AgentModel,
  session: Session,
): Promise<void> {
  const message = messageFor(step, model);
  if (message === undefined) return;
  const client = clientAt(session, step.caller);
  const { mode, historyLength: length } = step;
  const request: SendMessageRequest = {
    message: toMessage(message),
    configuration: {
      ...(mode === "immediate" ? { returnImmediately: true } : {}),
      ...(length === undefined ? {} : { historyLength: length }),
    },
  };
  const made = await session.call(() =>
    mode === "stream"
      ? Observer.stream((signal) => client.sendStreamingMessage(request, { signal }))
      : Observer.unary((signal) => client.sendMessage(request, { signal }).then(showResponse)),
  );
  session.learn(model);
  model.send(model.expect(new Expected(made, mode, length)), callerAt(step.caller), message);
}

async function tellAuthor(
  { index: at, act }: Step & { readonly op: "author" },
  model: AgentModel,
  session: Session,
): Promise<void> {
  const tasks = atWork(model);
  const task = pick(tasks, at);
  const turn = task === undefined ? undefined : session.turns.get(task.id);
  if (task === undefined || turn === undefined) throw new Error("expected a turn at work");
  expect(turn.isAsked, "the kit waits for an event").toBe(true);
  switch (act.does) {
    case "status": {
      const { state, speaks } = act;
      const text = speaks ? model.unique(state) : undefined;
      turn.give(statusEvent(state, text));
      await settle();
      task.give({ state, text });
      break;
    }
    case "artifact": {
      const { name, append } = act;
      const text = model.unique("part");
      turn.give(textArtifact(name, text, { append }));
      await settle();
      task.give({ artifact: name, text, append });
      break;
    }
    case "garbage":
      turn.give({} as AgentEvent);
      await settle();
      task.break(notAllowed);
      break;
    case "end":
      turn.end();
      await settle();
      session.learn(model);
      model.endTurn(task);
      break;
    case "throw":
      turn.fail(new Error("thrown"));
      await settle();
      task.throwError();
      break;
  }
}

async function giveAnswer(
  step: Step & { readonly op: "answer" },
  model: AgentModel,
  session: Session,
): Promise<void> {
  const pending = model.pending[step.index % model.pending.length];
  const answer = session.answers.get(`${pending?.sent.principal ?? ""} ${pending?.sent.message.text ?? ""}`);
  if (pending === undefined || answer === undefined) throw new Error("expected an answer that is wanted");
  const reply = model.unique("reply");
  if (step.how === "work") answer.work();
  else if (step.how === "reply") answer.reply(reply);
  else answer.fail(new Error("thrown"));
  await settle();
  session.learn(model);
  model.release(pending, step.how === "reply" ? { reply } : step.how);
}

async function list(
  step: Step & { readonly op: "list" },
  model: AgentModel,
  session: Session,
): Promise<void> {
  const principal = callerAt(step.caller);
  const client = clientAt(session, step.caller);
  const { pageSize, state, historyLength: length, withArtifacts } = step;
  const contextId = step.context === undefined ? undefined : model.tasks[step.context]?.contextId;
  const since = step.since === undefined ? undefined : model.tasks[step.since]?.time;
  const filters = {
    ...(contextId === undefined ? {} : { contextId }),
    ...(state === undefined ? {} : { status: stateOf(state) }),
    ...(since === undefined ? {} : { statusTimestampAfter: new Date(since).toISOString() }),
    ...(length === undefined ? {} : { historyLength: length }),
    ...(withArtifacts === undefined ? {} : { includeArtifacts: withArtifacts }),
  };
  const wanted = model.list(principal, {
    contextId,
    state,
    since,
    historyLength: length,
    withArtifacts: withArtifacts ?? false,
  });
  let pageToken = "";
  for (let first = 0; first === 0 || first < wanted.length; first += pageSize) {
    const page = await client.listTasks({ ...filters, pageSize, pageToken });
    expect(showPage(page)).toEqual({
      tasks: wanted.slice(first, first + pageSize),
      total: wanted.length,
      size: pageSize,
    });
    pageToken = page.nextPageToken;
    expect(pageToken === "", "the last page has no token").toBe(first + pageSize >= wanted.length);
    if (pageToken === "") continue;
    const other = { ...filters, statusTimestampAfter: "2000-01-01T00:00:00Z", pageToken };
    expect(inShort(await failureOf(client.listTasks(other)))).toEqual({
      error: "INVALID_ARGUMENT",
      fields: ["pageToken"],
    });
  }
}

/** The message of a step; undefined where there is nothing that it could refer to. */
function messageFor(
  { target: to, answer, caller: by }: Step & { readonly op: "send" },
  model: Readonly<AgentModel>,
): ModelMessage | undefined {
  const { tasks, sent } = model;
  const count =
    sent.length + tasks.reduce((sum, { messages }) => sum + messages.length, 0) + model.expected.length;
  const own = { messageId: `m${count}`, text: `${answer} ${count}` };
  if (to.to === "nothing") return own;
  if (to.to === "no task") return { ...own, taskId: "none" };
  if (to.to === "a context") {
    const contextId = pick(tasks, to.index)?.contextId ?? `context ${to.index}`;
    return { ...own, contextId };
  }
  if (to.to === "a task" || to.to === "a task in another context") {
    const task = pick(tasks, to.index);
    // Nothing comes of a task whose author thinks about its next answer: others wait for it.
    if (task === undefined || answer === "later") return undefined;
    if (to.to === "a task")
      return { ...own, taskId: task.id, ...(to.withContext ? { contextId: task.contextId } : {}) };
    return { ...own, taskId: task.id, contextId: "another" };
  }
  if (to.to === "the same, with its task") {
    const task = pick(tasks, to.index);
    const message = task?.messages[to.index % task.messages.length];
    if (task === undefined || message === undefined) return undefined;
    // Named with its task, the first message is a further one, whose answer is told by its text.
    if (message === task.messages[0] && !message.text.startsWith("work ")) return undefined;
    return { ...message, taskId: task.id };
  }
  const earlier = pick(sent, to.index);
  if (earlier === undefined) return undefined;
  if (to.to === "the same") return earlier.message;
  const isPending = earlier.outcome !== undefined && "pending" in earlier.outcome;
  // Who has the identifier first is decided when the task begins.
  if (isPending || earlier.message.taskId !== undefined || earlier.principal !== callerAt(by))
    return undefined;
  return { ...earlier.message, text: `work ${count}, other words` };
}

function toMessage({ messageId, text, taskId, contextId }: ModelMessage): Message {
  return {
    messageId,
    role: "ROLE_USER",
    parts: [{ text }],
    ...(taskId === undefined ? {} : { taskId }),
    ...(contextId === undefined ? {} : { contextId }),
  };
}

function showResponse({ task, message }: SendMessageResponse): unknown {
  return task === undefined
    ? `message "${message?.parts.map(({ text }) => text).join("|") ?? "none"}"`
    : showTask(task);
}

function statusEvent(state: (typeof states)[number], message: string | undefined): AgentEvent {
  return { status: { state: stateOf(state), ...(message === undefined ? {} : { message }) } };
}

type StateName =
  | Uppercase<"working" | "completed" | "failed" | "rejected" | "canceled" | "submitted">
  | "INPUT_REQUIRED"
  | "AUTH_REQUIRED";

function stateOf(state: (typeof states)[number]): `TASK_STATE_${StateName}` {
  return `TASK_STATE_${state.toUpperCase().replaceAll("-", "_") as StateName}`;
}

function atWork(model: Readonly<AgentModel>): readonly TaskModel[] {
  return model.tasks.filter(({ isAtWork }) => isAtWork);
}

function openCalls(model: Readonly<AgentModel>): readonly Expected[] {
  return model.expected.filter(({ ending }) => ending === undefined);
}

/** One of a list by number, the last first. */
function pick<T>(list: readonly T[], at: number): T | undefined {
  return list[list.length - 1 - (at % list.length)];
}

function taskIdAt({ tasks }: AgentModel, at: number): string {
  // The highest number is that of a task that is not there.
  return at === 30 ? "none" : (pick(tasks, at)?.id ?? "none");
}

function callerAt(at: number): string {
  return callers[at] ?? callers[0];
}

function clientAt({ clients }: Session, at: number): Session["clients"][number] {
  const client = clients[at];
  if (client === undefined) throw new Error(`expected a client, found none at ${at}`);
  return client;
}
