import type { Message, Task } from "@a2agen/a2a-1.0";
import { excerpt, type Trial } from "../core/trial.ts";

/** What a task is wherever it comes; that of an event has no history. */
export type Said = Pick<Task, "id" | "contextId" | "status" | "history" | "artifacts">;

/** What holds for a task wherever it comes: its messages, and the names of its artifacts. */
export function judgeTask(trial: Trial, task: Said): void {
  const { artifacts = [], history = [], status } = task;
  const ids = artifacts.map(({ artifactId }) => artifactId);
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) trial.find("send.artifact-ids", "each identifier once", `${excerpt(twice)} twice`);
  judgeRoles(trial, task);
  for (const { messageId, taskId = "", contextId = "" } of [
    ...history,
    ...(status.message ? [status.message] : []),
  ]) {
    if (taskId !== "" && taskId !== task.id) {
      trial.find(
        "send.messages",
        `the task ${task.id} in the message ${excerpt(messageId)}`,
        excerpt(taskId),
      );
    }
    // One that was sent with another context has its own check.
    const sent = trial.facts.known.messages.get(messageId)?.contextId;
    if (contextId !== "" && contextId !== task.contextId && contextId !== sent) {
      trial.find(
        "send.messages",
        `the context ${task.contextId} in the message ${excerpt(messageId)}`,
        excerpt(contextId),
      );
    }
  }
  judgeHistory(trial, history);
}

/** Whether each message of a task has the role of its sender. */
function judgeRoles(trial: Trial, { status, history = [] }: Said): void {
  const { nonce, ...texts } = trial.scenario;
  const isOurs = ({ messageId, parts }: Message): boolean =>
    messageId.startsWith(nonce) || parts.some(({ text = "" }) => Object.values(texts).includes(text));
  const said = status.message === undefined ? [] : [{ message: status.message, isAgent: true }];
  const told = history.map((message) => ({ message, isAgent: !isOurs(message) }));
  for (const { message, isAgent } of [...said, ...told]) {
    const wanted = isAgent ? "ROLE_AGENT" : "ROLE_USER";
    // An agent may say again what it was told.
    const isEcho = !isAgent && message.role === "ROLE_AGENT" && !message.messageId.startsWith(nonce);
    if (message.role !== wanted && !isEcho) {
      trial.find("send.role", `${wanted} for the message ${excerpt(message.messageId)}`, message.role);
    }
  }
}

/** Whether the probe's own messages are there as they were sent, each once, in the order of their numbers. */
function judgeHistory(trial: Trial, history: readonly Message[]): void {
  const { nonce, ...texts } = trial.scenario;
  const known = Object.values(texts);
  const ids = history.map(({ messageId }) => messageId).filter((id) => id !== "");
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) {
    trial.find("get.history-same", `the message ${excerpt(twice)} once`, "it comes again");
  }
  const own = history.filter(({ messageId }) => messageId.startsWith(nonce));
  const last = new Map<string, number>();
  for (const { messageId, parts } of own) {
    const text = parts.map((part) => part.text ?? "").join("");
    // Some are sent with a word behind them, or without a text.
    const isKnown = text === "" || known.some((each) => text === each || text.startsWith(`${each} `));
    if (!isKnown) trial.find("get.history-same", "the text that was sent", excerpt(text));
    const [, check = "", number = ""] = /^(.*)-(\d+)$/s.exec(messageId) ?? [];
    const before = last.get(check) ?? 0;
    if (Number(number) < before) {
      trial.find(
        "get.history-order",
        `the message ${excerpt(messageId)} before ${before}`,
        "it comes behind",
      );
    }
    last.set(check, Number(number));
  }
}
