import { TaskState } from "@a2agen/a2a-1.0";
import type { Step } from "./scenario.ts";

/** How scenarios name a state. */
export type StateName = NonNullable<Step["task"]>;

const prefix = "TASK_STATE_";

/** The names of states by which scenarios know them, "input-required". */
export const stateNames: readonly string[] = Object.values(TaskState).map((state) =>
  state.slice(prefix.length).toLowerCase().replaceAll("_", "-"),
);

/** The state that a scenario names. */
export function stateOf(name: StateName): TaskState {
  // The schema has the names of all states, and no others.
  return `${prefix}${name.toUpperCase().replaceAll("-", "_")}` as TaskState;
}
