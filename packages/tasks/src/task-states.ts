import type { TaskSummary } from "@a2agen/postgres";

type TaskState = TaskSummary["state"];

/** The states by the names that the command line has for them. */
export const stateNames = [
  "submitted",
  "working",
  "input-required",
  "auth-required",
  "completed",
  "canceled",
  "failed",
  "rejected",
] as const;

export type StateName = (typeof stateNames)[number];

export const endStates: readonly StateName[] = ["completed", "canceled", "failed", "rejected"];

export function toState(name: StateName): TaskState {
  return `TASK_STATE_${name.toUpperCase().replace("-", "_")}` as TaskState;
}

/** "input-required". */
export function nameOf(state: TaskState): string {
  return state.replace("TASK_STATE_", "").toLowerCase().replace("_", "-");
}

export function isEnd(state: TaskState): boolean {
  return endStates.some((name) => toState(name) === state);
}
