import type { Turn } from "../contract/execute.ts";
import { type Message, Role } from "../generated/lf/a2a/v1/a2a_types.ts";

/** In the metadata of the messages of `agent.wake`, which are no client's. */
export const wakesMember = "a2agen.wakes";

/**
 * The agent's message directly before that of the turn; undefined if another one is there, or `agent.wake`
 * has begun the turn. Its messages may have come in between: they answer nothing.
 */
export function agentMessageBefore({ task, message }: Turn): Message | undefined {
  if (isWake(message)) return undefined;
  const { history = [] } = task ?? {};
  const at = history.findLastIndex((one) => one.role === Role.User && one.messageId === message.messageId);
  const before = history.findLast((one, index) => index < at && !isWake(one));
  return before?.role === Role.Agent ? before : undefined;
}

function isWake({ role, metadata }: Message): boolean {
  return role === Role.User && metadata?.[wakesMember] !== undefined;
}
