import type { TaskState } from "@a2agen/a2a-1.0";
import { isInterrupted, isTerminal } from "@a2agen/exchange/task-states.ts";
import type { JSX } from "preact";
import { Icon } from "../../shared/icon.tsx";
import type { IconName } from "../../shared/icons.ts";
import { stateName } from "./task-record.ts";

const ends: Readonly<Record<string, IconName>> = { completed: "circle-check", canceled: "ban" };

/** The state of a task, by its colour, an icon and a word. */
export function StatePill({ state }: { readonly state: TaskState }): JSX.Element {
  const name = stateName(state);
  const icon = isInterrupted(state)
    ? "circle-question-mark"
    : isTerminal(state)
      ? (ends[name] ?? "circle-x")
      : "loader-circle";
  return (
    <span class={`pill ${state}`}>
      <Icon name={icon} />
      {name}
    </span>
  );
}
