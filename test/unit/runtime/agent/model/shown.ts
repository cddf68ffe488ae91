import type { ListTasksResponse, StreamResponse, Task, TaskStatus } from "@a2agen/a2a-1.0";
import { textOf } from "../../../../shared/agent/start-agent.ts";

/** A task in short, but for nothing that a model knows. */
export interface ShownTask {
  readonly id: string;
  readonly contextId: string;
  readonly status: string;
  readonly history?: readonly string[];
  readonly artifacts?: readonly string[];
}

export function showTask(task: Task): ShownTask {
  const { id, contextId = "none", status, history, artifacts } = task;
  return {
    id,
    contextId,
    status: showStatus(status),
    ...(history === undefined
      ? {}
      : { history: history.map((one) => `${one.role === "ROLE_USER" ? "user" : "agent"}: ${textOf(one)}`) }),
    ...(artifacts === undefined
      ? {}
      : { artifacts: artifacts.map((one) => `${one.artifactId}: ${textOf(one)}`) }),
  };
}

export function showStatus({ state, message, timestamp = "never" }: TaskStatus): string {
  return statusText(
    shortState(state),
    message === undefined ? undefined : textOf(message),
    Date.parse(timestamp),
  );
}

export function statusText(state: string, text: string | undefined, time: number): string {
  return `${state}${text === undefined ? "" : ` "${text}"`} at ${time}`;
}

export function shortState(state: string): string {
  return state.replace("TASK_STATE_", "").toLowerCase().replaceAll("_", "-");
}

export function artifactText(id: string, text: string, isAppended: boolean): string {
  return `artifact ${id}${isAppended ? " +" : ""} "${text}"`;
}

/** An event of a stream: a task as it is shown, or a text. */
export type ShownEvent = ShownTask | string;

export function showEvent({ task, message, statusUpdate, artifactUpdate }: StreamResponse): ShownEvent {
  if (task !== undefined) return showTask(task);
  if (message !== undefined) return `message "${textOf(message)}"`;
  if (statusUpdate !== undefined) return showStatus(statusUpdate.status);
  if (artifactUpdate === undefined) return "nothing";
  const { artifact, append = false } = artifactUpdate;
  return artifactText(artifact.artifactId, textOf(artifact), append);
}

export interface ShownPage {
  readonly tasks: readonly ShownTask[];
  readonly total: number;
  readonly size: number;
}

export function showPage({ tasks, totalSize, pageSize }: ListTasksResponse): ShownPage {
  return { tasks: tasks.map(showTask), total: totalSize, size: pageSize };
}
