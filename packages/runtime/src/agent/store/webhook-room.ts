import { TaskStoreError } from "../contract/task-store.ts";

/** The error for one webhook too many of a task. */
export function fullTask(perTask: number): TaskStoreError {
  return new TaskStoreError(
    "full",
    `the task has ${perTask} push notification configurations, which is the most that it may have`,
  );
}

/** The error for webhooks that have no room on the server. */
export function fullServer(
  what: "push notification configurations" | "further push notification configurations of this caller",
): TaskStoreError {
  return new TaskStoreError("full", `the server has no room for ${what}`);
}
