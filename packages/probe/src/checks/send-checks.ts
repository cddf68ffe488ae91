import type { Message, Task } from "@a2agen/a2a-1.0";
import { count } from "@a2agen/runtime/internal";
import type { Check } from "../core/check.ts";
import { isFor, type RequirementId, requirementOf } from "../core/requirements.ts";
import { describe, excerpt, NotReached, type Trial } from "../core/trial.ts";
import {
  anyTask,
  endedTask,
  getTask,
  hasEnded,
  isAsking,
  isWaiting,
  readSent,
  send,
  sending,
  settle,
  tellsZero,
  textRequest,
  unknownTask,
} from "./tasks.ts";

/** Milliseconds in which an agent that does not wait has answered. */
const whileMs = 2500;

export const sendChecks: readonly Check[] = [
  {
    id: "send.plain",
    covers: [
      "send.answered",
      "send.task-id",
      "send.context-id",
      "send.message-context",
      "send.role",
      "send.blocking",
      "send.timestamp",
    ],
    makes: ["task", "text"],
    works: 1,
    *run(trial) {
      const text = trial.scenario.artifact ?? trial.scenario.plain;
      const { task, message } = yield* send(trial, textRequest(trial, text));
      if (message !== undefined) {
        trial.facts.reason = "the agent answers with a message and makes no task";
        judgeReply(trial, message);
        return;
      }
      if (task === undefined) return;
      checkTask(trial, task);
      if (!hasEnded(trial, task) && !isWaiting(trial, task)) {
        trial.find("send.blocking", "a task that has ended or is interrupted", task.status.state);
      }
      if (!hasEnded(trial, task)) trial.facts.openText = text;
      keep(trial, yield* settle(trial, task));
    },
  },
  {
    id: "turns.input",
    covers: ["turns.input", "turns.infers-context", "send.history-limit"],
    needs: ["task"],
    makes: ["task"],
    works: 2,
    *run(trial) {
      const { inputRequired, plain, answer = plain } = trial.scenario;
      const first =
        inputRequired === undefined
          ? trial.facts.waiting
          : (yield* send(trial, textRequest(trial, inputRequired))).task;
      if (first === undefined || !isAsking(trial, first)) {
        const came = first?.status.state ?? "a message";
        throw new NotReached(
          inputRequired === undefined
            ? "a plain text leads to no question: name a text that does in the scenario, inputRequired"
            : `the text of inputRequired leads to ${came}`,
        );
      }
      let asked: Task = first;
      // A question may be followed by another.
      for (let count = inputRequired === undefined ? 2 : 1; count > 0; count--) {
        const { task, message } = yield* send(
          trial,
          textRequest(trial, answer, {
            message: { taskId: first.id },
            configuration: { historyLength: 1 },
          }),
        );
        if (task === undefined) {
          if (message === undefined) trial.find("turns.input", `the task ${first.id}`, "nothing");
          return;
        }
        const { length } = task.history ?? [];
        if (length > 1) trial.find("send.history-limit", "at most 1 message", `${length}`);
        if (task.id !== first.id) trial.find("turns.input", `the task ${first.id}`, excerpt(task.id));
        if (task.contextId !== first.contextId) {
          trial.find("turns.infers-context", excerpt(first.contextId), excerpt(task.contextId));
        }
        asked = yield* settle(trial, task);
        if (!isAsking(trial, asked)) break;
      }
      const { history = [] } = yield* getTask(trial, { id: asked.id });
      trial.facts.answered = asked;
      keep(trial, { ...asked, history });
    },
  },
  {
    id: "send.context",
    covers: ["send.keeps-context-id", "turns.new-task", "send.unique", "send.history"],
    needs: ["task"],
    makes: ["context"],
    works: 1,
    *run(trial) {
      const before = trial.facts.ended ?? trial.facts.waiting;
      const contextId = before?.contextId ?? `${trial.scenario.nonce}-context`;
      const request = textRequest(trial, trial.scenario.plain, {
        message: { contextId },
        configuration: { historyLength: 0 },
      });
      const outcome = yield* trial.call("sendMessage", request);
      // A context of the client's making may be refused (3.4.1).
      if (outcome.kind === "error" && outcome.failure.kind !== "internal" && before === undefined) return;
      const { task, message } = readSent(trial, outcome);
      const came = task?.contextId ?? message?.contextId;
      if (came !== contextId) trial.find("send.keeps-context-id", excerpt(contextId), excerpt(came));
      if (task === undefined) return;
      checkTask(trial, task);
      const { history = [] } = task;
      if (history.length > 0 && tellsZero(trial))
        trial.find("send.history", "no history", count(history.length, "message"));
      if (task.id === before?.id) {
        trial.find("turns.new-task", "a new task", `the task ${excerpt(task.id)}`);
        trial.find("send.unique", "a new identifier", excerpt(task.id));
      }
    },
  },
  {
    id: "send.immediate",
    covers: ["send.immediate"],
    needs: ["task"],
    makes: ["open task", "text"],
    works: 1,
    *run(trial) {
      if (trial.facts.ended === undefined && trial.facts.waiting === undefined) {
        throw new NotReached(trial.facts.reason);
      }
      const { working = trial.scenario.plain } = trial.scenario;
      const request = textRequest(trial, working, { configuration: { returnImmediately: true } });
      const outcome = yield* trial.call("sendMessage", request);
      if (outcome.kind === "broken" && trial.scenario.working !== undefined) {
        trial.find("send.immediate", "a task at work", outcome.reason);
      }
      const { task } = readSent(trial, outcome);
      if (task === undefined || hasEnded(trial, task)) {
        if (trial.scenario.working !== undefined) {
          trial.find("send.immediate", "a task at work", task?.status.state ?? "a message");
        }
        throw new NotReached("no task stays at work: name a text for one in the scenario, working");
      }
      if (isWaiting(trial, task)) {
        trial.facts.waiting = task;
        if (trial.scenario.working === undefined) {
          throw new NotReached("no task stays at work: name a text for one in the scenario, working");
        }
      } else {
        trial.facts.running = task;
        trial.facts.openText ??= working;
      }
    },
  },
  {
    id: "send.unknown-task",
    covers: ["send.unknown-task"],
    isQuick: true,
    *run(trial) {
      const request = textRequest(trial, trial.scenario.plain, { message: { taskId: unknownTask } });
      const outcome = yield* trial.call("sendMessage", request, { effect: "changes" });
      trial.facts.takesUnknownTasks = outcome.kind === "value";
      trial.expectError(outcome, "TaskNotFoundError", "send.unknown-task");
    },
  },
  {
    id: "send.ended-task",
    covers: ["send.ended-task"],
    needs: ["task"],
    *run(trial) {
      const { id, contextId } = endedTask(trial);
      const request = textRequest(trial, trial.scenario.plain, {
        message: { taskId: id, ...(contextId === undefined ? {} : { contextId }) },
      });
      const outcome = yield* trial.call("sendMessage", request, { effect: "changes" });
      trial.expectError(outcome, "UnsupportedOperationError", "send.ended-task");
    },
  },
  {
    id: "turns.mismatch",
    covers: ["turns.mismatch"],
    needs: ["task", "open task"],
    *run(trial) {
      const task = trial.facts.waiting ?? anyTask(trial);
      const request = textRequest(trial, trial.scenario.plain, {
        message: { taskId: task.id, contextId: `${trial.scenario.nonce}-other-context` },
      });
      for (const member of sending(trial)) {
        const outcome = yield* trial.call(member, request, { effect: "changes" });
        if (outcome.kind !== "error" || outcome.failure.kind === "internal") {
          trial.find("turns.mismatch", "a refusal", describe(outcome));
          return;
        }
      }
    },
  },
];

