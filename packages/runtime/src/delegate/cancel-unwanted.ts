import { isCallError } from "../service/call-error.ts";
import { callWith, type Delegation, firstMessageId } from "./delegation.ts";
import { findBegun } from "./find-begun.ts";
import { nameOf } from "./remote-agent.ts";

/** Statuses of the reasons for which a turn ends and does not begin again. */
const ending = ["CANCELLED", "DEADLINE_EXCEEDED"];

/** Milliseconds for which an agent that does not answer holds up the end of the turn. */
const cancelMs = 5000;

/** Cancels a remote task unless another process goes on with the turn. */
export async function cancelUnwanted(delegation: Delegation, known: string | undefined): Promise<void> {
  const { agent, key, options, left } = delegation;
  const { signal } = delegation.turn;
  const reason: unknown = signal.reason;
  if (signal.aborted && !(isCallError(reason) && ending.includes(reason.status))) return;
  // Without an answer to the first message, unless that was refused.
  if (known === undefined && !left.signal.aborted) return;
  const call = callWith(options, AbortSignal.timeout(cancelMs));
  let id = known;
  try {
    id ??= (await findBegun(agent.client, firstMessageId(delegation), call))?.id;
    if (id !== undefined) await agent.client.cancelTask({ id }, call);
  } catch (cause) {
    const name = JSON.stringify(nameOf(agent));
    const what = id === undefined ? "the task" : `the task ${id}`;
    const error = new Error(`delegate: ${key}: ${what} of ${name} was not canceled`, { cause });
    (options.onCancelError ?? console.warn)(error);
  }
}
