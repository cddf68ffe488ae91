import type { Protocol } from "@a2agen/runtime/service";
import type { Subject } from "./subject.ts";

function rulesOf({ spoken, translation }: Subject): Protocol["tasks"] {
  return (translation?.newer ?? spoken.service).protocol.tasks;
}

/** Whether tasks stay in a state. */
export function isTerminal(subject: Subject, state = ""): boolean {
  return rulesOf(subject)?.terminalStates.includes(state) === true;
}

/** Whether tasks wait for their client in a state. */
export function isInterrupted(subject: Subject, state = ""): boolean {
  return rulesOf(subject)?.interruptedStates.includes(state) === true;
}

/** A state that no task which has ended is in. */
export function otherState(subject: Subject): string {
  return rulesOf(subject)?.interruptedStates.at(-1) ?? "";
}

/** The state of tasks that wait for a message. */
export function askingState(subject: Subject): string | undefined {
  return rulesOf(subject)?.interruptedStates[0];
}

/** The state of tasks that were canceled. */
export function canceledState(subject: Subject): string | undefined {
  return rulesOf(subject)?.cancel?.state;
}

/** Whether the tasks of the version count their changes. */
export function countsChanges({ spoken }: Subject): boolean {
  return spoken.service.protocol.tasks?.eventGenerations !== undefined;
}

/** Whether a stream of events begins with its task. */
export function beginsWithTask({ spoken }: Subject): boolean {
  return spoken.service.protocol.tasks?.streamsBeginWithTask === true;
}
