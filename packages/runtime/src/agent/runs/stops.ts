import { CallError } from "../../service/index.ts";
import { TaskState } from "../generated/lf/a2a/v1/a2a_types.ts";
import type { Stop } from "./stop-order.ts";

/** A client has canceled the task. */
export function canceled(taskId: string): Stop {
  const reason = new CallError("CANCELLED", "the task was canceled", { metadata: { taskId } });
  return { reason, state: TaskState.Canceled };
}

/** The agent closes; the task fails, unless another process may go on with it. */
export function shuttingDown(handsOver: boolean): Stop {
  return {
    reason: new CallError("UNAVAILABLE", "the agent is shutting down", { reason: "SHUTTING_DOWN" }),
    state: TaskState.Failed,
    text: "The agent was shut down before the task was done.",
    handsOver,
  };
}

/** The store was away when the turn wrote; the turn begins again, in this process or another one. */
export function unkept(): Stop {
  return {
    reason: new CallError("ABORTED", "the store could not keep what the turn has made"),
    state: TaskState.Failed,
    handsOver: true,
  };
}

/** The time of the turn is up. */
export function overdue(): Stop {
  return {
    reason: new CallError("DEADLINE_EXCEEDED", "the agent took longer than it may for a message"),
    state: TaskState.Failed,
    text: "The agent took longer than it may for a message.",
  };
}

/** The reason for the author of a task on which another process works now. */
export function elsewhere(taskId: string): CallError {
  return new CallError("ABORTED", "another process works on the task", { metadata: { taskId } });
}
