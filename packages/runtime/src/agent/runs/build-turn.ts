import type { AgentCore } from "../core/agent-core.ts";
import { ObservedTurn } from "./observed-turn.ts";
import type { OpenTurn } from "./open-turn.ts";
import type { RunLog } from "./run-log.ts";
import { AuthorTurn, type TurnInit } from "./turn.ts";
import { TurnInputs } from "./turn-inputs.ts";
import { TurnSteps } from "./turn-steps.ts";

export interface BuildTurnInit extends Omit<TurnInit, "attempt" | "steps" | "input" | "observed"> {
  /** The turn that begins again, if it does. */
  readonly open?: OpenTurn | undefined;
  /** The log of the task, once there is one. */
  readonly log: () => RunLog | undefined;
  /** Whether it begins within the call of its message. */
  readonly isImmediate: boolean;
}

/** A turn whose steps are kept in the log. */
export function buildTurn(
  core: AgentCore,
  { open, log, place, request, task, kept, isImmediate }: BuildTurnInit,
): AuthorTurn {
  const input = new TurnInputs(log, request.hold);
  const attempt = open === undefined ? 1 : open.record.attempt + 1;
  const { observer, card } = core;
  const { taskId, contextId } = place;
  const { message, call, since } = request;
  const carrier = isImmediate ? undefined : request.carrier;
  const work = { taskId, contextId, messageId: message.messageId, attempt, call, carrier, card };
  const observed = observer && new ObservedTurn(observer, work, since);
  const steps = new TurnSteps(log, { returned: open?.steps, observed });
  return new AuthorTurn(core, { place, request, task, attempt, steps, input, kept, observed });
}
