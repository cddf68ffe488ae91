import type { A2A10Types, AuthorTypes } from "../contract/author-types.ts";
import type { Turn } from "../contract/execute.ts";
import { type Artifact, type Message, Role, type Task } from "../generated/lf/a2a/v1/a2a_types.ts";

/** A message or an artifact, as the prompt of a model needs it. */
export interface Utterance<Types extends AuthorTypes = A2A10Types> {
  readonly role: "user" | "agent";
  readonly parts: Types["message"]["parts"];
  readonly taskId: string;
  /** Of a message. */
  readonly messageId?: string;
  /** Of an artifact. */
  readonly artifactId?: string;
}

/** How much of a conversation is wanted. */
export interface HistoryOptions {
  /** Bytes of all parts as JSON. Default: 256 KiB. */
  readonly maxBytes?: number;
  /** Earlier tasks of the context. Default: 20. */
  readonly siblings?: number;
}

/**
 * The conversation up to a turn, for the prompt of a model: the earlier tasks of the context, latest last,
 * then the task of the turn, and its message at the end. Of each task the messages in order and the
 * artifacts, files among them.
 *
 * An artifact with the identifier `text-MESSAGE`, or `text-MESSAGE-` and more, follows the message that it
 * answers; others come after the messages of their task. What a turn that begins again has written under such
 * an identifier is left out.
 *
 * What is beyond `maxBytes` is left out from the beginning, whole messages and artifacts, so that the rest
 * begins with a message of the user. The message of the turn is always there.
 */
export async function history(turn: Turn, options: HistoryOptions = {}): Promise<readonly Utterance[]> {
  const { maxBytes = 256 * 1024, siblings = 20 } = options;
  if (!(maxBytes >= 0)) throw new RangeError(`history: maxBytes: expected 0 or more, found ${maxBytes}`);
  const { taskId, message, task, attempt } = turn;
  // The latest task is the first one.
  const tasks = siblings > 0 ? (await turn.siblings(siblings)).toReversed() : [];
  const earlier = tasks.flatMap((one) => sayTask(one, [...(one.history ?? []), ...statusMessages(one)]));
  const own = task === undefined ? [] : sayTask(task, messagesUntil(message, task, attempt), message);
  return keepLatest([...earlier, ...own, sayMessage(taskId, message)], maxBytes);
}

function statusMessages({ status }: Task): readonly Message[] {
  return status.message === undefined ? [] : [status.message];
}

/**
 * The messages of a task before a turn on one of them: without messages that wait for theirs, and with what
 * the agent has said since the message came. In a turn that begins again that may be its own, and is left
 * out.
 */
function messagesUntil({ messageId }: Message, task: Task, attempt: number): readonly Message[] {
  const { history: messages = [] } = task;
  const found = messages.findLastIndex((one) => one.role === Role.User && one.messageId === messageId);
  const at = found === -1 ? messages.length : found;
  const since = [...messages.slice(at), ...statusMessages(task)].filter(({ role }) => role !== Role.User);
  return [...messages.slice(0, at), ...(attempt > 1 ? [] : since)];
}

/** The messages of a task with its artifacts among them, except those that answer `begun`. */
function sayTask(
  { id, artifacts = [] }: Task,
  messages: readonly Message[],
  begun?: Message,
): readonly Utterance[] {
  const rest = new Set(artifacts.filter((artifact) => begun === undefined || !answers(artifact, begun)));
  const said = messages.flatMap((message) => {
    const answering = [...rest].filter(
      (artifact) => message.role === Role.User && answers(artifact, message),
    );
    for (const artifact of answering) rest.delete(artifact);
    return [sayMessage(id, message), ...answering.map((artifact) => sayArtifact(id, artifact))];
  });
  return [...said, ...[...rest].map((artifact) => sayArtifact(id, artifact))];
}

function answers({ artifactId }: Artifact, { messageId }: Message): boolean {
  return artifactId === `text-${messageId}` || artifactId.startsWith(`text-${messageId}-`);
}

function sayMessage(taskId: string, { role, parts, messageId }: Message): Utterance {
  return { role: role === Role.User ? "user" : "agent", parts, taskId, messageId };
}

function sayArtifact(taskId: string, { artifactId, parts }: Artifact): Utterance {
  return { role: "agent", parts, taskId, artifactId };
}

/** As many of the latest as there is room for, and always the last one. */
function keepLatest(all: readonly Utterance[], maxBytes: number): readonly Utterance[] {
  const encoder = new TextEncoder();
  let first = all.length - 1;
  let bytes = countBytes(all[first]);
  for (; first > 0; first--) {
    bytes += countBytes(all[first - 1]);
    if (bytes > maxBytes) break;
  }
  if (first === 0) return all;
  while (all[first]?.role === "agent") first++;
  return all.slice(first);

  function countBytes(utterance: Utterance | undefined): number {
    return utterance === undefined ? 0 : encoder.encode(JSON.stringify(utterance.parts)).length;
  }
}
