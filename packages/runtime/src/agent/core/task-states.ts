import type { Protocol } from "../../service/index.ts";
import { TaskState } from "../generated/lf/a2a/v1/a2a_types.ts";

/** The rules of the protocol for states of tasks. */
export interface TaskStates {
  /** Whether a state is final. */
  isTerminal(state: TaskState): boolean;
  /** Whether a task waits for its client. */
  isInterrupted(state: TaskState): boolean;
  /** Terminal or interrupted: blocking calls and streams of messages end there. */
  isAtRest(state: TaskState): boolean;
  /** Whether one state may follow another: never "submitted", and nothing after a terminal one. */
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
