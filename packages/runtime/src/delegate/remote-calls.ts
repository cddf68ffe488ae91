import { Role } from "../agent/generated/lf/a2a/v1/a2a_types.ts";
import { follow } from "../client/tasks/follow.ts";
import type { KeptDelegate } from "./delegate-record.ts";
import { callWith, type Delegation, firstMessageId } from "./delegation.ts";
import { answerFor, isAnswerTo } from "./question.ts";
import type { RemoteEvent, RemoteTask } from "./remote-agent.ts";
import type { Wakes } from "./wakes.ts";

type Followed = AsyncIterable<{ readonly task: RemoteTask | undefined; readonly event: object }>;

export function followAll({ agent, options, left }: Delegation, request: object): Followed {
  const { pollMs, service } = options;
  return follow(agent.client, request as never, {
    ...callWith(options, left.signal),
    ...(pollMs !== undefined && { pollMs }),
    ...(service !== undefined && { service }),
  });
}

/** Sends a message with a webhook, or gets the task: its answer is the only event. */
export async function* askOnce(
  { turn, key, agent: { client }, options, left: { signal } }: Delegation,
  request: object,
  wakes: Wakes,
): AsyncGenerator<{ readonly task: RemoteTask | undefined; readonly event: object }> {
  const call = callWith(options, signal);
  if (!("message" in request)) {
    const task = await client.getTask(request as never, call);
    yield { task, event: { task } };
    return;
  }
  // Under one identifier, so that each answer replaces it.
  const id = firstMessageId({ turn, key });
  const taskPushNotificationConfig = { id, ...(await wakes.webhookFor(turn.taskId, key)) };
  const configuration = { returnImmediately: true, taskPushNotificationConfig };
  const event = (await client.sendMessage({ ...request, configuration } as never, call)) as RemoteEvent;
  yield { task: event.task, event };
}

/** The message that begins the remote task or goes on with it, or the task to follow. */
export function nextRequest(
  { turn, key, message }: Delegation,
  { record: { taskId, contextId, asked = [], answered } }: KeptDelegate,
): { readonly request: object; readonly answered?: string } {
  const role = Role.User;
  const { messageId } = turn.message;
  // An agent that does not stream is asked for its task from time to time.
  const configuration = { returnImmediately: true };
  if (taskId === undefined) {
    const content = typeof message === "string" ? { parts: [{ text: message }] } : message;
    return {
      request: { message: { ...content, messageId: firstMessageId({ turn, key }), role }, configuration },
    };
  }
  if (answered === messageId || !isAnswerTo(turn, key)) return { request: { id: taskId } };
  const parts = answerFor(turn, asked);
  const answer = { messageId: `${messageId}-${key}`, role, taskId, ...(contextId && { contextId }), parts };
  return { request: { message: answer, configuration }, answered: messageId };
}
