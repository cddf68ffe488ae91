import type { Turn } from "../contract/execute.ts";
import { type Message, Role } from "../generated/lf/a2a/v1/a2a_types.ts";

/** The agent's message directly before that of the turn; undefined if another one is there. */
export function agentMessageBefore({ task, message: { messageId } }: Turn): Message | undefined {
  const { history = [] } = task ?? {};
  const at = history.findLastIndex((one) => one.role === Role.User && one.messageId === messageId);
  const before = history[at - 1];
  return before?.role === Role.Agent ? before : undefined;
}
