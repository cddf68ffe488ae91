import type { CallOptions } from "../service/call-context.ts";
import { isCallError } from "../service/call-error.ts";
import type { RemoteClient, RemoteTask } from "./remote-agent.ts";

/** Tasks that are looked through, the latest first, and messages of each. */
const limits = { pageSize: 100, historyLength: 20 };

/**
 * The task that a message has begun whose answer did not reach the process that sent it. Agents know a
 * message that comes again only for a while; undefined for those that do not list tasks.
 */
export async function findBegun(
  client: Pick<RemoteClient, "listTasks" | "getTask">,
  messageId: string,
  options: CallOptions,
): Promise<RemoteTask | undefined> {
  try {
    const { tasks = [] } = (await client.listTasks?.(limits as never, options)) ?? {};
    for (const task of tasks) {
      if (isBegunBy(task, messageId)) return task;
      if ((task.history?.length ?? 0) < limits.historyLength) continue;
      // The first message is before those that were listed.
      const whole = await client.getTask({ id: task.id } as never, options);
      if (isBegunBy(whole, messageId)) return whole;
    }
    return undefined;
  } catch (error) {
    options.signal?.throwIfAborted();
    if (isCallError(error)) return undefined;
    throw error;
  }
}

function isBegunBy({ history = [] }: RemoteTask, messageId: string): boolean {
  return history.some((message) => message.messageId === messageId);
}
