import type { StreamResponse } from "@a2agen/a2a-1.0";

/** The task and the context of an event, and its state. */
export function factsOf(event: StreamResponse): {
  readonly taskId?: string | undefined;
  readonly contextId?: string | undefined;
  readonly state?: string | undefined;
} {
  const { task, statusUpdate, artifactUpdate, message } = event;
  if (task !== undefined) return { taskId: task.id, contextId: task.contextId, state: task.status.state };
  if (statusUpdate !== undefined) {
    const { taskId, contextId, status } = statusUpdate;
    return { taskId, contextId, state: status.state };
  }
  if (artifactUpdate !== undefined)
    return { taskId: artifactUpdate.taskId, contextId: artifactUpdate.contextId };
  return { taskId: message?.taskId, contextId: message?.contextId };
}

/** The identifiers of the artifacts of which an event tells. */
export function artifactsOf({ task, artifactUpdate }: StreamResponse): readonly string[] {
  const all = [...(task?.artifacts ?? []), artifactUpdate?.artifact ?? []].flat();
  return all.map(({ artifactId }) => artifactId);
}
