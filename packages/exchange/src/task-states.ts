import { type TaskState, taskStates } from "@a2agen/versions/states.ts";

export type { TaskState } from "@a2agen/versions/states.ts";

const terminal: ReadonlySet<string> = new Set(taskStates.terminal);
const interrupted: ReadonlySet<string> = new Set(taskStates.interrupted);

/**
 * The states of tasks, in the types of the current version: those at work, those that wait, and those that
 * end a task.
 */
export const allStates: readonly TaskState[] = [
  ...taskStates.open,
  ...taskStates.interrupted,
  ...taskStates.terminal,
];

export const terminalStates: readonly TaskState[] = taskStates.terminal;

/** The state of a task that waits for a message. */
export const [askingState] = taskStates.interrupted;

/** Whether a task stays in a state. */
export function isTerminal(state: string): boolean {
  return terminal.has(state);
}

/** Whether a task waits for its client in a state. */
export function isInterrupted(state: string): boolean {
  return interrupted.has(state);
}

/** "TASK_STATE_INPUT_REQUIRED" as "input-required". */
export function stateName(state: string): string {
  return state
    .replace(/^TASK_STATE_/, "")
    .toLowerCase()
    .replaceAll("_", "-");
}
