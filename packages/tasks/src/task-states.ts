import { allStates, stateName, type TaskState } from "@a2agen/exchange/task-states.ts";

const named = new Map<string, TaskState>(allStates.map((state) => [stateName(state), state]));

/** The states by the names that the command line has for them. */
export const stateNames: readonly string[] = [...named.keys()];

/** The state with one of these names. */
export function toState(name: string): TaskState {
  const state = named.get(name);
  if (state === undefined) throw new TypeError(`expected one of ${stateNames.join(", ")}; found ${name}`);
  return state;
}
