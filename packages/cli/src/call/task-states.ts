import { TaskState } from "@a2agen/a2a-1.0";
import { isInterrupted, isTerminal, stateName } from "@a2agen/exchange/task-states.ts";
import type { Outcome } from "@a2agen/terminal/command.ts";
import { UsageError } from "@a2agen/terminal/command-error.ts";
import { type SafeText, safeLine } from "@a2agen/terminal/safe-text.ts";
import type { Style } from "@a2agen/terminal/style.ts";

/**
 * "TASK_STATE_INPUT_REQUIRED" as "input-required". A state that this version does not know is the agent's own
 * text, and made safe as such.
 */
export function shortState(state: string): SafeText {
  return safeLine(stateName(state));
}

/** The state that a user names in any spelling. Throws a UsageError with those that there are. */
export function parseState(text: string): TaskState {
  const wanted = shortState(text.toUpperCase().replaceAll("-", "_"));
  const states = Object.values(TaskState);
  const found = states.find((state) => shortState(state) === wanted);
  if (found !== undefined) return found;
  throw new UsageError(`--state: expected one of ${states.map(shortState).join(", ")}; found "${text}"`);
}

export function paintState(state: TaskState, style: Style): SafeText {
  const text = shortState(state);
  if (isInterrupted(state)) return style.yellow(text);
  if (!isTerminal(state)) return style.cyan(text);
  return state === TaskState.Completed ? style.green(text) : style.red(text);
}

/** How the command ends with a task that was left in this state. */
export function outcomeOf(state: TaskState): Outcome {
  if (isInterrupted(state)) return 3;
  return isTerminal(state) && state !== TaskState.Completed ? 1 : 0;
}
