import type { AgentCore } from "../core/agent-core.ts";
import type { OpenTurn } from "./open-turn.ts";
import type { RunLog } from "./run-log.ts";
import { AuthorTurn, type TurnInit } from "./turn.ts";
import { TurnInputs } from "./turn-inputs.ts";
import { TurnSteps } from "./turn-steps.ts";

export interface BuildTurnInit extends Omit<TurnInit, "attempt" | "steps" | "input"> {
  /** The turn that begins again, if it does. */
  readonly open?: OpenTurn | undefined;
  /** The log of the task, once there is one. */
  readonly log: () => RunLog | undefined;
}

/** A turn whose steps are kept in the log. */
export function buildTurn(
  core: AgentCore,
  { open, log, place, request, task, kept }: BuildTurnInit,
): AuthorTurn {
  const steps = new TurnSteps(log, open?.steps);
  const input = new TurnInputs(log, request.hold);
  const attempt = open === undefined ? 1 : open.record.attempt + 1;
  return new AuthorTurn(core, { place, request, task, attempt, steps, input, kept });
}