/** It waits: made beside others that do. */
export const blockingCheck: Check = {
  id: "send.blocking",
  covers: ["send.blocking"],
  needs: ["task"],
  works: 1,
  isOnce: true,
  isParallel: true,
  *run(trial) {
    const { working } = trial.scenario;
    if (working === undefined) throw new NotReached("name a text that takes long in the scenario, working");
    const request = trial.encode("sendMessage", textRequest(trial, working));
    yield { kind: "open", name: "slow", request, effect: "works", ms: whileMs };
    const exchange = yield { kind: "join", name: "slow", close: true };
    // Nothing came yet, as it should be.
    if (exchange.answer?.frames === undefined) return;
    const { task } = readSent(trial, trial.read(exchange, "sendMessage"));
    if (task === undefined || hasEnded(trial, task) || isWaiting(trial, task)) return;
    trial.find("send.blocking", "a task that has ended or is interrupted", task.status.state);
  },
};

/** What holds for a message that answers a SendMessage. */
export function judgeReply(trial: Trial, { role, contextId }: Message): void {
  if (role !== "ROLE_AGENT") trial.find("send.role", "ROLE_AGENT", excerpt(role));
  judgeContextId(trial, contextId, "send.context-id", "send.message-context");
}

/** Some versions leave it to agents whether there is one. */
function judgeContextId(trial: Trial, contextId = "", ...requirements: readonly RequirementId[]): void {
  if (contextId !== "") return;
  const { version, binding } = trial.subject;
  for (const id of requirements) {
    if (isFor(requirementOf(id), version, binding)) trial.find(id, "a contextId", "none");
  }
}

/** Keeps a task for later checks. */
function keep(trial: Trial, task: Task): void {
  const { facts } = trial;
  if (hasEnded(trial, task)) {
    facts.ended ??= task;
    if (facts.waiting?.id === task.id) delete facts.waiting;
  } else if (isWaiting(trial, task)) {
    facts.waiting = task;
    facts.reason = `the task of a plain text stays in ${task.status.state}: name a text that ends one in the scenario, plain`;
  } else facts.reason = `the task of a plain text stays in ${task.status.state}`;
}

function checkTask(trial: Trial, task: Task): void {
  if (task.id === "") trial.find("send.task-id", "an identifier", "none");
  judgeContextId(trial, task.contextId, "send.context-id");
  if ((task.status.timestamp ?? "") === "") trial.find("send.timestamp", "a timestamp", "none");
}
