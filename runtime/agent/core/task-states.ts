import type { Protocol } from "../../service/index.ts";
import { TaskState } from "../generated/lf/a2a/v1/a2a_types.ts";

/** What the protocol says of the states of tasks. */
export interface TaskStates {
  /** Whether a task stays in a state for ever. */
  isTerminal(state: TaskState): boolean;
  /** Whether a task waits for its client in a state. */
  isInterrupted(state: TaskState): boolean;
  /** Either of the two: blocking calls and the streams of messages wait until then. */
  isAtRest(state: TaskState): boolean;
  /** Whether an agent may bring a task from one state to the other: never back to the beginning, nor out of an end. */
  mayFollow(from: TaskState, to: TaskState): boolean;
}

/** Throws a TypeError for a protocol without tasks. */
export function readTaskStates({ name, tasks }: Protocol): TaskStates {
  if (tasks === undefined) {
    throw new TypeError(`service: expected a protocol with tasks, found ${name}, which has none`);
  }
  const terminal: ReadonlySet<string> = new Set(tasks.terminalStates);
  const interrupted: ReadonlySet<string> = new Set(tasks.interruptedStates);
  return {
    isTerminal: (state) => terminal.has(state),
    isInterrupted: (state) => interrupted.has(state),
    isAtRest: (state) => terminal.has(state) || interrupted.has(state),
    mayFollow: (from, to) =>
      !terminal.has(from) && (to !== TaskState.Submitted || from === TaskState.Submitted),
  };
}
