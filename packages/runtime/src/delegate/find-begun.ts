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
  client: Pick<RemoteClient, "listTasks">,
  messageId: string,
  options: CallOptions,
): Promise<RemoteTask | undefined> {
  try {
    const { tasks = [] } = (await client.listTasks?.(limits as never, options)) ?? {};
    return tasks.find(({ history = [] }) => history.some((message) => message.messageId === messageId));
  } catch (error) {
    options.signal?.throwIfAborted();
    if (isCallError(error)) return undefined;
    throw error;
  }
}
